// What a request of the mix costs with 1, 2 and 4 servers beside each other on one PostgreSQL, and many projects:
//   CITUS_BIN=… node bench/scale/processes.mjs <project> <store> [projects] [requests]
// The project, indexed in the store, is loaded as so many projects of twenty owners, each with a token. HAProxy sends a caller
// to a server by the hash of the token (docs/operate.md); sixteen callers ask at a time, each request of a project at random.
// The mix is that of bench/service/load.mjs. Processor times and statements tell how the work divides, whatever the machine.
// The same requests in every round, after a thread for each project was made. Needs `npm run build`, and Debian's
// package haproxy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '../../dist/adapters/stores/postgres/open-postgres-store.js';
import { createClient } from '../../dist/interfaces/http/client.js';
import { openEngine } from '../../dist/open-engine.js';
import { createToken } from '../../dist/sessions/access-tokens.js';
import { randomNumbers } from '../random-numbers.mjs';
import { processorSeconds, query, startCluster, until } from './citus-cluster.mjs';

const OWNERS = 20;
const CALLERS = 16;
const PROXY_PORT = 7789;
const STATEMENTS = `SELECT coalesce(sum(calls), 0) AS calls FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
  WHERE r.rolname = 'dossier'`;
const [root, place, projects = '200', requests = '1000'] = process.argv.slice(2);
const scopes = Array.from({ length: Number(projects) }, (_, number) => ({
  owner: `owner${number % OWNERS}`,
  project: `project${number}`,
}));

const source = openEngine({ root, settings: { store: place } });
const names = await namesIn(source);
const cluster = await startCluster(0, 7790);
await query(cluster.coordinator.adminUrl, 'DROP EXTENSION citus CASCADE');
const store = await openPostgresStore({ url: cluster.url });
for (const scope of scopes) {
  await store.load(scope, async (receive) => (await source.store()).dump(source.scope, receive));
}
await store.close();
const target = openEngine({ root, settings: { store: cluster.url } });
const callers = [];
for (const scope of scopes) {
  const engine = { ...target, scope, recordScope: scope };
  const { token } = await createToken(engine, { name: 'load', scopes: ['read', 'write'] }, Date.now());
  callers.push({ token, project: scope.project });
}
await target.close();
await source.close();
for (const processes of [1, 2, 4]) await round(processes);
await cluster.stop();

async function round(processes) {
  const servers = await Promise.all(Array.from({ length: processes }, startServer));
  const proxy = await startProxy(servers);
  const clients = callers.map(({ token, project }) => createClient({ url: proxy.url, token, project }));
  const random = randomNumbers(17);
  const any = (list) => list[Math.floor(random() * list.length)];
  const question = () => `How does ${any(names)} work and who calls ${any(names)}?`;
  const threads = [];
  await atATime(clients.length, async (number) => {
    threads[number] = (await clients[number].threadCreate({ title: 'Load' })).id;
  });
  await query(cluster.coordinator.adminUrl, 'SELECT pg_stat_statements_reset()');
  const measured = [cluster.coordinator, ...servers];
  const before = measured.map(processorSeconds);
  const times = [];
  const started = performance.now();
  await atATime(Number(requests), async () => {
    const at = Math.floor(random() * clients.length);
    const [client, thread, share] = [clients[at], threads[at], random()];
    const began = performance.now();
    if (share < 0.35) await client.query({ query: question() });
    else if (share < 0.6) await client.prime({ thread, message: question() });
    else if (share < 0.75) await client.threadMessage({ thread, content: question() });
    else if (share < 0.85) await client.threadShow({ thread, limit: 20 });
    else if (share < 0.95) await client.recall({ query: question() });
    else await client.feedback({ items: [any(names)] });
    times.push(performance.now() - began);
  });
  const seconds = (performance.now() - started) / 1000;
  const [database, ...service] = measured.map((one, index) => processorSeconds(one) - before[index]);
  const [{ calls }] = await query(cluster.coordinator.adminUrl, STATEMENTS);
  for (const one of [proxy, ...servers]) await one.stop();
  times.sort((left, right) => left - right);
  const each = (total) => Number(((total * 1000) / times.length).toFixed(1));
  console.log(
    JSON.stringify({
      processes,
      requests: times.length,
      serviceMs: each(service.reduce((sum, used) => sum + used, 0)),
      ofEach: service.map(each),
      databaseMs: each(database),
      statements: Number((Number(calls) / times.length).toFixed(1)),
      perSecond: Math.round(times.length / seconds),
      p95: Math.round(times[Math.floor(times.length * 0.95)]),
      load: Math.round(loadavg()[0]),
    }),
  );
}

async function startProxy(servers) {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-proxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 150s
  timeout server 150s
frontend callers
  bind 127.0.0.1:${PROXY_PORT}
  default_backend dossier
backend dossier
  balance hdr(Authorization)
  hash-type consistent
  option redispatch
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host 127.0.0.1
${servers.map(({ url }, number) => `  server dossier${number} ${new URL(url).host} check`).join('\n')}
`,
  );
  const url = `http://127.0.0.1:${PROXY_PORT}`;
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  await until(async () => {
    if (!(await fetch(`${url}/health/ready`)).ok) throw new Error('The proxy has no server yet.');
  });
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

async function startServer() {
  const own = ['--root', root, '--store', cluster.url, '--owner', 'owner0', '--project', 'project0'];
  const serve = ['serve', '--require-token', '--port', '0', '--rate-limit', '0', '--workers', '1'];
  const child = spawn(process.execPath, ['dist/main.cjs', ...own, ...serve, '--log-level', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = String((await once(child.stdout, 'data'))[0]).trim();
  return {
    url,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

async function atATime(count, work) {
  let begun = 0;
  const one = async () => {
    while (begun < count) await work(begun++);
  };
  await Promise.all(Array.from({ length: CALLERS }, one));
}

async function namesIn(engine) {
  const index = (await engine.store()).index(engine.scope);
  const found = [];
  for (const { path, role } of await index.files()) {
    if (role === 'source') for (const { name } of await index.unitsOfFile(path)) found.push(name);
  }
  return found;
}
