import type { Engine } from '../core/engine.ts';
import type { Embedder } from '../core/ports.ts';
import type { FileRow } from '../core/store.ts';
import { WordCounter } from '../core/text/chunk-words.ts';
import { hashText } from '../core/text/hash.ts';
import { withTimeLimit } from '../core/with-time-limit.ts';
import { beginFormat } from '../indexing/index-format.ts';
import { TOPICS } from '../sessions/projects.ts';
import { modelMilliseconds } from './search-project.ts';
import { LONGEST_TEXT } from './strategies/semantic.ts';
import { topicsOf } from './topics.ts';

/** 64 kB a project; half as many find the right project half a point less often. */
const MAX_TOPICS = 256;
/** Grouping this many takes 0.9 s of processor time; 8,000 find no more. */
const MAX_VECTORS = 4000;

/**
 * Brings the topics of a project up to date: entries without words, in an index of their own, because they would
 * change how common the words of the catalogue are. Nothing for a project without vectors.
 */
export async function putTopics(
  engine: Engine,
  { path, files, now }: { readonly path: string; readonly files: readonly FileRow[]; readonly now: number },
): Promise<void> {
  const store = await engine.store();
  const index = store.index(engine.scope);
  const { embeddingModel: model } = await index.state();
  if (model === undefined) return;
  const vectors = await index.sampleVectors(model, MAX_VECTORS);
  const state = hashText([model, vectors.length, ...files.map(({ contentHash }) => contentHash)].join(' '));
  const catalogue = store.index({ owner: engine.scope.owner, project: TOPICS });
  if ((await catalogue.getMeta(path)) === state) return;
  const counter = new WordCounter();
  const topics = topicsOf(vectors, MAX_TOPICS).map((vector, number) => {
    counter.endChunk();
    return { id: hashText(`${path} ${state} ${number}`), number, vector };
  });
  const file = {
    path,
    language: 'text',
    contentHash: state,
    size: 0,
    modifiedAt: now,
    lineCount: topics.length,
    role: 'source' as const,
  };
  const chunks = topics.map(({ id, number }) => ({
    id,
    path,
    startLine: number + 1,
    endLine: number + 1,
    text: '',
    contentHash: id,
  }));
  await catalogue.putFiles([{ file, units: [], chunks, words: counter.finish(), relations: [] }]);
  await catalogue.putVectors(model, topics);
  await beginFormat(catalogue);
  await catalogue.setMeta('indexedAt', String(now));
  await catalogue.setMeta(path, state);
}

/** Enough that the fifth project appears though the first has many topics near the question. */
const CANDIDATES = 1000;

/**
 * The topics nearest to a question, by path. None without a model, or when it fails: the search of the projects that
 * are picked by words says so.
 */
export async function nearestTopics(
  engine: Engine,
  text: string,
  { names, signal }: { readonly names: readonly string[]; readonly signal?: AbortSignal },
): Promise<readonly { readonly path: string; readonly score: number }[]> {
  const question = await vectorOf(engine, text, signal);
  if (question === undefined) return [];
  const { model, vector } = question;
  const topics = (await engine.store()).index({ owner: engine.scope.owner, project: TOPICS });
  const found = await topics.nearestChunks(vector, { model, limit: CANDIDATES, filter: { paths: names } });
  return found.map(({ chunk, score }) => ({ path: chunk.path, score }));
}

/** Undefined where there is none, or where it cannot be had. */
export async function embedderOf(engine: Engine): Promise<Embedder | undefined> {
  try {
    return await engine.embedder();
  } catch {
    return undefined;
  }
}

async function vectorOf(engine: Engine, text: string, signal: AbortSignal | undefined) {
  const embedder = await embedderOf(engine);
  if (embedder === undefined) return undefined;
  try {
    const vector = await withTimeLimit((ended) => embedder.embedQuery(text.slice(0, LONGEST_TEXT), ended), {
      what: 'The embedding model',
      milliseconds: modelMilliseconds(engine),
      ...(signal === undefined ? {} : { signal }),
    });
    return { model: embedder.model, vector };
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
