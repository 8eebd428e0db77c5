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
  /** Ends the server and deletes its data. */
  dispose(): Promise<void>;
}

export async function startPostgres(): Promise<RunningPostgres> {
  const bin = binaryFolder();
  const folder = mkdtempSync(join(tmpdir(), 'dossier-postgres-'));
  const identity = unprivilegedIdentity();
  if (identity !== undefined) chownSync(folder, identity.uid, identity.gid);
  const data = join(folder, 'data');
  const common = { ...identity, cwd: folder, env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--no-sync'], {
    ...common,
    stdio: 'ignore',
  });
  const port = await freePort();
  const adminUrl = `postgres://admin@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...options], {
      ...common,
      stdio: 'ignore',
    });
    await untilReady(adminUrl);
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (server === undefined) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
    server = undefined;
  }

  await start();
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query('CREATE ROLE dossier LOGIN');
  await admin.query('CREATE DATABASE dossier OWNER dossier');
  await admin.end();
  return {
    url: `postgres://dossier@127.0.0.1:${port}/dossier`,
    adminUrl: `postgres://admin@127.0.0.1:${port}/dossier`,
    port,
    kill: () => stop('SIGQUIT'),
    start,
    async dispose() {
      await stop('SIGQUIT');
      rmSync(folder, { recursive: true });
    },
  };
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
    ...(existsSync(versions)
      ? readdirSync(versions)
          .sort((left, right) => Number(right) - Number(left))
          .map((version) => join(versions, version, 'bin'))
      : []),
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

const READY_TIMEOUT_MS = 30_000;

async function untilReady(url: string): Promise<void> {
  const end = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(50);
    }
  }
}
