import type { UnitRow } from '../../core/store.ts';
import { accepts, chunksOfUnits } from '../chunks-of-units.ts';
import type { Signal, Strategy, StrategyInput } from './strategy.ts';

const MAX_NAMES = 4;
const SIMILAR_PER_NAME = 8;
/** An eight-letter name with two letters swapped still shares this part of its trigrams. */
const MIN_SIMILARITY = 0.4;

/** Names and paths spelt nearly like the query's; used only when nothing has the exact name. */
export const fuzzy: Strategy = {
  name: 'fuzzy',
  kinds: { 'similar-name': { weight: 0.5 } },
  find: similarNames,
};

async function similarNames({ index, query, terms, filter }: StrategyInput): Promise<readonly Signal[]> {
  const signals: Signal[] = [];
  for (const name of await unknownNames({ index, query, terms })) {
    const similar = await index.similarNames(name, { limit: SIMILAR_PER_NAME, minimum: MIN_SIMILARITY });
    const units = new Map<UnitRow, number>();
    const paths = new Map<string, number>();
    for (const { unit, path, similarity } of similar) {
      if (unit === undefined) paths.set(path, similarity);
      else units.set(unit, similarity);
    }
    for (const { chunk, unit, isStart } of await chunksOfUnits(index, [...units.keys()], filter)) {
      if (!isStart) continue;
      const strength = units.get(unit) ?? 0;
      signals.push({ kind: 'similar-name', chunk, strength, detail: `${name} ~ ${unit.qualifiedName}` });
    }
    for (const chunk of await index.chunksOfFiles([...paths.keys()])) {
      if (!accepts(filter, chunk) || chunk.startLine > FIRST_LINES) continue;
      const strength = paths.get(chunk.path) ?? 0;
      signals.push({ kind: 'similar-name', chunk, strength, detail: `${name} ~ ${chunk.path}` });
    }
  }
  return signals;
}

/** A file found by its name alone is shown from its start. */
const FIRST_LINES = 40;

async function unknownNames({
  index,
  query,
  terms,
}: Pick<StrategyInput, 'index' | 'query' | 'terms'>): Promise<readonly string[]> {
  const single = query.kind === 'symbol' || query.kind === 'path';
  const unknown = new Set(terms.filter(({ known }) => !known).map(({ term }) => term));
  const names = single ? [query.text] : query.symbols.filter((name) => unknown.has(name.toLowerCase()));
  const candidates = names.slice(0, MAX_NAMES);
  if (candidates.length === 0) return [];
  if (!single) return candidates;
  const exact = await index.unitsNamed(candidates, { limit: 1 });
  return exact.length > 0 ? [] : candidates;
}
