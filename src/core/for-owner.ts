import type { Engine } from './engine.ts';

/** The same project, store and parts for another owner; the two see nothing of each other's. */
export function forOwner(engine: Engine, owner: string): Engine {
  return { ...engine, config: { ...engine.config, owner }, scope: { ...engine.scope, owner } };
}
