import type { Store } from '../../../core/store.ts';
import { rememberedHandles } from '../shared/remembered-handles.ts';
import { checkStore } from './check-store.ts';
import { openDatabase } from './database.ts';
import { postgresIndexStore } from './index-store.ts';
import { postgresRecordStore } from './record-store.ts';
import { replicatedDatabase } from './replicated-database.ts';
import { migrate } from './schema.ts';
import { scopeHandle } from './scope-handle.ts';
import { transfer } from './transfer.ts';

export interface PostgresStoreOptions {
  /** postgres://user:password@host:port/database; `?replica=` may name the address of a replica. */
  readonly url: string;
  /** A streaming replica that reads are served from. Default: the one named in the address, or none. */
  readonly replicaUrl?: string;
  /** How far behind the primary the replica's answers may be. Default one second. */
  readonly maxStalenessMs?: number;
  /** Schema the tables live in; made when missing. Default dossier. */
  readonly schema?: string;
  /** Connections held open at most. Default 10. */
  readonly poolSize?: number;
  /** No statement may take longer. Default 30 seconds. */
  readonly statementTimeoutMs?: number;
}

const SCHEMA = 'dossier';
const POOL_SIZE = 10;
const MAX_STALENESS_MS = 1000;
const STATEMENT_TIMEOUT_MS = 30_000;

/** Nobody's rows: the schema belongs to no owner, and a connection that has set none sees none. */
const NO_OWNER = '';

/** Opens a store on a PostgreSQL server, 13 or newer; no extension is needed. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const schema = options.schema ?? SCHEMA;
  const connect = (url: string) =>
    openDatabase({
      url,
      schema,
      poolSize: options.poolSize ?? POOL_SIZE,
      statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    });
  const { primaryUrl, replicaUrl = options.replicaUrl } = addressesIn(options.url);
  const primary = connect(primaryUrl);
  const database =
    replicaUrl === undefined
      ? primary
      : replicatedDatabase(primary, connect(replicaUrl), {
          maxStalenessMs: options.maxStalenessMs ?? MAX_STALENESS_MS,
          now: Date.now,
        });
  try {
    await database.write(NO_OWNER, (connection) => migrate(connection, schema));
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    index: rememberedHandles((scope) => postgresIndexStore(scopeHandle(database, scope))),
    records: rememberedHandles((scope) => postgresRecordStore(scopeHandle(database, scope))),
    ...transfer(database),
    scopes: (owner) =>
      database
        .reading(owner)
        .all('SELECT owner, project FROM scopes WHERE owner = $1 ORDER BY project', [owner]),
    check: () => checkStore(database),
    close: () => database.close(),
  };
}

function addressesIn(url: string): { readonly primaryUrl: string; readonly replicaUrl?: string } {
  const address = new URL(url);
  const replicaUrl = address.searchParams.get('replica');
  address.searchParams.delete('replica');
  return replicaUrl === null ? { primaryUrl: url } : { primaryUrl: address.href, replicaUrl };
}
