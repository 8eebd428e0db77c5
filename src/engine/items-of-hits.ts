import { hashText } from '../core/hash.ts';
import type { ContextItem } from '../core/item.ts';
import type { Hit } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { joinNeighbours } from '../retrieval/join-neighbours.ts';
import type { Engine } from './engine.ts';

/** As many of the hits as a budget can need, as items; parts next to each other in a file are one item. */
export async function itemsForBudget(
  engine: Engine,
  hits: readonly Hit[],
  maxTokens: number,
): Promise<ContextItem[]> {
  const index = (await engine.store()).index(engine.scope);
  const items = await itemsOfHits(index, enoughFor(hits, maxTokens));
  return joinNeighbours(items, await unchangedFiles(engine, index, items));
}

/** A line of code has about ten tokens; so much more than fits is loaded, as some of it will be dropped. */
const TOKENS_PER_LINE = 10;
const RESERVE = 2;
const FEWEST_ITEMS = 10;

function enoughFor(hits: readonly Hit[], maxTokens: number): readonly Hit[] {
  let lines = 0;
  const enough = hits.findIndex((hit, place) => {
    lines += hit.endLine - hit.startLine + 1;
    return place >= FEWEST_ITEMS && lines * TOKENS_PER_LINE > maxTokens * RESERVE;
  });
  return enough < 0 ? hits : hits.slice(0, enough);
}

/** Hits as items, with the stored text for the case that the file is gone. */
export async function itemsOfHits(index: IndexStore, hits: readonly Hit[]): Promise<ContextItem[]> {
  const chunks = await index.chunks(hits.map(({ id }) => id));
  const texts = new Map(chunks.map(({ id, text }) => [id, text]));
  return hits.map((hit) => {
    const content = texts.get(hit.id) ?? '';
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
        contentHash: hashText(content),
      },
      relevance: hit.score,
      reasons: [...hit.reasons],
    };
  });
}

/** The files of items that are on disk as they were indexed, with their lines. */
async function unchangedFiles(
  engine: Engine,
  index: IndexStore,
  items: readonly ContextItem[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const reader = await engine.reader();
  const paths = [...new Set(items.flatMap(({ location }) => location?.path ?? []))];
  const indexed = new Map((await index.files(paths)).map((file) => [file.path, file.contentHash]));
  const found = await Promise.all(
    paths.map(async (path) => {
      const file = await reader.read(path);
      return typeof file === 'string' || file.contentHash !== indexed.get(path)
        ? []
        : [[path, file.lines] as const];
    }),
  );
  return new Map(found.flat());
}
