import type { Engine } from '../core/engine.ts';
import type { ContextItem, Location } from '../core/item.ts';
import type { SourceFile } from '../core/ports.ts';
import type { Hit } from '../core/query.ts';
import { readFiles } from '../core/read-files.ts';
import type { IndexStore } from '../core/store.ts';
import { hashLineSpan, hashText } from '../core/text/hash.ts';
import { maskedHashes } from '../indexing/mask-rules.ts';
import { mergeAdjacent } from './merge-adjacent.ts';

/**
 * Hits as items. A hit whose lines are unchanged takes its text from the file; only the others unpack the stored text.
 */
export async function itemsFromFiles(engine: Engine, hits: readonly Hit[]): Promise<ContextItem[]> {
  const index = (await engine.store()).index(engine.scope);
  const paths = [...new Set(hits.map(({ path }) => path))];
  const files = await readFiles(
    await engine.reader(),
    paths,
    await maskedHashes(index, engine.config.secrets, paths),
  );
  const texts = new Map<Hit, string>();
  for (const hit of hits) {
    const file = files.get(hit.path);
    if (file === undefined || typeof file === 'string' || !isUnchanged(hit, file)) continue;
    texts.set(hit, file.lines.slice(hit.startLine - 1, hit.endLine).join('\n'));
  }
  const moved = hits.filter((hit) => !texts.has(hit));
  const stored = moved.length === 0 ? [] : await itemsOfHits(index, moved);
  const byId = new Map(stored.map((item) => [item.id, item]));
  return hits.map((hit) => byId.get(hit.id) ?? itemOf(hit, texts.get(hit) ?? '', hit.contentHash));
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
  items: readonly ContextItem[],
  maxTokens: number,
): Promise<ContextItem[]> {
  const count = enoughFor(items, maxTokens);
  const files = await unchangedFiles(engine, items);
  return [items.slice(0, count), items.slice(count)].flatMap((part) => mergeAdjacent(part, files));
}

/** A line of code has about ten tokens, and some merged items will be dropped. */
const TOKENS_PER_LINE = 10;
const RESERVE = 2;
const MIN_ITEMS = 10;

function enoughFor(items: readonly ContextItem[], maxTokens: number): number {
  let lines = 0;
  const enough = items.findIndex(({ location }, place) => {
    lines += location === undefined ? 0 : location.endLine - location.startLine + 1;
    return place >= MIN_ITEMS && lines * TOKENS_PER_LINE > maxTokens * RESERVE;
  });
  return enough < 0 ? items.length : enough;
}

/** Hits as items with their stored text, in case the file no longer exists. */
export async function itemsOfHits(index: IndexStore, hits: readonly Hit[]): Promise<ContextItem[]> {
  const chunks = await index.chunks(hits.map(({ id }) => id));
  const texts = new Map(chunks.map(({ id, text }) => [id, text]));
  return hits.map((hit) => {
    const content = texts.get(hit.id) ?? '';
    return itemOf(hit, content, hashText(content));
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
