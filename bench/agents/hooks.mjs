// How long an agent waits for a hook, with process start: `node bench/agents/hooks.mjs <project> [store] [runs]`.
// Every event of Claude Code is sent as in test/fixtures/hooks; Node's own start is measured
// in turn with it, so that the two can be compared on a busy machine. The first calls of an event, which keep
// what they compiled, are not counted.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { quantile, timeProcess } from '../start/time-process.mjs';

const [root, store, runs = '20'] = process.argv.slice(2);
const main = resolve(process.env.DOSSIER_MAIN ?? 'dist/main.js');
const environment = { ...process.env, ...(store ? { DOSSIER_STORE: resolve(store) } : {}) };
const fixture = (name) =>
  JSON.parse(readFileSync(join('test/fixtures/hooks/claude', `${name}.json`), 'utf8'));

const prompts = (
  process.env.PROMPTS ??
  'How is the work queue rate limited when an item fails?|Why does the scheduler skip a node with taints|add a flag to the command that drains a node'
).split('|');
const events = {
  'session start': () => fixture('session-start'),
  prompt: (run) => ({ ...fixture('prompt'), prompt: prompts[run % prompts.length] }),
  'failing test': () => fixture('tool-failure'),
  'other tool': () => fixture('tool-other'),
  'before compaction': () => fixture('pre-compact'),
  'session end': () => fixture('session-end'),
};

const FIRST_CALLS = 3;

console.log('event              p50 ms  p95 ms  above Node p50  characters');
for (const [name, payload] of Object.entries(events)) {
  const own = [];
  const node = [];
  let characters = 0;
  for (let run = -FIRST_CALLS; run < Number(runs); run++) {
    const event = {
      ...payload(run + FIRST_CALLS),
      cwd: resolve(root),
      session_id: `bench-${process.pid}-${name}-${run}`,
    };
    const args = [main, 'hook', event.hook_event_name];
    const result = timeProcess(args, { input: JSON.stringify(event), env: environment });
    if (run < 0) continue;
    node.push(timeProcess(['-e', '0']).clock);
    own.push(result.clock);
    characters = Math.max(characters, result.characters);
  }
  const above = quantile(own, 0.5) - quantile(node, 0.5);
  console.log(
    [
      name.padEnd(17),
      quantile(own, 0.5).toFixed(0).padStart(7),
      quantile(own, 0.95).toFixed(0).padStart(7),
      above.toFixed(0).padStart(15),
      String(characters).padStart(11),
    ].join(' '),
  );
}
