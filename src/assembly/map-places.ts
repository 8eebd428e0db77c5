import type { AssembleOptions, MapEntry } from '../core/context.ts';
import type { ContextItem, Reason } from '../core/item.ts';
import type { TokenCounter } from '../core/ports.ts';
import { firstCharacters } from '../core/text/first-characters.ts';
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
const FOUND_FIRST = 3;
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
  const cited = options.citations ? citations : NONE;
  const print = (blocks: readonly Block[], places: readonly MapEntry[]): Rendered => {
    const files = groupByFile(places, cited);
    const text = renderDocument(layout, blocks, options, { note, files });
    return { text, tokens: counter.count(text), map: files.flatMap((file) => file.places) };
  };
  return (blocks, others, room) => {
    let left = room - counter.count(layout.map.open(note) + layout.map.close);
    const chosen: MapEntry[] = [];
    const files = new Map<string, { readonly places: readonly RankedPlace[]; readonly cost: number }>();
    for (const place of left > 0 ? placesToName(blocks, others, beside) : []) {
      if (left < MIN_TOKENS) break;
      const before = files.get(place.path);
      const places = insertByLine(before?.places ?? [], rankedPlace(place, chosen.length));
      const cost = counter.count(layout.map.file(fileOf(places, cited)) + layout.map.between);
      const more = cost - (before?.cost ?? 0);
      if (more > left) continue;
      left -= more;
      files.set(place.path, { places, cost });
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
const WIDEST_GAP = 90;
const MAX_LINES = 250;
/** A second name takes as many tokens as half of another place. */
const MAX_NAMES = 1;

/** A place of a file with its position among those chosen, best first. */
interface RankedPlace {
  readonly place: MapEntry;
  readonly names: readonly string[];
  readonly rank: number;
}

function rankedPlace(place: MapEntry, rank: number): RankedPlace {
  return { place, names: namesOf(place), rank };
}

function isBefore({ place: a }: RankedPlace, { place: b }: RankedPlace): boolean {
  return a.startLine < b.startLine || (a.startLine === b.startLine && a.endLine < b.endLine);
}

function insertByLine(places: readonly RankedPlace[], added: RankedPlace): readonly RankedPlace[] {
  let at = places.length;
  while (at > 0 && isBefore(added, places[at - 1]!)) at--;
  return places.toSpliced(at, 0, added);
}

/** Files in the order of their best places. */
function groupByFile(
  places: readonly MapEntry[],
  citations: ReadonlyMap<string, string>,
): readonly MapFile[] {
  const byPath = new Map<string, readonly RankedPlace[]>();
  for (const [rank, place] of places.entries()) {
    byPath.set(place.path, insertByLine(byPath.get(place.path) ?? [], rankedPlace(place, rank)));
  }
  return [...byPath.values()].map((ofFile) => fileOf(ofFile, citations));
}

/** The places of a file, given by line. It is cited as its best place. */
function fileOf(places: readonly RankedPlace[], citations: ReadonlyMap<string, string>): MapFile {
  const best = bestOf(places);
  const citation = citations.get(best.place.id);
  const cited = citation === undefined ? {} : { citation };
  const joined = joinNear(places).map((range) => {
    const { startLine, endLine } = range;
    const name = shortNames(bestNames(range.places));
    return { ...bestOf(range.places).place, startLine, endLine, name, ...cited };
  });
  return { path: best.place.path, places: joined, ...cited };
}

function bestOf(places: readonly RankedPlace[]): RankedPlace {
  return places.reduce((first, place) => (place.rank < first.rank ? place : first));
}

/**
 * The distinct names of places, best first: one more than is shown, to tell whether that is all. A file may have hundreds of
 * places and is printed anew for each, so they are not sorted.
 */
function bestNames(places: readonly RankedPlace[]): readonly string[] {
  const named: string[] = [];
  for (let after = Number.NEGATIVE_INFINITY; named.length <= MAX_NAMES; ) {
    let next: RankedPlace | undefined;
    for (const place of places) {
      if (place.rank <= after || (next !== undefined && place.rank > next.rank)) continue;
      if (place.names.some((name) => !named.includes(name))) next = place;
    }
    if (next === undefined) break;
    after = next.rank;
    for (const name of next.names) if (!named.includes(name)) named.push(name);
  }
  return named;
}

/** Several places near each other; the best of them give the range its name. */
interface JoinedPlace {
  readonly startLine: number;
  endLine: number;
  readonly places: RankedPlace[];
}

function joinNear(places: readonly RankedPlace[]): readonly JoinedPlace[] {
  const joined: JoinedPlace[] = [];
  for (const next of places) {
    const { startLine, endLine } = next.place;
    let last = joined.at(-1);
    const end = Math.max(endLine, last?.endLine ?? 0);
    if (
      last === undefined ||
      startLine - last.endLine > WIDEST_GAP + 1 ||
      (end - last.startLine >= MAX_LINES && startLine > last.endLine)
    ) {
      last = { startLine, endLine, places: [next] };
      joined.push(last);
    } else {
      last.endLine = end;
      last.places.push(next);
    }
  }
  return joined;
}

/** Definitions only: what is between them is named after the file. */
function namesOf({ name, path }: MapEntry): string[] {
  return name.split(', ').filter((each) => each !== path && !path.endsWith(`/${each}`));
}

const LONGEST_NAME = 40;

function shortNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    if (name.length <= LONGEST_NAME) return name;
    return `${firstCharacters(name, LONGEST_NAME)}…`;
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

/** Rules about the file rather than the question. */
const OF_THE_FILE: ReadonlySet<string> = new Set([
  'name',
  'role',
  'superseded',
  'importance',
  'recent',
  'file',
  'tests',
  'folder',
  'usage',
  'worth',
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
