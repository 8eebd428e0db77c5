// A coordinator and workers of Citus on the loopback interface, for the measurements beside this file.
// CITUS_BIN names the folder with the programs of a PostgreSQL that has the extension.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  shared_preload_libraries: 'citus,pg_stat_statements',
  wal_level: 'logical',
  max_prepared_transactions: '100',
  max_connections: '150',
  shared_buffers: '64MB',
  fsync: 'off',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': '12',
  'citus.enable_stat_counters': 'on',
  'citus.multi_task_query_log_level': 'log',
  log_min_error_statement: 'log',
  logging_collector: 'on',
};

const bin = process.env.CITUS_BIN;
if (bin === undefined) throw new Error('Name the programs of a PostgreSQL with Citus: CITUS_BIN=…/bin');
const isRoot = process.getuid?.() === 0;
const id = (kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
const identity = isRoot ? { uid: id('-u'), gid: id('-g') } : {};

/** Starts a coordinator and so many workers; the store's address is `url`. */
export async function startCluster(workerCount, firstPort = 7700) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-cluster-'));
  if (isRoot) chownSync(folder, identity.uid, identity.gid);
  const options = {
    ...identity,
    cwd: folder,
    env: { HOME: folder, LC_ALL: 'C.UTF-8' },
    stdio: process.env.LOGS ? 'inherit' : 'ignore',
  };
  const nodes = [];

  async function addNode() {
    const port = firstPort + nodes.length;
    const data = join(folder, String(port));
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--no-sync'],
      options,
    );
    const node = {
      port,
      url: `postgres://dossier@127.0.0.1:${port}/dossier`,
      adminUrl: `postgres://admin@127.0.0.1:${port}/dossier`,
      async start() {
        const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
        const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
        node.process = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...flags], options);
        await until(() => query(`postgres://admin@127.0.0.1:${port}/postgres`, 'SELECT 1'));
      },
      /** The statements so far that went to more than one shard. */
      ofSeveralShards() {
        const folder = join(data, 'log');
        const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
        const lines = text
          .join('\n')
          .matchAll(/multi-task query about[\s\S]*?STATEMENT: +(\S.*(?:\n\t.*)*)/g);
        return Array.from(lines, ([, statement]) => statement.replaceAll(/\s+/g, ' '));
      },
      async kill(signal = 'SIGKILL') {
        const ended = once(node.process, 'exit');
        node.process.kill(signal);
        await ended;
      },
    };
    await node.start();
    await query(`postgres://admin@127.0.0.1:${port}/postgres`, 'CREATE DATABASE dossier');
    await query(node.adminUrl, 'CREATE EXTENSION citus');
    await query(node.adminUrl, 'CREATE EXTENSION pg_stat_statements');
    nodes.push(node);
    return node;
  }

  const coordinator = await addNode();
  const workers = [];
  for (let number = 0; number < workerCount; number++) workers.push(await addNode());
  await query(coordinator.adminUrl, `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`);
  for (const { port } of workers)
    await query(coordinator.adminUrl, `SELECT citus_add_node('127.0.0.1', ${port})`);
  await query(coordinator.adminUrl, 'CREATE ROLE dossier LOGIN');
  await query(coordinator.adminUrl, 'GRANT CREATE ON DATABASE dossier TO dossier');
  return {
    url: coordinator.url,
    coordinator,
    workers,
    addNode,
    async stop() {
      for (const node of nodes)
        if (node.process.exitCode === null && node.process.signalCode === null) await node.kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function query(url, sql) {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

export async function until(condition) {
  const end = performance.now() + 120_000;
  for (;;) {
    try {
      return await condition();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(100);
  }
}

/** Processor seconds of a server: its processes, and those of it that have ended. */
export function processorSeconds(server) {
  const parents = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      const [parent, own, ended] = [
        Number(fields[1]),
        Number(fields[11]) + Number(fields[12]),
        Number(fields[13]) + Number(fields[14]),
      ];
      parents.set(Number(pid), { parent, own, ended });
    } catch {
      // It ended while the folder was read.
    }
  }
  const { pid } = server.process;
  let ticks = (parents.get(pid)?.own ?? 0) + (parents.get(pid)?.ended ?? 0);
  for (const { parent, own } of parents.values()) if (parent === pid) ticks += own;
  return ticks / 100;
}
