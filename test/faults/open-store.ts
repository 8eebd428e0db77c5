import { openPostgresStore } from '../../src/adapters/stores/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../src/adapters/stores/sqlite/open-sqlite-store.ts';
import type { Store } from '../../src/core/store.ts';

/** A file, or a server when the place is an address. */
export function openStore(place: string): Promise<Store> {
  return place.startsWith('postgres') ? openPostgresStore({ url: place }) : openSqliteStore({ path: place });
}
