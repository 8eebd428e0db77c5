import { termsOf } from '../core/terms.ts';
import type { Engine } from './engine.ts';
import { chunkItem, type Found } from './prime-sources.ts';

/** A BM25 score that counts as half certain. */
const HALF_CERTAIN = 10;

/** The parts of the project that match the message best. */
export async function searchForTurn(
  engine: Engine,
  message: string,
  options: { readonly paths: readonly string[]; readonly limit: number },
): Promise<Found> {
  const index = (await engine.store()).index(engine.scope);
  const terms = [...new Set(termsOf(message))].map((term) => ({ term, weight: 1 }));
  const found = await index.matchTerms(terms, {
    limit: options.limit,
    fields: { name: 3, path: 2, doc: 1.5, body: 1 },
    ...(options.paths.length === 0 ? {} : { filter: { paths: options.paths } }),
  });
  const scores = new Map(found.map(({ chunk, score }) => [chunk.id, score / (score + HALF_CERTAIN)]));
  const chunks = await index.chunks([...scores.keys()]);
  return { items: chunks.map((chunk) => chunkItem(chunk, scores.get(chunk.id) ?? 0)), warnings: [] };
}
