// Loads `dossier serve` on loopback: node bench/service/load.mjs <project> <store> [seconds] [connections]
// The project must be indexed in the store. Needs autocannon: npm install --no-save autocannon@8 (or AUTOCANNON=<path>).
// With `?replica=<address>` in the address of the store it also says how many transactions each server had.
// A mix of questions, turns, reads and writes; prints requests a second, latencies, errors and the server's memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import pg from 'pg';
import { createClient } from '../../dist/interfaces/http/client.js';
import { openEngine } from '../../dist/open-engine.js';

const { default: autocannon } = await import(process.env['AUTOCANNON'] ?? 'autocannon');
const [root, store, seconds = '120', connections = '64'] = process.argv.slice(2);

const engine = openEngine({ root, settings: { store } });
const index = (await engine.store()).index(engine.scope);
const paths = (await index.files()).filter(({ role }) => role === 'source').map(({ path }) => path);
const names = [];
for (const path of paths.slice(0, 400)) {
  for (const { name } of await index.unitsOfFile(path)) names.push(name);
}
const { chunks } = await index.size();
await engine.close();

const server = spawn(
  process.execPath,
  [
    'dist/main.cjs',
    '--root',
    root,
    '--store',
    store,
    'serve',
    '--no-token',
    '--port',
    '0',
    '--rate-limit',
    '0',
    '--log-level',
    'error',
  ],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const url = String((await once(server.stdout, 'data'))[0]).trim();
const client = createClient({ url });
const threads = [];
for (let number = 0; number < 20; number++) {
  const { id } = await client.threadCreate({ title: `Load ${number} ${Date.now()}` });
  threads.push(id);
  await client.threadMessage({ thread: id, content: `Start with @${paths[number]}` });
}

/** Of each server behind the store; none of a file. */
async function transactions() {
  if (!/^postgres/.test(store)) return new Map();
  const replica = new URL(store).searchParams.get('replica');
  const counts = new Map();
  for (const [server, address] of Object.entries({ primary: store, replica })) {
    if (address === null) continue;
    const client = new pg.Client(address.replace(/[?].*/, ''));
    await client.connect();
    const { rows } = await client.query(
      `SELECT (xact_commit + xact_rollback)::int AS count FROM pg_stat_database
       WHERE datname = current_database()`,
    );
    counts.set(server, rows[0].count);
    await client.end();
  }
  return counts;
}

const any = (list) => list[Math.floor(Math.random() * list.length)];
const question = () => `How does ${any(names)} work and who calls ${any(names)}?`;
const post = (path, body) => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});
/** [share, request]: shares of an assistant that asks more than it writes. */
const MIX = [
  [35, () => post('/context/query', { query: question() })],
  [25, () => post('/context/build', { thread: any(threads), message: question() })],
  [15, () => post(`/threads/${any(threads)}/messages`, { content: question() })],
  [10, () => ({ method: 'GET', path: `/threads/${any(threads)}?limit=20` })],
  [10, () => post('/memories/search', { query: question() })],
  [5, () => post('/context/feedback', { items: [any(names)] })],
];
const drawn = MIX.flatMap(([share, make]) => Array(share).fill(make));

const memory = [];
const rss = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
const sampling = setInterval(() => memory.push(Math.round(rss())), 5000);

const before = await transactions();
const times = new Map();
const running = autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  // Longer than the server lets anyone wait, so that every refusal is its own.
  timeout: 150,
  requests: [
    {
      setupRequest: (request) => ({ ...request, ...any(drawn)() }),
    },
  ],
});
const all = [];
running.on('response', (_client, _status, _bytes, milliseconds) => all.push(milliseconds));
const result = await running;
clearInterval(sampling);

const at = (list, share) => list[Math.min(list.length - 1, Math.floor(share * list.length))]?.toFixed(0);
all.sort((one, other) => one - other);
console.log(
  `${chunks} chunks, ${connections} connections, ${seconds} s, load average ${loadavg()[0].toFixed(1)}`,
);
console.log(
  `requests ${all.length}, ${(all.length / result.duration).toFixed(1)} a second; p50 ${at(all, 0.5)}, p95 ${at(all, 0.95)}, p99 ${at(all, 0.99)} ms`,
);
console.log(`errors ${result.errors}, timeouts ${result.timeouts}, not 2xx ${result.non2xx}`);
console.log(`server memory every 5 s, MB: ${memory.join(' ')}`);
const statuses = Object.entries(result.statusCodeStats).map(([code, { count }]) => `${code} × ${count}`);
console.log(`replies ${statuses.join(', ')}`);
const after = await transactions();
for (const [server, count] of after) console.log(`${server}: ${count - before.get(server)} transactions`);
const metrics = await (await fetch(`${url}/metrics`)).text();
const cpu = Number(/^dossier_process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
console.log(
  `processor time of the server ${cpu.toFixed(1)} s: ${((cpu / all.length) * 1000).toFixed(1)} ms a request`,
);
for (const [, route, sum] of metrics.matchAll(
  /^dossier_http_request_seconds_sum\{[^}]*route="([^"]+)"[^}]*status="200"\} (\S+)/gm,
)) {
  const count = new RegExp(
    `^dossier_http_request_seconds_count\\{[^}]*route="${route}"[^}]*status="200"\\} (\\S+)`,
    'm',
  ).exec(metrics)?.[1];
  times.set(route, `${count} × ${((Number(sum) / Number(count)) * 1000).toFixed(1)} ms`);
}
for (const [route, text] of times) console.log(`  ${route.padEnd(30)} ${text}`);
server.kill('SIGTERM');
await once(server, 'close');
