import type { Engine } from './engine.ts';

const KEY = 'citationSalt';

/** A random text stored in the project's index for citation ids; undefined before the first indexing. */
export async function citationSalt(engine: Pick<Engine, 'store' | 'scope'>): Promise<string | undefined> {
  return (await engine.store()).index(engine.scope).getMeta(KEY);
}

/** Created once, so that ids stay stable for as long as the store lasts. */
export async function keepCitationSalt(
  engine: Pick<Engine, 'store' | 'scope' | 'tokenHasher'>,
): Promise<void> {
  if ((await citationSalt(engine)) !== undefined) return;
  await (await engine.store()).index(engine.scope).setMeta(KEY, engine.tokenHasher.create());
}
