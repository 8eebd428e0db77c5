import type { Engine } from './engine.ts';
import type { RecordStore } from './store.ts';

/** What is remembered, tried and said in the engine's project, of its owner alone. */
export async function recordsOf(engine: Pick<Engine, 'store' | 'scope'>): Promise<RecordStore> {
  return (await engine.store()).records(engine.scope);
}
