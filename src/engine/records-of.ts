import type { RecordStore } from '../core/store.ts';
import type { Engine } from './engine.ts';

/** What is remembered, tried and said in the engine's project, of its owner alone. */
export async function recordsOf(engine: Pick<Engine, 'store' | 'scope'>): Promise<RecordStore> {
  return (await engine.store()).records(engine.scope);
}
