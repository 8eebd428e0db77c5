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
  const copies = readdirSync(tmpdir()).filter((name) => /^dossier-pgvector-.*-postgresql-\d+$/.test(name));
  const roots = ['/', ...copies.map((name) => join(tmpdir(), name))];
  const [major = ''] = versionsIn('/usr/lib/postgresql');
  return roots
    .filter((root) => existsSync(join(root, 'usr/share/postgresql', major, 'extension/vector.control')))
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

async function startPrimary(bin: string): Promise<RunningPostgres> {
  const server = await startServer(bin, (data, run) =>
    run('initdb', ['-D', data, '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--no-sync']),
  );
  await asAdmin(anyDatabase(server.port), async (admin) => {
    await admin.query('CREATE ROLE dossier LOGIN');
    await admin.query('CREATE DATABASE dossier OWNER dossier');
  });
  return server;
}

/** `prepare` fills the data folder, by the programs of the server's own version. */
async function startServer(
  bin: string,
  prepare: (data: string, run: (program: string, values: readonly string[]) => void) => void,
): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-postgres-'));
  const identity = unprivilegedIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const common = { ...identity, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  prepare(data, (program, values) => {
    execFileSync(join(bin, program), values, { ...common, stdio: 'ignore' });
  });
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
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
