import { chunksOfUnits } from '../chunks-of-units.ts';
import type { Signal, Strategy, StrategyInput } from './strategy.ts';

/** How many of the best hits have their relations followed. */
const FOLLOWED_HITS = 8;
/** A unit with more callers than this is used everywhere; its callers say nothing. */
const MAX_NEIGHBOURS = 12;

/**
 * What the best hits call, and what calls them: strength is the hit's share of the best score, less with many
 * neighbours.
 */
export const graph: Strategy = {
  name: 'graph',
  kinds: { neighbour: { weight: 0.08 } },
  followsRanking: true,
  find: neighbours,
};

async function neighbours({ index, filter, ranked }: StrategyInput): Promise<readonly Signal[]> {
  const top = ranked[0]?.score ?? 0;
  const hits = ranked.filter(({ chunk }) => chunk.unitId !== undefined).slice(0, FOLLOWED_HITS);
  const shares = new Map(hits.map(({ chunk, score }) => [chunk.unitId ?? '', score / top]));
  if (shares.size === 0) return [];
  const ids = [...shares.keys()];
  const names = new Map(hits.map(({ chunk }) => [chunk.unitId ?? '', chunk.qualifiedName]));
  const [from, to] = await Promise.all([
    index.relationsFrom(ids, ['calls', 'extends', 'implements', 'references']),
    index.relationsTo(ids, ['calls', 'extends', 'implements']),
  ]);
  const found = new Map<string, { strength: number; detail: string }>();
  const add = (id: string | undefined, origin: string | undefined, neighbours: number, words: string) => {
    if (id === undefined || origin === undefined || neighbours > MAX_NEIGHBOURS) return;
    const strength = (shares.get(origin) ?? 0) / Math.sqrt(neighbours);
    if (strength > (found.get(id)?.strength ?? 0)) {
      found.set(id, { strength, detail: `${words} ${names.get(origin) ?? ''}` });
    }
  };
  const calledBy = countBy(from, ({ fromUnitId }) => fromUnitId);
  const callersOf = countBy(to, ({ toUnitId }) => toUnitId);
  for (const { fromUnitId, toUnitId } of from)
    add(toUnitId, fromUnitId, calledBy.get(fromUnitId) ?? 1, 'used by');
  for (const { fromUnitId, toUnitId } of to) add(fromUnitId, toUnitId, callersOf.get(toUnitId) ?? 1, 'uses');
  const units = await index.units([...found.keys()]);
  return (await chunksOfUnits(index, units, filter))
    .filter(({ isStart }) => isStart)
    .map(({ chunk, unit }) => ({ kind: 'neighbour', chunk, ...found.get(unit.id)! }));
}

function countBy<Row, Key>(rows: readonly Row[], key: (row: Row) => Key): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const row of rows) counts.set(key(row), (counts.get(key(row)) ?? 0) + 1);
  return counts;
}
