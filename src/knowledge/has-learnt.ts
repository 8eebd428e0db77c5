import { type Engine, recordsOf } from '../core/engine.ts';
import type { SourceKind } from '../core/vocabulary.ts';

/** By name: what these kinds are made of takes longer to load than a hook has. */
const LEARNT = ['memory', 'experience', 'value'] as const satisfies readonly SourceKind[];

/** Which kinds of records there are, of those that a prompt may be told of. */
export async function hasLearnt(engine: Engine): Promise<ReadonlySet<(typeof LEARNT)[number]>> {
  const records = await recordsOf(engine);
  const counts = await Promise.all(LEARNT.map((kind) => records.count(kind)));
  return new Set(LEARNT.filter((_, index) => (counts[index] ?? 0) > 0));
}
