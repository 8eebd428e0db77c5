import type { AssembleOptions, MapEntry } from '../core/context.ts';
import type { ContextItem, Reason } from '../core/item.ts';
import type { TokenCounter } from '../core/ports.ts';
import type { Block } from './block.ts';
import type { Passage } from './passage.ts';
import type { Layout } from './render/layout.ts';
import { renderDocument } from './render/render-document.ts';

/** A document with how many tokens it has and what its map names. */
export interface Rendered {
  readonly text: string;
  readonly tokens: number;
  readonly map: readonly MapEntry[];
}

/** More lines than this are a listing that nobody reads. */
const MOST_ENTRIES = 60;

/**
 * Renders blocks and, within `options.map` tokens, a line for each of the best passages that are not among them.
 * Entries go as long as the whole text is over its budget.
 */
export function mapRenderer(tools: {
  readonly counter: TokenCounter;
  readonly options: AssembleOptions;
  readonly layout: Layout;
  readonly citations: ReadonlyMap<string, string>;
  readonly note: string;
}): (blocks: readonly Block[], others: readonly Passage[]) => Rendered {
  const { counter, options, layout, citations, note } = tools;
  const print = (blocks: readonly Block[], entries: readonly MapEntry[]): Rendered => {
    const text = renderDocument(layout, blocks, options, { note, entries });
    return { text, tokens: counter.count(text), map: entries };
  };
  return (blocks, others) => {
    let left = options.map - counter.count(layout.map.open(note) + layout.map.close);
    const entries: MapEntry[] = [];
    for (const passage of left > 0 ? others : []) {
      const entry = entryOf(passage, options.citations ? citations.get(passage.item.id) : undefined);
      if (entry === undefined) continue;
      left -= counter.count(layout.map.entry(entry) + layout.map.between);
      if (left < 0 || entries.length === MOST_ENTRIES) break;
      entries.push(entry);
    }
    let document = print(blocks, entries);
    for (let step = 1; document.tokens > options.maxTokens && document.map.length > 0; step *= 2) {
      document = print(blocks, document.map.slice(0, -step));
    }
    return document;
  };
}

function entryOf({ item, lines, startLine }: Passage, citation: string | undefined): MapEntry | undefined {
  const path = item.location?.path;
  if (path === undefined || startLine === undefined) return undefined;
  return {
    id: item.id,
    source: item.source,
    name: shortName(item),
    path,
    startLine,
    endLine: startLine + lines.length - 1,
    why: whyOf(item.reasons),
    ...(citation === undefined ? {} : { citation }),
  };
}

const LONGEST_NAME = 60;

function shortName({ name }: ContextItem): string {
  return name.length <= LONGEST_NAME
    ? name
    : `${name.slice(0, LONGEST_NAME).replace(/[\uD800-\uDBFF]$/, '')}…`;
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
function whyOf(reasons: readonly Reason[]): string {
  const telling = reasons.filter(({ rule }) => !OF_THE_FILE.has(rule));
  const [best] = telling.toSorted((a, b) => b.score - a.score);
  if (best === undefined) return 'near';
  const { rule, detail } = best;
  return detail === undefined || detail.length > LONGEST_DETAIL || rule === 'definition' ? rule : detail;
}
