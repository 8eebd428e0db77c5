// Kills the primary under load: node bench/scale/failover.mjs [kills] [writers] [readers]
// Starts etcd, three PostgreSQL servers under Patroni (synchronous replication) and HAProxy on the loopback interface,
// from Debian's packages (patroni, etcd-server, haproxy, postgresql). Writers put records and readers read them through
// the store while the primary is killed without warning: in turn the server alone, and the server with its Patroni, as
// when a machine is lost. At the end every acknowledged record must be there. Needs `npm run build`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openPostgresStore } from '../../dist/adapters/stores/postgres/open-postgres-store.js';

const [kills = '20', writers = '8', readers = '4'] = process.argv.slice(2);
const BASE = 7600;
const NODES = [1, 2, 3].map((number) => ({
  name: `n${number}`,
  port: BASE + number,
  rest: BASE + 10 + number,
}));
const ETCD = BASE + 20;
const [PRIMARY, REPLICAS] = [BASE + 30, BASE + 31];
const WAIT_SECONDS = 90;

const folder = mkdtempSync(join(tmpdir(), 'dossier-failover-'));
const isRoot = process.getuid?.() === 0;
const id = (kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
const identity = isRoot ? { uid: id('-u'), gid: id('-g') } : {};
if (isRoot) chownSync(folder, identity.uid, identity.gid);
const bin = ['/usr/lib/postgresql']
  .filter(existsSync)
  .flatMap((place) => readdirSync(place).map((version) => join(place, version, 'bin')))
  .at(-1);
const run = (program, args) => {
  const log = join(folder, `${program.split('/').at(-1)}.log`);
  return spawn('sh', ['-c', `exec "$@" >>${log} 2>&1`, 'sh', program, ...args], {
    ...identity,
    cwd: folder,
    env: { PATH: `${bin}:${process.env.PATH}`, HOME: folder, LC_ALL: 'C.UTF-8' },
    stdio: 'ignore',
  });
};

const processes = new Map();
processes.set(
  'etcd',
  run('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', `http://127.0.0.1:${ETCD}`],
    ...['--advertise-client-urls', `http://127.0.0.1:${ETCD}`],
    ...['--listen-peer-urls', `http://127.0.0.1:${ETCD + 1}`, '--unsafe-no-fsync'],
  ]),
);
for (const { name, port, rest } of NODES)
  writeFileSync(join(folder, `${name}.yml`), patroni(name, port, rest));
writeFileSync(join(folder, 'haproxy.cfg'), haproxy());
const begin = ({ name }) => processes.set(name, run('patroni', [join(folder, `${name}.yml`)]));
await wait(2000);
begin(NODES[0]);
await until(async () => (await primary()) !== undefined);
begin(NODES[1]);
begin(NODES[2]);
await until(isWhole);
processes.set('haproxy', run('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')]));
const admin = new pg.Client(`postgres://admin@127.0.0.1:${(await primary()).port}/postgres`);
await admin.connect();
await admin.query('CREATE ROLE dossier LOGIN');
await admin.query('CREATE DATABASE dossier OWNER dossier');
await admin.end();
await wait(2000);

const address = (port) => `postgres://dossier@127.0.0.1:${port}/dossier`;
const url = `${address(PRIMARY)}?wait=${WAIT_SECONDS}&replica=${encodeURIComponent(address(REPLICAS))}`;
const store = await openPostgresStore({ url });
const acknowledged = new Map();
const errors = [];
const longest = { write: 0, read: 0, gap: 0 };
let isOver = false;
let count = 0;
const scopeOf = (number) => ({ owner: `owner${number % 4}`, project: `project${number % 8}` });

async function write(writer) {
  while (!isOver) {
    const number = count++;
    const record = { kind: 'memory', id: `r${number}`, body: { number }, text: `note ${number}` };
    const started = performance.now();
    try {
      const put = { ...record, createdAt: number, updatedAt: number };
      const { version } = await store.records(scopeOf(writer)).put(put, { expectedVersion: 0 });
      if (version !== 1) errors.push(`version ${version} of r${number}`);
      acknowledged.set(number, writer);
    } catch (error) {
      errors.push(`write ${number}: ${error.message}`);
    }
    longest.write = Math.max(longest.write, performance.now() - started);
    await wait(20);
  }
}

let lastRead = performance.now();
let reads = 0;
async function read() {
  while (!isOver) {
    const known = [...acknowledged].at(Math.floor(Math.random() * acknowledged.size));
    const started = performance.now();
    try {
      if (known !== undefined) {
        const [number, writer] = known;
        const found = await store.records(scopeOf(writer)).get('memory', `r${number}`);
        if (found?.body.number !== number) errors.push(`r${number} was not found`);
        reads++;
      }
    } catch (error) {
      errors.push(`read: ${error.message}`);
    }
    const now = performance.now();
    longest.read = Math.max(longest.read, now - started);
    longest.gap = Math.max(longest.gap, now - lastRead);
    lastRead = now;
    await wait(10);
  }
}

const work = [
  ...Array.from({ length: Number(writers) }, (_, number) => write(number)),
  ...Array.from({ length: Number(readers) }, () => read()),
];
const waits = [];
for (let kill = 0; kill < Number(kills); kill++) {
  await until(isWhole);
  await wait(1500);
  const victim = await primary();
  longest.write = 0;
  const before = acknowledged.size;
  if (kill % 2 === 1) processes.get(victim.name).kill('SIGKILL');
  process.kill(
    Number(readFileSync(join(folder, victim.name, 'postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  );
  const killed = performance.now();
  await until(async () => (await primary())?.name !== victim.name && (await primary()) !== undefined);
  const promoted = performance.now() - killed;
  await until(async () => acknowledged.size > before + Number(writers) * 2);
  if (kill % 2 === 1) begin(victim);
  waits.push(Math.round(longest.write));
  console.error(
    `${kill + 1}: ${victim.name} ${kill % 2 === 1 ? 'with its Patroni' : 'alone'}, promoted after ${Math.round(promoted)} ms, longest write ${Math.round(longest.write)} ms`,
  );
}
await until(isWhole);
isOver = true;
await Promise.all(work);
let lost = 0;
for (const [number, writer] of acknowledged) {
  const found = await store.records(scopeOf(writer)).get('memory', `r${number}`);
  if (found?.body.number !== number || found.version !== 1) lost++;
}
console.log(
  JSON.stringify({
    kills: waits.length,
    acknowledged: acknowledged.size,
    lost,
    reads,
    errors: errors.length,
    examples: [...new Set(errors)].slice(0, 5),
    longestGapOfReaders: Math.round(longest.gap),
    longestReading: Math.round(longest.read),
    longestWaitsOfWriters: waits,
  }),
);
await store.close();
const ended = [...processes.values()].map(
  (one) => (one.exitCode ?? one.signalCode) === null && once(one, 'exit'),
);
for (const { name } of NODES) processes.get(name).kill('SIGTERM');
await Promise.all(ended.slice(1, 4));
for (const name of ['haproxy', 'etcd']) processes.get(name).kill('SIGTERM');
rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
process.exitCode = lost === 0 && errors.length === 0 ? 0 : 1;

/** The node that says it is the primary. */
async function primary() {
  const asked = await Promise.all(
    NODES.map(async (node) => ((await states(node))?.role === 'master' ? node : undefined)),
  );
  return asked.find((node) => node !== undefined);
}

async function states({ rest }) {
  try {
    const response = await fetch(`http://127.0.0.1:${rest}/patroni`);
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Every node follows, and Patroni has noted one that has every acknowledged write. */
async function isWhole() {
  const all = await Promise.all(NODES.map(states));
  const leader = all.find((state) => state?.role === 'master');
  const followers = (leader?.replication ?? []).filter(({ state }) => state === 'streaming');
  if (followers.length !== NODES.length - 1) return false;
  const response = await fetch(`http://127.0.0.1:${(await primary())?.rest}/cluster`).catch(() => undefined);
  const { members = [] } = (await response?.json()) ?? {};
  return members.some(({ role }) => role === 'sync_standby');
}

async function until(condition) {
  const end = performance.now() + 180_000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`It took too long; the logs are in ${folder}.`);
    await wait(100);
  }
}

function patroni(name, port, rest) {
  return `scope: dossier
name: ${name}
restapi: { listen: 127.0.0.1:${rest}, connect_address: 127.0.0.1:${rest} }
etcd3: { hosts: 127.0.0.1:${ETCD} }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    synchronous_mode: true
    master_start_timeout: 0
    maximum_lag_on_failover: 1048576
    postgresql: { use_pg_rewind: true, use_slots: true, parameters: { wal_log_hints: 'on', max_connections: 60, shared_buffers: 32MB, fsync: 'off' } }
  initdb: [encoding: UTF8, auth: trust, username: admin]
  pg_hba: [local all all trust, host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${join(folder, name)}
  bin_dir: ${bin}
  pgpass: ${join(folder, `${name}.pgpass`)}
  parameters: { unix_socket_directories: ${folder} }
  authentication:
    superuser: { username: admin }
    replication: { username: admin }
    rewind: { username: admin }
`;
}

/** Each address leads to the servers that Patroni says are fit for it; connections to others are cut. */
function haproxy() {
  const backend = (port, role) => `listen ${role}
  bind 127.0.0.1:${port}
  option httpchk GET /${role}
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${NODES.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join('\n')}
`;
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
${backend(PRIMARY, 'primary')}${backend(REPLICAS, 'replica')}`;
}
