import { setTimeout as sleep } from 'node:timers/promises';
import { DossierError, errorCode } from '../../../core/errors.ts';
import type { Scope, Store } from '../../../core/store.ts';
import { redactPassword } from '../../../core/text/redact-password.ts';
import { createHandleCache } from '../shared/handle-cache.ts';
import { JOB_SCOPE, jobQueue } from '../shared/job-queue.ts';
import { checkStore } from './check-store.ts';
import { scopeOfTenant, tenantOf } from './citus.ts';
import { openDatabase } from './database.ts';
import { postgresIndexStore } from './index-store.ts';
import { postgresRecordStore } from './record-store.ts';
import { replicatedDatabase } from './replicated-database.ts';
import { retryingDatabase } from './retrying-database.ts';
import { type Installed, migrate } from './schema.ts';
import { scopeHandle } from './scope-handle.ts';
import { transfer } from './transfer.ts';

interface PostgresStoreOptions {
  /** postgres://user:password@host:port/database; may have `?replica=<url>`, `?wait=<seconds>` and `?graph=<vectors>`. */
  readonly url: string;
  /** A streaming replica that serves reads. Default: the one in the URL, or none. */
  readonly replicaUrl?: string;
  /** How far the replica may lag behind the primary. Default one second. */
  readonly maxStalenessMs?: number;
  /** How long to wait for a server that cannot be reached, as while a replica is promoted. Default: not at all. */
  readonly waitMs?: number;
  /** The number of vectors from which a project uses pgvector's graph, if installed. Default 300,000. */
  readonly graphFrom?: number;
  /** The schema of the tables; created when missing. Default dossier. */
  readonly schema?: string;
  /** The most connections kept open. Default 10. */
  readonly poolSize?: number;
  /** The longest a statement may take. Default 30 seconds. */
  readonly statementTimeoutMs?: number;
}

const SCHEMA = 'dossier';
const POOL_SIZE = 10;
/** Where the graph becomes faster than a scan: docs/lab/first-release.md, "Store". */
const GRAPH_FROM = 300_000;
const MAX_STALENESS_MS = 1000;
const STATEMENT_TIMEOUT_MS = 30_000;

const UNIQUE_VIOLATION = '23505';

/** The schema belongs to no owner, and a connection without an owner sees no rows. */
const NO_OWNER = '';

/**
 * Opens a store on PostgreSQL 13 or newer. Needs no extension; uses pgvector where it is installed, and a new store is
 * distributed over the nodes of Citus where that is.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const schema = options.schema ?? SCHEMA;
  const connect = (url: string, isDistributed = false) =>
    openDatabase({
      url,
      isDistributed,
      schema,
      poolSize: options.poolSize ?? POOL_SIZE,
      statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    });
  const { primaryUrl, replicaUrl, graphFrom, waitMs } = partsOf(options);
  const retries = { waitMs, now: Date.now, sleep };
  const primary = connect(primaryUrl);
  const servers =
    replicaUrl === undefined
      ? primary
      : replicatedDatabase(primary, connect(replicaUrl), {
          maxStalenessMs: options.maxStalenessMs ?? MAX_STALENESS_MS,
          now: Date.now,
        });
  let installed: Installed;
  try {
    installed = await retryingDatabase(servers, retries).write(NO_OWNER, (connection) =>
      migrate(connection, schema),
    );
    if (installed.isDistributed && replicaUrl !== undefined) throw replicaOfCitus();
  } catch (error) {
    await servers.close();
    throw error;
  }
  const { isDistributed, pgvector } = installed;
  if (isDistributed) await servers.close();
  const database = retryingDatabase(isDistributed ? connect(primaryUrl, true) : servers, retries);
  const stored = isDistributed ? tenantOf : (scope: Scope) => scope;
  const graph = { isDistributed, pgvector, from: graphFrom };
  const indexes = createHandleCache((scope) =>
    postgresIndexStore(scopeHandle(database, stored(scope), 'version'), graph),
  );
  const records = createHandleCache((scope) =>
    postgresRecordStore(scopeHandle(database, stored(scope), 'record_version')),
  );
  return {
    index: indexes.of,
    records: records.of,
    jobs: jobQueue({
      // Always on the primary: a replica may still show a job as waiting that a worker has taken.
      all: (sql, ...values) =>
        database.write(JOB_SCOPE.owner, (connection) =>
          connection.all(sql.replace(/\?(\d)/g, '$$$1'), values),
        ),
      isConflict: (error) => errorCode(error) === UNIQUE_VIOLATION,
      skipLocked: 'FOR UPDATE SKIP LOCKED',
    }),
    dropCaches() {
      indexes.clear();
      records.clear();
    },
    ...transfer(database, stored),
    scrub: async () => [
      'PostgreSQL keeps deleted rows until it vacuums, and in its log, replicas and backups: have an administrator run VACUUM FULL on the tables of this store, and let those expire.',
    ],
    async scopes(owner) {
      const found = await database
        .reading(owner)
        .all<Scope>('SELECT owner, project FROM scopes WHERE owner = $1 ORDER BY project', [owner]);
      return isDistributed ? found.map(scopeOfTenant) : found;
    },
    check: () => checkStore(database, { isDistributed }),
    close: () => database.close(),
  };
}

function replicaOfCitus(): DossierError {
  return new DossierError(
    'invalid-input',
    'replica= in the address of the store cannot be used with Citus, whose nodes have replicas of their own. Leave it out.',
  );
}

interface AddressParts {
  readonly primaryUrl: string;
  readonly replicaUrl: string | undefined;
  readonly graphFrom: number;
  readonly waitMs: number;
}

/** Strips our own parameters from the URL: the server would not know them. */
function partsOf(options: PostgresStoreOptions): AddressParts {
  const address = addressOf(options.url);
  const replicaUrl = address.searchParams.get('replica') ?? options.replicaUrl;
  const graphFrom = Number(address.searchParams.get('graph') ?? options.graphFrom ?? GRAPH_FROM);
  if (!(graphFrom >= 1)) {
    throw new DossierError(
      'invalid-input',
      'graph= in the address of the store must be a number of vectors, 1 or more, or Infinity.',
    );
  }
  const wait = address.searchParams.get('wait');
  const waitMs = wait === null ? (options.waitMs ?? 0) : Number(wait) * 1000;
  if (!(waitMs >= 0)) {
    throw new DossierError(
      'invalid-input',
      'wait= in the address of the store must be a number of seconds, 0 or more.',
    );
  }
  const isPlain = !OWN_PARAMETERS.some((name) => address.searchParams.has(name));
  for (const name of OWN_PARAMETERS) address.searchParams.delete(name);
  return { primaryUrl: isPlain ? options.url : address.href, replicaUrl, graphFrom, waitMs };
}
const OWN_PARAMETERS = ['replica', 'graph', 'wait'];

function addressOf(url: string): URL {
  try {
    return new URL(url);
  } catch (error) {
    throw new DossierError(
      'invalid-input',
      `The address of the store, ${redactPassword(url)}, cannot be read. Write signs such as # / @ in its password as %23 %2F %40.`,
      { cause: error },
    );
  }
}
