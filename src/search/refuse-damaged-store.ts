import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { Store } from '../core/store.ts';

/** A server is asked often, and a check reads the whole store. */
const CHECKED_EVERY_MS = 60_000;

const checkedAt = new WeakMap<Store, number>();

/** Damage makes content look absent, so a store is checked before anyone is told "nothing". */
export async function refuseDamagedStore(engine: Pick<Engine, 'store'>, now: number): Promise<void> {
  const store = await engine.store();
  if (now - (checkedAt.get(store) ?? Number.NEGATIVE_INFINITY) < CHECKED_EVERY_MS) return;
  const [finding] = await store.check({ quick: true });
  if (finding === undefined) {
    checkedAt.set(store, now);
    return;
  }
  throw new DossierError(
    'store-corrupt',
    `The store is damaged (${finding}), so what was asked for may be there. Rebuild it with \`dossier index --rebuild\`.`,
  );
}
