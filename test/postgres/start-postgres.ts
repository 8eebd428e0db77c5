import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A real server of its own, in a temporary folder, on a free port of the loopback interface. */
export interface RunningPostgres {
  /** An ordinary user, for whom row-level security holds. */
  readonly url: string;
  /** May do everything; for tests that look behind the wall. */
  readonly adminUrl: string;
  readonly port: number;
  /** Ends the server without warning; `start` brings it back with its data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** A second server that follows this one. */
  startReplica(): Promise<RunningPostgres>;
  /** Makes a replica a primary of its own. */
  promote(): Promise<void>;
  /** Ends the server and deletes its data. */
  dispose(): Promise<void>;
}

/** Without pgvector. */
export function startPostgres(): Promise<RunningPostgres> {
  return startPrimary(binaryFolder());
}

/** The programs of a server that has pgvector; `scripts/prepare-tests.mjs` makes one where it can. */
export function serverWithPgvector(): string | undefined {
  return serverWith('vector', 'pgvector');
}

/** The programs of a server that has Citus, which Debian does not package. */
export function serverWithCitus(): string | undefined {
  return serverWith('citus', 'citus');
}

/** The installed server, or a copy of it beside which the extension was built. */
function serverWith(extension: string, copy: string): string | undefined {
  const copies = readdirSync(tmpdir()).filter((name) =>
    new RegExp(`^dossier-${copy}-.*-postgresql-\\d+$`).test(name),
  );
  const roots = ['/', ...copies.map((name) => join(tmpdir(), name))];
  const [major = ''] = versionsIn('/usr/lib/postgresql');
  return roots
    .filter((root) => existsSync(join(root, `usr/share/postgresql/${major}/extension/${extension}.control`)))
    .map((root) => join(root, 'usr/lib/postgresql', major, 'bin'))[0];
}

/** With pgvector installed by its administrator, as only such a one can. */
export async function startPostgresWithPgvector(bin: string): Promise<RunningPostgres> {
  const server = await startPrimary(bin);
  await asAdmin(server.adminUrl, async (admin) => {
    await admin.query('CREATE EXTENSION vector');
  });
  return server;
}

/** One coordinator and its workers, with the database `dossier` on each. */
export interface RunningCitus extends RunningPostgres {
  readonly workers: readonly RunningPostgres[];
}

export async function startCitus(bin: string, workerCount: number): Promise<RunningCitus> {
  const servers: RunningPostgres[] = [];
  // One after the other: they are started on ports that were free a moment ago.
  for (let number = 0; number <= workerCount; number++) {
    const server = await startEmpty(bin, CITUS_SETTINGS);
    await asAdmin(anyDatabase(server.port), async (admin) => {
      await admin.query('CREATE DATABASE dossier');
    });
    await asAdmin(server.adminUrl, async (admin) => {
      await admin.query('CREATE EXTENSION citus');
    });
    servers.push(server);
  }
  const [coordinator, ...workers] = servers;
  if (coordinator === undefined) throw new Error('A cluster has a coordinator.');
  await asAdmin(coordinator.adminUrl, async (admin) => {
    await admin.query("SELECT citus_set_coordinator_host('127.0.0.1', $1)", [coordinator.port]);
    for (const { port } of workers) await admin.query("SELECT citus_add_node('127.0.0.1', $1)", [port]);
    // A role made before would be unknown to Citus, and could distribute nothing.
    await admin.query('CREATE ROLE dossier LOGIN');
    await admin.query('GRANT CREATE ON DATABASE dossier TO dossier');
  });
  return {
    ...coordinator,
    workers,
    async dispose() {
      for (const server of servers) await server.dispose();
    },
  };
}

/** Few shards, so that a store is made quickly. */
const CITUS_SETTINGS = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_prepared_transactions: '100',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': '4',
  'citus.enable_stat_counters': 'on',
};

async function startPrimary(bin: string): Promise<RunningPostgres> {
  const server = await startEmpty(bin, {});
  await asAdmin(anyDatabase(server.port), async (admin) => {
    await admin.query('CREATE ROLE dossier LOGIN');
    await admin.query('CREATE DATABASE dossier OWNER dossier');
  });
  return server;
}

function startEmpty(bin: string, settings: Readonly<Record<string, string>>): Promise<RunningPostgres> {
  return startServer(
    bin,
    (data, run) => run('initdb', ['-D', data, '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--no-sync']),
    settings,
  );
}

/** `prepare` fills the data folder, by the programs of the server's own version. */
async function startServer(
  bin: string,
  prepare: (data: string, run: (program: string, values: readonly string[]) => void) => void,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-postgres-'));
  const identity = unprivilegedIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const common = { ...identity, cwd: folder, env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' } };
  prepare(data, (program, values) => {
    execFileSync(join(bin, program), values, { ...common, stdio: 'ignore' });
  });
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
      ...more,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...common,
      stdio: 'ignore',
    });
    await untilReady(port);
  }

  async function stop(): Promise<void> {
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
    server = undefined;
  }

  await start();
  return {
    url: `postgres://dossier@127.0.0.1:${port}/dossier`,
    adminUrl: `postgres://admin@127.0.0.1:${port}/dossier`,
    port,
    kill: stop,
    start,
    startReplica: () =>
      startServer(bin, (copy, run) =>
        run('pg_basebackup', [
          ...['-h', '127.0.0.1', '-p', String(port), '-U', 'admin'],
          ...['-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
        ]),
      ),
    promote: () =>
      asAdmin(anyDatabase(port), async (admin) => {
        await admin.query('SELECT pg_promote()');
      }),
    async dispose() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const anyDatabase = (port: number) => `postgres://admin@127.0.0.1:${port}/postgres`;

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client(url);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** PostgreSQL refuses to run as root; its packages make a user for it. */
function unprivilegedIdentity(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (kind: string) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function binaryFolder(): string {
  const versions = '/usr/lib/postgresql';
  const folders = [
    ...versionsIn(versions).map((version) => join(versions, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  if (found === undefined) {
    throw new Error(
      'PostgreSQL is not installed: run `node scripts/prepare-tests.mjs` or install postgresql.',
    );
  }
  return found;
}

/** Newest first. */
function versionsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).sort((left, right) => Number(right) - Number(left));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

const READY_TIMEOUT_MS = 120_000;

async function untilReady(port: number): Promise<void> {
  const end = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      await asAdmin(anyDatabase(port), async () => undefined);
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(50);
    }
  }
}
