import type { Engine } from '../core/engine.ts';
import type { ContextItem, Location } from '../core/item.ts';
import type { SourceFile, SourceReader } from '../core/ports.ts';
import type { Hit } from '../core/query.ts';
import { readFiles } from '../core/read-files.ts';
import type { FileRow } from '../core/store.ts';
import { hashLineSpan, hashText } from '../core/text/hash.ts';
import { maskSecretsIn } from '../core/text/mask-secrets.ts';
import { isMaskedOtherwise, maskedHashes } from '../indexing/mask-rules.ts';
import { mergeAdjacent, UNKNOWN } from './merge-adjacent.ts';

/** Hits as items, each with its text. */
export async function itemsFromFiles(engine: Engine, hits: readonly Hit[]): Promise<ContextItem[]> {
  return [...(await readItems(engine, unreadItems(hits))).items];
}

/** Hits as items without their text, until `readItems` reads it. */
export function unreadItems(hits: readonly Hit[]): ContextItem[] {
  return hits.map((hit) => itemOf(hit, '', hit.contentHash));
}

/** Items, and the ids of those whose files were not read: they are as indexed. */
export interface ReadItems {
  readonly items: readonly ContextItem[];
  readonly unread: ReadonlySet<string>;
}

/** How many items are read: those that can be printed. Default: all. */
interface ReadingOptions {
  /** The items of this many tokens, estimated. */
  readonly tokens: number;
  /** Weaker items are never printed. */
  readonly leastRelevance: number;
  /** Ids of items that are read in any case. */
  readonly pin: readonly string[];
}

/**
 * Gives items their text, best first. Files beyond the wanted tokens are not read if they are as they were indexed.
 * Unchanged lines come from the file; only for others the stored text is unpacked.
 */
export async function readItems(
  engine: Engine,
  items: readonly ContextItem[],
  options?: ReadingOptions,
): Promise<ReadItems> {
  const waiting = items.filter(isWaiting);
  const index = (await engine.store()).index(engine.scope);
  const reader = await engine.reader();
  const rows = await index.files([...new Set(waiting.map(({ location }) => location.path))]);
  const skipped =
    options === undefined ? NONE : await unchangedBeyond(reader, rows, wantedPaths(waiting, options));
  const read = waiting.filter(({ location }) => !skipped.has(location.path));
  const files = await readFiles(
    reader,
    read.map(({ location }) => location.path),
    await maskedHashes(index, engine.config.secrets, rows),
  );
  const texts = new Map<string, ContextItem>();
  const moved: UnreadItem[] = [];
  for (const item of read) {
    const { path, startLine, endLine } = item.location;
    const file = files.get(path);
    if (file === undefined || typeof file === 'string' || !isUnchanged(item.location, file)) moved.push(item);
    else texts.set(item.id, { ...item, content: file.lines.slice(startLine - 1, endLine).join('\n') });
  }
  for (const item of await withStoredText(engine, moved)) texts.set(item.id, item);
  return {
    items: items.map((item) => texts.get(item.id) ?? item),
    unread: new Set(waiting.flatMap(({ id, location }) => (skipped.has(location.path) ? [id] : []))),
  };
}

const NONE: ReadonlySet<string> = new Set();

type UnreadItem = ContextItem & { readonly location: Location & { readonly contentHash: string } };

function isWaiting(item: ContextItem): item is UnreadItem {
  return item.content === '' && item.location?.contentHash !== undefined;
}

/** The files of the best items, until those have about so many tokens. */
function wantedPaths(
  waiting: readonly UnreadItem[],
  { tokens, leastRelevance, pin }: ReadingOptions,
): ReadonlySet<string> {
  const pinned = new Set(pin);
  const paths = new Set<string>();
  let lines = 0;
  for (const [place, { id, location, relevance }] of waiting.entries()) {
    const isBeyond = place >= MIN_ITEMS && (lines * TOKENS_PER_LINE > tokens || relevance < leastRelevance);
    if (isBeyond && !pinned.has(id)) continue;
    lines += location.endLine - location.startLine + 1;
    paths.add(location.path);
  }
  return paths;
}

/** The files that are not wanted and unchanged since indexing, judged by size and time. */
async function unchangedBeyond(
  reader: SourceReader,
  rows: readonly FileRow[],
  wanted: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const unchanged = new Set<string>();
  for (const { path, size, modifiedAt } of rows) {
    const found = wanted.has(path) ? undefined : await reader.stat(path);
    if (typeof found === 'object' && found.size === size && found.modifiedAt === modifiedAt)
      unchanged.add(path);
  }
  return unchanged;
}

function isUnchanged(
  { startLine, endLine, contentHash }: Pick<Location, 'startLine' | 'endLine' | 'contentHash'>,
  { lines }: SourceFile,
): boolean {
  return hashLineSpan(lines, startLine, endLine) === contentHash;
}

/**
 * Merges adjacent parts of files unchanged since indexing: the best hits that a budget could hold among themselves, and
 * the rest among themselves. A weak neighbour from far down the list would only lengthen a good block.
 */
export async function mergeParts(
  engine: Engine,
  { items, unread }: ReadItems,
  maxTokens: number,
): Promise<ContextItem[]> {
  const count = enoughFor(items, maxTokens);
  const skipped = items.filter(({ id }) => unread.has(id));
  const files = new Map([
    ...(await unchangedFiles(
      engine,
      items.filter(({ id }) => !unread.has(id)),
    )),
    ...skipped.flatMap(({ location }) => (location === undefined ? [] : [[location.path, UNKNOWN] as const])),
  ]);
  return [items.slice(0, count), items.slice(count)].flatMap((part) => mergeAdjacent(part, files));
}

/** A line of code has about ten tokens. */
const TOKENS_PER_LINE = 10;
const MIN_ITEMS = 5;

function enoughFor(items: readonly ContextItem[], maxTokens: number): number {
  let lines = 0;
  const enough = items.findIndex(({ location }, place) => {
    lines += location === undefined ? 0 : location.endLine - location.startLine + 1;
    return place >= MIN_ITEMS && lines * TOKENS_PER_LINE > maxTokens;
  });
  return enough < 0 ? items.length : enough;
}

/** Hits as items with their stored text. */
export async function itemsOfHits(engine: Engine, hits: readonly Hit[]): Promise<ContextItem[]> {
  return withStoredText(engine, unreadItems(hits));
}

/**
 * Items of hits with their stored text, in case the file no longer exists. A text that was stored under other mask
 * rules may hold what those of today mask.
 */
async function withStoredText(engine: Engine, items: readonly ContextItem[]): Promise<ContextItem[]> {
  if (items.length === 0) return [];
  const index = (await engine.store()).index(engine.scope);
  const { secrets } = engine.config;
  const chunks = await index.chunks(items.map(({ id }) => id));
  const masks = await isMaskedOtherwise(index, secrets);
  const texts = new Map(chunks.map(({ id, text }) => [id, masks ? maskSecretsIn(text, secrets).text : text]));
  return items.map((item) => {
    const content = texts.get(item.id) ?? '';
    return {
      ...item,
      content,
      ...(item.location && { location: { ...item.location, contentHash: hashText(content) } }),
    };
  });
}

function itemOf(hit: Hit, content: string, contentHash: string): ContextItem {
  return {
    id: hit.id,
    source: hit.source,
    entityType: hit.entityType,
    name: hit.name,
    qualifiedName: hit.qualifiedName,
    content,
    location: {
      path: hit.path,
      startLine: hit.startLine,
      endLine: hit.endLine,
      language: hit.language,
      contentHash,
    },
    relevance: hit.score,
    reasons: [...hit.reasons],
    ...(hit.docLines === undefined || hit.source !== 'code'
      ? {}
      : { metadata: { source: 'code', docLines: hit.docLines } }),
  };
}

/** The lines of the files whose items are all still where they were indexed. */
async function unchangedFiles(
  engine: Pick<Engine, 'reader'>,
  items: readonly ContextItem[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const byPath = new Map<string, Location[]>();
  for (const { location } of items) {
    if (location === undefined) continue;
    const present = byPath.get(location.path);
    if (present === undefined) byPath.set(location.path, [location]);
    else present.push(location);
  }
  const files = await readFiles(await engine.reader(), byPath.keys());
  return new Map(
    [...files].flatMap(([path, file]) => {
      if (typeof file === 'string') return [];
      const all = byPath.get(path) ?? [];
      return all.every((location) => isUnchanged(location, file)) ? [[path, file.lines] as const] : [];
    }),
  );
}
