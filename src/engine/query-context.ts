import type { AssembleOptions, Context } from '../core/context.ts';
import { hashText } from '../core/hash.ts';
import type { ContextItem } from '../core/item.ts';
import type { Hit, SearchOptions } from '../core/query.ts';
import type { IndexStore } from '../core/store.ts';
import { joinNeighbours } from '../retrieval/join-neighbours.ts';
import type { QueryKind } from '../retrieval/parse-query.ts';
import { assembleItems } from './assemble-items.ts';
import { deliver } from './deliver.ts';
import type { Engine } from './engine.ts';
import { type SearchCall, searchProject } from './search-project.ts';
import { startStopwatch } from './stopwatch.ts';

export interface QueriedContext extends Context {
  readonly query: {
    readonly kind: QueryKind;
    /** 0..1: how sure it is that the index holds what was asked for. */
    readonly evidence: number;
    readonly nothingRelevant: boolean;
  };
}

/** Searches, reads the real lines of what was found, and puts them into a context that fits. */
export async function queryContext(
  engine: Engine,
  text: string,
  options: SearchOptions & AssembleOptions,
  call: SearchCall & {
    /** What this session was given before is named in one line, unless it is wanted afresh. */
    readonly session?: string | undefined;
    readonly fresh?: boolean;
  },
): Promise<QueriedContext> {
  const stopwatch = startStopwatch();
  const found = await searchProject(engine, text, options, call);
  stopwatch.mark('search');
  const { session, fresh = false } = call;
  // Some of the best may have been sent already, so more of the others may come to be needed.
  const reserve = session === undefined || fresh ? 1 : 3;
  const index = (await engine.store()).index(engine.scope);
  const items = await itemsOfHits(index, enoughFor(found.hits, options.maxTokens * reserve));
  const context = await deliver(
    engine,
    { operation: 'query', query: text, session, again: fresh, items },
    options,
    call.now,
  );
  const nothing = found.nothingRelevant
    ? ['Nothing relevant was found: the index does not seem to hold what the query is about.']
    : [];
  return {
    ...context,
    query: { kind: found.query.kind, evidence: found.evidence, nothingRelevant: found.nothingRelevant },
    stats: {
      ...context.stats,
      retrieved: found.hits.length,
      millisecondsPerStage: { ...stopwatch.milliseconds, ...context.stats.millisecondsPerStage },
    },
    warnings: [...nothing, ...found.warnings, ...context.warnings],
  };
}

/** Reads and fits what a search found; also for budgets tried one after another on the same hits. */
export async function contextOfHits(
  engine: Engine,
  hits: readonly Hit[],
  options: AssembleOptions,
): Promise<Context> {
  const index = (await engine.store()).index(engine.scope);
  return assembleItems(engine, await itemsOfHits(index, enoughFor(hits, options.maxTokens)), options);
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
  const found = await Promise.all(
    paths.map(async (path) => {
      const [file, rows] = await Promise.all([reader.read(path), index.filesEndingWith(path)]);
      const row = rows.find((each) => each.path === path);
      return typeof file === 'string' || file.contentHash !== row?.contentHash
        ? []
        : [[path, file.lines] as const];
    }),
  );
  return new Map(found.flat());
}
