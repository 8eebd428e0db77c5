import type { AssembleOptions, MapEntry } from '../core/context.ts';
import type { ContextItem, Reason } from '../core/item.ts';
import type { TokenCounter } from '../core/ports.ts';
import { type Block, rangesOf } from './block.ts';
import type { Passage } from './passage.ts';
import type { Layout, MapFile } from './render/layout.ts';
import { renderDocument } from './render/render-document.ts';

/** A document with how many tokens it has and what its map names. */
export interface Rendered {
  readonly text: string;
  readonly tokens: number;
  readonly map: readonly MapEntry[];
}

/** A definition that was not a hit itself but is in one of the best files. */
export interface Place {
  readonly id: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly name: string;
}

/** The best hits come before the definitions beside them, the others after. */
const FOUND_FIRST = 5;
/** With fewer tokens left, no place can be named. */
const MIN_TOKENS = 6;

/**
 * Renders blocks and, within a number of tokens, a map of the best passages that are not among them and of the definitions
 * beside them: a line for each file. Places are dropped until the whole text is within its budget.
 */
export function mapRenderer(tools: {
  readonly counter: TokenCounter;
  readonly options: AssembleOptions;
  readonly layout: Layout;
  readonly citations: ReadonlyMap<string, string>;
  readonly note: string;
  readonly beside: readonly Place[];
}): (blocks: readonly Block[], others: readonly Passage[], room: number) => Rendered {
  const { counter, options, layout, citations, note, beside } = tools;
  const filesOf = (places: readonly MapEntry[]) => groupByFile(places, options.citations ? citations : NONE);
  const print = (blocks: readonly Block[], places: readonly MapEntry[]): Rendered => {
    const files = filesOf(places);
    const text = renderDocument(layout, blocks, options, { note, files });
    return { text, tokens: counter.count(text), map: files.flatMap((file) => file.places) };
  };
  return (blocks, others, room) => {
    let left = room - counter.count(layout.map.open(note) + layout.map.close);
    const chosen: MapEntry[] = [];
    const costs = new Map<string, number>();
    for (const place of left > 0 ? placesToName(blocks, others, beside) : []) {
      if (left < MIN_TOKENS) break;
      const [file] = filesOf([...chosen.filter(({ path }) => path === place.path), place]);
      if (file === undefined) continue;
      const cost = counter.count(layout.map.file(file) + layout.map.between);
      const more = cost - (costs.get(place.path) ?? 0);
      if (more > left) continue;
      left -= more;
      costs.set(place.path, cost);
      chosen.push(place);
    }
    let document = print(blocks, chosen);
    for (let step = 1; document.tokens > options.maxTokens && chosen.length > 0; step *= 2) {
      chosen.splice(-step);
      document = print(blocks, chosen);
    }
    return document;
  };
}

const NONE: ReadonlyMap<string, string> = new Map();

/** In the order in which they are worth naming. */
function placesToName(
  blocks: readonly Block[],
  others: readonly Passage[],
  beside: readonly Place[],
): readonly MapEntry[] {
  const found = others.flatMap(entryOf);
  if (found.length === 0) return [];
  const isPrinted = printedLines(blocks);
  const near = beside
    .filter((place) => !isPrinted(place))
    .map((place): MapEntry => ({ ...place, source: 'code', why: 'same file' }));
  return [...found.slice(0, FOUND_FIRST), ...near, ...found.slice(FOUND_FIRST)].slice(0, MAX_CONSIDERED);
}

/** Each is counted with its file's line. */
const MAX_CONSIDERED = 400;
/** If this much of a definition is printed, the rest is not worth naming. */
const MOSTLY = 0.5;

function printedLines(blocks: readonly Block[]): (place: Place) => boolean {
  const rangesByPath = new Map<string, ReturnType<typeof rangesOf>>();
  for (const block of blocks) {
    if (block.path === undefined) continue;
    rangesByPath.set(block.path, [...(rangesByPath.get(block.path) ?? []), ...rangesOf(block)]);
  }
  return ({ path, startLine, endLine }) => {
    const shown = (rangesByPath.get(path) ?? []).reduce(
      (sum, range) =>
        sum + Math.max(0, Math.min(endLine, range.endLine) - Math.max(startLine, range.startLine) + 1),
      0,
    );
    return shown >= MOSTLY * (endLine - startLine + 1);
  };
}

/** Nearer places of a file are one range: it takes one call to read them, and fewer tokens to name them. */
const WIDEST_GAP = 60;
const MAX_LINES = 250;
const MAX_NAMES = 2;

/** Files in the order of their best places, the places of each by line. A file is cited as its best place. */
function groupByFile(
  places: readonly MapEntry[],
  citations: ReadonlyMap<string, string>,
): readonly MapFile[] {
  const byPath = new Map<string, MapEntry[]>();
  for (const place of places) {
    const ofFile = byPath.get(place.path);
    if (ofFile === undefined) byPath.set(place.path, [place]);
    else ofFile.push(place);
  }
  return [...byPath].map(([path, ofFile]) => {
    const citation = citations.get(ofFile[0]?.id ?? '');
    const cited = citation === undefined ? {} : { citation };
    return { path, places: joinNear(ofFile).map((place) => ({ ...place, ...cited })), ...cited };
  });
}

function joinNear(places: readonly MapEntry[]): MapEntry[] {
  const joined: { place: MapEntry; names: Set<string> }[] = [];
  const rank = new Map(places.map((place, index) => [place.id, index]));
  for (const place of places.toSorted((a, b) => a.startLine - b.startLine || a.endLine - b.endLine)) {
    const last = joined.at(-1);
    const endLine = Math.max(place.endLine, last?.place.endLine ?? 0);
    if (
      last === undefined ||
      place.startLine - last.place.endLine > WIDEST_GAP + 1 ||
      (endLine - last.place.startLine >= MAX_LINES && place.startLine > last.place.endLine)
    ) {
      joined.push({ place, names: new Set(namesOf(place)) });
      continue;
    }
    const better = rank.get(place.id)! < rank.get(last.place.id)! ? place : last.place;
    last.place = { ...better, startLine: last.place.startLine, endLine };
    for (const name of namesOf(place)) last.names.add(name);
  }
  return joined.map(({ place, names }) => ({ ...place, name: shortNames([...names]) }));
}

/** Definitions only: what is between them is named after the file. */
function namesOf({ name, path }: MapEntry): string[] {
  return name.split(', ').filter((each) => each !== path && !path.endsWith(`/${each}`));
}

const LONGEST_NAME = 40;

function shortNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    if (name.length <= LONGEST_NAME) return name;
    return `${name.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, '')}…`;
  });
  return names.length > MAX_NAMES ? `${shown.join(', ')} …` : shown.join(', ');
}

function entryOf({ item, lines, startLine }: Passage): MapEntry[] {
  const path = item.location?.path;
  if (path === undefined || startLine === undefined) return [];
  const { id, source, name } = item;
  return [
    { id, source, name, path, startLine, endLine: startLine + lines.length - 1, why: whyOf(item.reasons) },
  ];
}

/** Rules that say something of the file rather than of the question. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'name',
  'role',
  'superseded',
  'importance',
  'recent',
  'file',
  'usage',
]);
const LONGEST_DETAIL = 40;

/** The reason that counts most, in a word or two. */
function whyOf(reasons: ContextItem['reasons']): string {
  const telling = reasons.filter(({ rule }: Reason) => !OF_THE_FILE.has(rule));
  const [best] = telling.toSorted((a, b) => b.score - a.score);
  if (best === undefined) return 'near';
  const { rule, detail } = best;
  return detail === undefined || detail.length > LONGEST_DETAIL || rule === 'definition' ? rule : detail;
}
