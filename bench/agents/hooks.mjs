// How long an agent waits for a hook, with process start: `node bench/agents/hooks.mjs <project> [store] [runs]`.
// Every event of Claude Code is sent as in test/fixtures/hooks; Node's own start is measured
// in turn with it, so that the two can be compared on a busy machine. The first calls of an event, which keep
// what they compiled, are not counted. With SERVED=1 an MCP server of the project runs beside and answers the hooks, with HELPED=1 a helper process does.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { quantile, timeProcess } from '../start/time-process.mjs';

const [root, store, runs = '20'] = process.argv.slice(2);
const main = resolve(process.env.DOSSIER_MAIN ?? 'dist/main.cjs');
const environment = {
  ...process.env,
  // A cache of its own: the path of a socket must be short.
  XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'hooks-')),
  ...(store ? { DOSSIER_STORE: resolve(store) } : {}),
  DOSSIER_HELPER_SECONDS: process.env.HELPED ? '60' : '0',
  DOSSIER_HELPER_CHUNKS: '1',
};
const fixture = (name) =>
  JSON.parse(readFileSync(join('test/fixtures/hooks/claude', `${name}.json`), 'utf8'));

const prompts = (
  process.env.PROMPTS ??
  'How is the work queue rate limited when an item fails?|Why does the scheduler skip a node with taints|add a flag to the command that drains a node'
).split('|');
const events = {
  'session start': () => fixture('session-start'),
  prompt: (run) => ({ ...fixture('prompt'), prompt: prompts[Math.abs(run) % prompts.length] }),
  'failing test': () => fixture('tool-failure'),
  'other tool': () => fixture('tool-other'),
  'before compaction': () => fixture('pre-compact'),
  'session end': () => fixture('session-end'),
};

const FIRST_CALLS = 3;
const server = process.env.SERVED ? await startServer() : undefined;
if (process.env.HELPED) await startHelper();

console.log('event              p50 ms  p95 ms  above Node p50  processor p50  characters');
for (const [name, payload] of Object.entries(events)) {
  const own = [];
  const node = [];
  const processor = [];
  let characters = 0;
  const call = (run, options) => {
    const session_id = `bench-${process.pid}-${name}-${run}-${options.metered}`;
    const event = { ...payload(run), cwd: resolve(root), session_id };
    const args = [main, 'hook', event.hook_event_name];
    return timeProcess(args, { ...options, input: JSON.stringify(event), env: environment });
  };
  for (let run = 0; run < FIRST_CALLS; run++) call(-run - 1, { metered: false });
  for (let run = 0; run < Number(runs); run++) {
    node.push(timeProcess(['-e', '0']).clock);
    const result = call(run, { metered: false });
    own.push(result.clock);
    processor.push(call(run, { metered: true }).processor);
    characters = Math.max(characters, result.characters);
  }
  const above = quantile(own, 0.5) - quantile(node, 0.5);
  const columns = [quantile(own, 0.5), quantile(own, 0.95), above, quantile(processor, 0.5), characters];
  const widths = [7, 7, 15, 14, 11];
  console.log(
    [name.padEnd(17), ...columns.map((value, at) => value.toFixed(0).padStart(widths[at]))].join(' '),
  );
}
server?.stdin.end();

async function startServer() {
  const child = spawn(process.execPath, [main, 'mcp'], {
    cwd: resolve(root),
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await listening();
  return child;
}

/** A prompt that no server answers starts it. */
async function startHelper() {
  const event = { ...fixture('prompt'), prompt: prompts[0], cwd: resolve(root), session_id: 'bench-start' };
  timeProcess([main, 'hook', event.hook_event_name], { input: JSON.stringify(event), env: environment });
  await listening();
}

async function listening() {
  const sockets = join(environment.XDG_CACHE_HOME, 'dossier/hooks');
  for (;;) {
    await new Promise((done) => setTimeout(done, 200));
    try {
      if (readdirSync(sockets).some((name) => name.endsWith('.sock'))) return;
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
  }
}
