// Six agents on one project: `node bench/agents/soak.mjs <project copy> [minutes]`.
// Each asks over its own MCP server while hooks run twice a second and a script edits files; the
// process that follows the files is killed twice. Reports errors, how long edits took to be found,
// and how many processes followed the files at once.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [root, minutes = '5'] = process.argv.slice(2);
const main = resolve(process.env.DOSSIER_MAIN ?? 'dist/main.cjs');
const cache = mkdtempSync(join(tmpdir(), 'dossier-soak-'));
const env = { PATH: process.env.PATH, HOME: process.env.HOME, XDG_CACHE_HOME: cache };
const end = Date.now() + Number(minutes) * 60_000;
const queries = [
  'how are requests routed',
  'parse a date',
  'error handling',
  'write the response',
  'configuration of the server',
  'tests of the parser',
];

const counts = { calls: 0, hooks: 0, edits: 0, found: 0, kills: 0, reconnects: 0 };
const errors = [];
const latencies = [];
const delays = [];
let mostLeaders = 0;
let lastKill = 0;
const agents = new Array(6);
/** Ends of the connections that are meant: the server was killed on purpose. */
const killed = new Set();

async function connect(slot) {
  const client = new Client({ name: `agent-${slot}`, version: '0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, 'mcp'],
    cwd: root,
    env,
  });
  await client.connect(transport);
  agents[slot] = { client, pid: transport.pid };
}

async function ask(slot, query) {
  const { client, pid } = agents[slot];
  const started = performance.now();
  try {
    const result = await client.callTool({
      name: 'context_query',
      arguments: { query, maxTokens: 1500, fresh: true },
    });
    latencies.push(performance.now() - started);
    counts.calls++;
    const text = result.content.map((part) => part.text).join('\n');
    if (result.isError) errors.push(text);
    return text;
  } catch (error) {
    if (!killed.has(pid)) errors.push(String(error));
    return '';
  }
}

/** Processes that hold the lease now, by the file that says so. */
function leader() {
  const folder = join(cache, 'dossier');
  const locks = readdirSync(folder).filter((name) => name.includes('.watch-') && name.endsWith('.lock'));
  mostLeaders = Math.max(mostLeaders, locks.length);
  const [lock] = locks;
  try {
    return lock === undefined ? undefined : JSON.parse(readFileSync(join(folder, lock), 'utf8')).pid;
  } catch {
    return undefined;
  }
}

async function agent(slot) {
  for (let turn = 0; Date.now() < end; turn++) {
    await ask(slot, queries[(turn + slot) % queries.length]);
    await wait(200 + 50 * slot);
  }
}

async function hooks() {
  const payload = JSON.parse(readFileSync('test/fixtures/hooks/claude/prompt.json', 'utf8'));
  for (let turn = 0; Date.now() < end; turn++) {
    const child = spawn(process.execPath, [main, 'hook'], { env, cwd: root });
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.on('close', (status) => {
      counts.hooks++;
      if (status !== 0) errors.push(`hook status ${status}`);
      if (said !== '') JSON.parse(said);
    });
    child.stdin.end(
      JSON.stringify({
        ...payload,
        cwd: resolve(root),
        prompt: queries[turn % queries.length],
        session_id: `soak-${turn}`,
      }),
    );
    await wait(500);
  }
}

async function editor() {
  for (let edit = 0; Date.now() < end - 10_000; edit++) {
    const name = `soakMarker${edit}x${process.pid}`;
    writeFileSync(join(root, `soak-${edit % 20}.ts`), `export function ${name}() {\n  return ${edit};\n}\n`);
    const at = Date.now();
    counts.edits++;
    while (Date.now() - at < 15_000) {
      // An agent whose server was just killed asks again when it has a new one.
      const slot = killed.has(agents[edit % 6].pid) ? (edit + 1) % 6 : edit % 6;
      if ((await ask(slot, name)).includes(`function ${name}`)) {
        const delay = Date.now() - at;
        delays.push(delay);
        if (delay > 2000)
          console.log(`edit ${edit} found after ${delay} ms, made ${at - lastKill} ms after the last kill`);
        counts.found++;
        break;
      }
      await wait(50);
    }
    await wait(1000);
  }
}

async function killer() {
  for (const share of [0.35, 0.7]) {
    await wait(Number(minutes) * 60_000 * share - (share === 0.7 ? Number(minutes) * 60_000 * 0.35 : 0));
    const pid = leader();
    const slot = agents.findIndex((each) => each.pid === pid);
    if (slot < 0) continue;
    killed.add(pid);
    process.kill(pid, 'SIGKILL');
    counts.kills++;
    lastKill = Date.now();
    const died = Date.now();
    while (leader() === pid || leader() === undefined) await wait(50);
    console.log(`leader ${pid} killed; ${leader()} took over after ${Date.now() - died} ms`);
    await connect(slot);
    counts.reconnects++;
  }
}

await Promise.all(Array.from({ length: 6 }, (_, slot) => connect(slot)));
await ask(0, queries[0]);
const watch = setInterval(leader, 100);
await Promise.all([...agents.map((_agent, slot) => agent(slot)), hooks(), editor(), killer()]);
clearInterval(watch);
for (const { client } of agents) await client.close();
const log = spawnSync(process.execPath, [main, 'hooks', 'log', '--lines', '10000'], {
  env,
  encoding: 'utf8',
}).stdout;
const quantile = (values, share) =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0);
console.log(
  JSON.stringify({
    ...counts,
    hookErrors: log.split('\n').filter((line) => / error /.test(line)).length,
    mostLeaders,
  }),
);
console.log(
  `answers p50 ${quantile(latencies, 0.5)} ms, p95 ${quantile(latencies, 0.95)} ms; edits found after p50 ${quantile(delays, 0.5)} ms, p95 ${quantile(delays, 0.95)} ms, longest ${quantile(delays, 0.999)} ms`,
);
console.log(
  `errors ${errors.length}${errors.length === 0 ? '' : `: ${[...new Set(errors)].slice(0, 5).join(' | ')}`}`,
);
