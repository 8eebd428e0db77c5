// Throughput of `dossier serve` by number of workers: node bench/service/workers.mjs <project> <store> [seconds] [connections] [1,2]
// The project must be indexed in the store. Questions alone, each about other names, so that no cache answers; the numbers of
// workers take turns twice, so that a change of the machine shows. Run `npm run build` first, on a quiet machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { openEngine } from '../../dist/open-engine.js';

const [root, store, seconds = '20', connections = '16', counts = '1,2'] = process.argv.slice(2);
const engine = openEngine({ root, settings: { store } });
const index = (await engine.store()).index(engine.scope);
const names = [];
for (const { path } of (await index.files()).filter(({ role }) => role === 'source').slice(0, 2000)) {
  for (const { name } of await index.unitsOfFile(path)) names.push(name);
}
const { chunks } = await index.size();
await engine.close();

/** The same questions for every number of workers. */
function questions() {
  let seed = 7;
  const any = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return names[seed % names.length];
  };
  return () => `How does ${any()} work and who calls ${any()}?`;
}

async function measure(workers) {
  const server = spawn(
    process.execPath,
    [
      ...['dist/main.cjs', '--root', root, '--store', store, 'serve', '--no-token', '--port', '0'],
      ...['--rate-limit', '0', '--log-level', 'error', '--workers', String(workers)],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const url = new URL('/context/query', String((await once(server.stdout, 'data'))[0]).trim());
  const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
  const next = questions();
  const ask = () =>
    new Promise((resolve, reject) => {
      const sent = request(url, { agent, method: 'POST', headers: { 'content-type': 'application/json' } });
      sent.on('response', (reply) => reply.resume().on('end', () => resolve(reply.statusCode)));
      // The server closes connections that were idle for five seconds, perhaps while this one is sent.
      sent.on('error', (error) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') ask().then(resolve, reject);
        else reject(error);
      });
      sent.end(JSON.stringify({ query: next() }));
    });
  const times = [];
  let failed = 0;
  const run = async (milliseconds, measured) => {
    const end = performance.now() + milliseconds;
    const client = async () => {
      while (performance.now() < end) {
        const start = performance.now();
        const status = await ask();
        if (status !== 200) failed++;
        if (measured) times.push(performance.now() - start);
      }
    };
    await Promise.all(Array.from({ length: Number(connections) }, client));
  };
  await run(5000, false);
  await run(Number(seconds) * 1000, true);
  const memory = processes(server.pid).reduce((sum, pid) => sum + rss(pid), 0);
  server.kill('SIGTERM');
  await once(server, 'close');
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)]?.toFixed(0);
  const rate = times.length / Number(seconds);
  console.log(
    `| ${workers} | ${rate.toFixed(1)} | ${at(0.5)} | ${at(0.95)} | ${failed} | ${memory.toFixed(0)} | ${loadavg()[0].toFixed(1)} |`,
  );
  return rate;
}

function processes(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children.map(Number)];
}

function rss(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

console.log(`${chunks} chunks, ${connections} connections, ${seconds} s each, Node ${process.version}`);
console.log('| workers | requests/s | p50 ms | p95 ms | failed | MB | load |\n|---|---|---|---|---|---|---|');
const best = new Map();
for (const workers of [...counts.split(','), ...counts.split(',')].map(Number)) {
  best.set(workers, Math.max(best.get(workers) ?? 0, await measure(workers)));
}
const [fewest, ...more] = [...best];
for (const [workers, rate] of more)
  console.log(`${workers} workers: ${(rate / fewest[1]).toFixed(2)} times ${fewest[0]}`);
