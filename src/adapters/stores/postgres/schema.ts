import { DossierError } from '../../../core/errors.ts';
import { JOB_INDEXES } from '../shared/job-queue.ts';
import { DISTRIBUTED_BY, hasCitus, NODE_SETTINGS } from './citus.ts';
import type { Connection } from './database.ts';
import { installedPgvector, type Pgvector, tryToInstallPgvector } from './pgvector.ts';

/** Without Citus, tables are partitioned by owner; any partition can move to a tablespace. */
const PARTITIONS = 8;

interface Table {
  readonly name: string;
  /** Columns after owner and project. */
  readonly columns: string;
  /** Primary key columns after owner and project. */
  readonly key: string;
  /** Secondary indexes, each after owner and project. */
  readonly indexes?: readonly string[];
}

/** Every key and index starts with owner and project: nothing is unique, looked up or locked across tenants. */
const TABLES: readonly Table[] = [
  {
    name: 'scopes',
    columns: `version int NOT NULL DEFAULT 0, record_version int NOT NULL DEFAULT 0,
      files int NOT NULL DEFAULT 0, units int NOT NULL DEFAULT 0, chunks int NOT NULL DEFAULT 0,
      relations int NOT NULL DEFAULT 0, commits int NOT NULL DEFAULT 0`,
    key: '',
  },
  { name: 'counters', columns: 'name text NOT NULL, next int NOT NULL', key: 'name' },
  { name: 'meta', columns: 'key text NOT NULL, value text NOT NULL', key: 'key' },
  {
    name: 'files',
    columns: `number int NOT NULL, path text NOT NULL, base text NOT NULL, language text NOT NULL,
      content_hash text NOT NULL, size bigint NOT NULL, modified_at float8 NOT NULL,
      line_count int NOT NULL, role text NOT NULL, first_unit int NOT NULL, unit_count int NOT NULL,
      first_chunk int NOT NULL, chunk_count int NOT NULL`,
    key: 'number',
    indexes: ['UNIQUE path', 'base'],
  },
  {
    name: 'file_texts',
    columns: 'file int NOT NULL, texts bytea NOT NULL, terms bytea NOT NULL',
    key: 'file',
  },
  {
    name: 'units',
    columns: `number int NOT NULL, id text NOT NULL, file int NOT NULL, entity_type text NOT NULL,
      name text NOT NULL, name_key text NOT NULL, qualified_name text NOT NULL, parent_id text,
      start_line int NOT NULL, end_line int NOT NULL, signature_end_line int NOT NULL,
      signature text NOT NULL, doc_comment text, exported boolean NOT NULL, content_hash text NOT NULL`,
    key: 'number',
    indexes: ['id', 'name_key'],
  },
  {
    name: 'chunks',
    columns: `number int NOT NULL, id text NOT NULL, file int NOT NULL, unit int,
      entity_type text NOT NULL, start_line int NOT NULL, end_line int NOT NULL,
      content_hash text NOT NULL, text_start int NOT NULL, text_length int NOT NULL`,
    key: 'number',
    indexes: ['id', 'content_hash'],
  },
  {
    name: 'relations',
    columns: `file int NOT NULL, ordinal int NOT NULL, kind text NOT NULL, from_unit int,
      to_name text NOT NULL, to_path text, to_unit_id text, weight float8 NOT NULL,
      target text GENERATED ALWAYS AS (coalesce(to_unit_id, to_path)) STORED`,
    key: 'file, ordinal',
    indexes: ['target'],
  },
  { name: 'file_importance', columns: 'path text NOT NULL, importance float8 NOT NULL', key: 'path' },
  {
    name: 'commits',
    columns: `number int NOT NULL, sha text NOT NULL, message text NOT NULL, author text NOT NULL,
      email text NOT NULL, time float8 NOT NULL`,
    key: 'number',
    indexes: ['UNIQUE sha', 'time'],
  },
  {
    name: 'commit_files',
    columns: `number int NOT NULL, path text NOT NULL, insertions int NOT NULL, deletions int NOT NULL`,
    key: 'number, path',
    indexes: ['path'],
  },
  {
    name: 'records',
    columns: `kind text NOT NULL, id text NOT NULL, number int NOT NULL, body text NOT NULL,
      text text NOT NULL, terms text NOT NULL, created_at float8 NOT NULL, updated_at float8 NOT NULL,
      version int NOT NULL`,
    key: 'kind, id',
    indexes: ['UNIQUE kind, number', 'kind, created_at, number'],
  },
  {
    name: 'record_fields',
    columns: 'kind text NOT NULL, field text NOT NULL, value text NOT NULL, number int NOT NULL',
    key: 'kind, field, value, number',
    indexes: ['kind, number'],
  },
  {
    name: 'record_vectors',
    columns: `kind text NOT NULL, axis text NOT NULL, model text NOT NULL, number int NOT NULL,
      vector bytea NOT NULL`,
    key: 'kind, axis, model, number',
  },
  {
    name: 'posting_blocks',
    columns: `space text NOT NULL, block int NOT NULL, documents int NOT NULL, total_length bigint NOT NULL,
      lengths bytea NOT NULL`,
    key: 'space, block',
  },
  {
    name: 'postings',
    columns: `space text NOT NULL, block int NOT NULL, term text COLLATE "C" NOT NULL, count int NOT NULL,
      data bytea NOT NULL`,
    key: 'space, block, term',
  },
  {
    name: 'vector_segments',
    columns: `model text NOT NULL, segment int NOT NULL, version int NOT NULL, scales bytea NOT NULL,
      vectors bytea NOT NULL`,
    key: 'model, segment',
  },
  {
    name: 'vector_places',
    columns: 'model text NOT NULL, content_hash text NOT NULL, place int NOT NULL',
    key: 'model, content_hash',
    indexes: ['UNIQUE model, place'],
  },
];

/** The table, its indexes and row-level security: a connection sees only its owner's rows. */
function definition({ name, columns, key, indexes = [] }: Table, isDistributed: boolean): string {
  const created = indexes.map((index) => {
    const unique = index.startsWith('UNIQUE ');
    const indexed = unique ? index.slice('UNIQUE '.length) : index;
    return `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ON ${name} (owner, project, ${indexed});`;
  });
  return `
    CREATE TABLE ${name} (
      owner text COLLATE "C" NOT NULL, project text COLLATE "C" NOT NULL, ${columns},
      PRIMARY KEY (owner, project${key === '' ? '' : `, ${key}`})
    ) ${isDistributed ? '' : 'PARTITION BY HASH (owner)'};
    ${isDistributed ? '' : partitions(name)}
    ${created.join('\n')}
    ${wall(name)}
    ${isDistributed ? distribution(name) : ''}`;
}

/** Each partition needs its own policy: the table's does not apply when a partition is read directly. */
function partitions(name: string): string {
  return Array.from(
    { length: PARTITIONS },
    (_, part) =>
      `CREATE TABLE ${name}_${part} PARTITION OF ${name}
         FOR VALUES WITH (MODULUS ${PARTITIONS}, REMAINDER ${part});
       ${wall(`${name}_${part}`)}`,
  ).join('\n');
}

/** Shards of all tables with the rows of one project are on one node. */
function distribution(name: string): string {
  const beside = name === FIRST_TABLE ? 'none' : FIRST_TABLE;
  return `SELECT create_distributed_table('${name}', '${DISTRIBUTED_BY}', colocate_with => '${beside}');`;
}
const FIRST_TABLE = 'scopes';

export function wall(table: string): string {
  return `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
    ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
    CREATE POLICY own_rows ON ${table} USING (owner = current_setting('dossier.owner', true));`;
}

/**
 * Each entry migrates the schema from the version of its index to the next, by a list of statements; released entries
 * never change.
 */
const MIGRATIONS: readonly ((isDistributed: boolean) => readonly string[])[] = [
  (isDistributed) => TABLES.map((table) => definition(table, isDistributed)),
  // One owner has all jobs, so the table has no partitions.
  (isDistributed) => [
    `CREATE TABLE jobs (
      owner text COLLATE "C" NOT NULL, project text COLLATE "C" NOT NULL, id text NOT NULL,
      tenant text COLLATE "C" NOT NULL, tenant_project text COLLATE "C" NOT NULL, state text NOT NULL,
      attempts int NOT NULL, created_at float8 NOT NULL, updated_at float8 NOT NULL, run_after float8 NOT NULL,
      worker text, lease_until float8, slot int, progress text, error text, result text, merged_into text,
      request text, PRIMARY KEY (owner, project, id)
    );
    ${JOB_INDEXES}
    ${wall('jobs')}
    ${isDistributed ? distribution('jobs') : ''}`,
  ],
];

/**
 * Updates the planner's statistics. Autovacuum never analyses partitioned tables, and analyses their partitions
 * minutes after a large load; until then joins may take seconds.
 */
export const ANALYSE = `ANALYZE ${TABLES.map(({ name }) => name).join(', ')}`;

/** An arbitrary number, the same in every process: one migrates while the others wait. */
const MIGRATION_LOCK = 7_304_115;

/** Versions of distributed stores are greater than this: a dossier that does not know of Citus refuses them. */
const DISTRIBUTED = 1000;

/** What the database of a store has. */
export interface Installed {
  readonly pgvector: Pgvector | undefined;
  /** Whether the store is distributed by Citus; decided when its tables are created. */
  readonly isDistributed: boolean;
}

/** Migrates the database to the newest schema in one transaction. */
export async function migrate(connection: Connection, schema: string): Promise<Installed> {
  await connection.run('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const stored = await storedVersion(connection, schema);
  const isDistributed = stored === 0 ? await hasCitus(connection) : stored > DISTRIBUTED;
  const first = isDistributed ? DISTRIBUTED : 0;
  const newest = first + MIGRATIONS.length;
  if (stored > newest) {
    throw new DossierError(
      'unavailable',
      `The database was written by a newer version of dossier (schema ${stored}, known here: ${newest}); update dossier.`,
    );
  }
  if (stored < newest) {
    await connection.execute(`SET LOCAL statement_timeout = 0; ${isDistributed ? ONE_BY_ONE : ''}`);
    if (stored === 0) await connection.execute(versionTable(schema, isDistributed));
    for (const migration of MIGRATIONS.slice(Math.max(0, stored - first))) {
      for (const statements of migration(isDistributed)) await connection.execute(statements);
    }
    if (isDistributed && stored === 0) await connection.execute(NODE_SETTINGS);
    await connection.execute(`DELETE FROM schema_version; INSERT INTO schema_version VALUES (${newest})`);
    await tryToInstallPgvector(connection);
  }
  return { isDistributed, pgvector: await installedPgvector(connection) };
}

/** 0 without tables. Asked first, since nodes of Citus other than the coordinator may not create any. */
async function storedVersion(connection: Connection, schema: string): Promise<number> {
  const [table] = await connection.all<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    `"${schema}".schema_version`,
  ]);
  if (table?.there !== true) return 0;
  const [row] = await connection.all<{ version: number }>('SELECT version FROM schema_version');
  return row?.version ?? 0;
}

/** With Citus every node has the version. */
function versionTable(schema: string, isDistributed: boolean): string {
  return `CREATE SCHEMA IF NOT EXISTS "${schema}";
    CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL);
    ${isDistributed ? "SELECT create_reference_table('schema_version');" : ''}`;
}

/** In one transaction, shards must be created over the same connections. */
const ONE_BY_ONE = 'SET LOCAL citus.multi_shard_modify_mode = sequential';
