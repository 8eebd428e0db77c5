import { DossierError, errorCode } from '../../../core/errors.ts';
import type { Store } from '../../../core/store.ts';
import { redactPassword } from '../../../core/text/redact-password.ts';
import { createHandleCache } from '../shared/handle-cache.ts';
import { JOB_SCOPE, jobQueue } from '../shared/job-queue.ts';
import { checkStore } from './check-store.ts';
import { openDatabase } from './database.ts';
import { postgresIndexStore } from './index-store.ts';
import type { Pgvector } from './pgvector.ts';
import { postgresRecordStore } from './record-store.ts';
import { replicatedDatabase } from './replicated-database.ts';
import { migrate } from './schema.ts';
import { scopeHandle } from './scope-handle.ts';
import { transfer } from './transfer.ts';

interface PostgresStoreOptions {
  /** postgres://user:password@host:port/database; may have `?replica=<url>` and `?graph=<vectors>`. */
  readonly url: string;
  /** A streaming replica that serves reads. Default: the one in the URL, or none. */
  readonly replicaUrl?: string;
  /** How far the replica may lag behind the primary. Default one second. */
  readonly maxStalenessMs?: number;
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

/** Opens a store on PostgreSQL 13 or newer. Needs no extension; uses pgvector where it is installed. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const schema = options.schema ?? SCHEMA;
  const connect = (url: string) =>
    openDatabase({
      url,
      schema,
      poolSize: options.poolSize ?? POOL_SIZE,
      statementTimeoutMs: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    });
  const { primaryUrl, replicaUrl, graphFrom } = partsOf(options);
  const primary = connect(primaryUrl);
  const database =
    replicaUrl === undefined
      ? primary
      : replicatedDatabase(primary, connect(replicaUrl), {
          maxStalenessMs: options.maxStalenessMs ?? MAX_STALENESS_MS,
          now: Date.now,
        });
  let pgvector: Pgvector | undefined;
  try {
    pgvector = await database.write(NO_OWNER, (connection) => migrate(connection, schema));
  } catch (error) {
    await database.close();
    throw error;
  }
  const graph = { pgvector, from: graphFrom };
  const indexes = createHandleCache((scope) =>
    postgresIndexStore(scopeHandle(database, scope, 'version'), graph),
  );
  const records = createHandleCache((scope) =>
    postgresRecordStore(scopeHandle(database, scope, 'record_version')),
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
    ...transfer(database),
    scrub: async () => [
      'PostgreSQL keeps deleted rows until it vacuums, and in its log, replicas and backups: have an administrator run VACUUM FULL on the tables of this store, and let those expire.',
    ],
    scopes: (owner) =>
      database
        .reading(owner)
        .all('SELECT owner, project FROM scopes WHERE owner = $1 ORDER BY project', [owner]),
    check: () => checkStore(database),
    close: () => database.close(),
  };
}

interface AddressParts {
  readonly primaryUrl: string;
  readonly replicaUrl: string | undefined;
  readonly graphFrom: number;
}

/** Strips our own parameters from the URL: the server would not know them. */
function partsOf(options: PostgresStoreOptions): AddressParts {
  const address = addressOf(options.url);
  const replicaUrl = address.searchParams.get('replica') ?? options.replicaUrl;
  const graphFrom = Number(address.searchParams.get('graph') ?? options.graphFrom ?? GRAPH_FROM);
  if (!(graphFrom >= 1)) {
    throw new DossierError(
      'invalid-input',
      'graph= in the address of the store is a number of vectors, 1 or more, or Infinity.',
    );
  }
  const isPlain = !OWN_PARAMETERS.some((name) => address.searchParams.has(name));
  for (const name of OWN_PARAMETERS) address.searchParams.delete(name);
  return { primaryUrl: isPlain ? options.url : address.href, replicaUrl, graphFrom };
}
const OWN_PARAMETERS = ['replica', 'graph'];

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
