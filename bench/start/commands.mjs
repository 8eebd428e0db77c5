// A command in a fresh process, start included: `node bench/start/commands.mjs <project> <store> [runs]`.
// Node's own start is measured in turn with it. DOSSIER_MAIN names another build to compare with. The first runs, which
// keep what they compiled, are not counted.
import { resolve } from 'node:path';
import { quantile, timeProcess } from './time-process.mjs';

const [root, store, runs = '20'] = process.argv.slice(2);
const main = resolve(process.env.DOSSIER_MAIN ?? 'dist/main.cjs');
const question = process.env.QUESTION ?? 'how does the queryset combine filters';
const place = ['--root', resolve(root), '--store', resolve(store)];
const commands = {
  'Node alone': ['-e', '0'],
  '--version': [main, '--version'],
  status: [main, ...place, 'status'],
  search: [main, ...place, 'search', question],
  query: [main, ...place, 'query', question],
};
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
const FIRST_RUNS = 3;
for (let run = -FIRST_RUNS; run < Number(runs); run++) {
  for (const [name, args] of Object.entries(commands)) {
    const { clock } = timeProcess(args);
    if (run < 0) continue;
    times[name].push({ clock, processor: timeProcess(args, { metered: true }).processor });
  }
}
console.log('| command | p50 ms | p95 ms | processor p50 ms |\n|---|---|---|---|');
for (const [name, list] of Object.entries(times)) {
  const of = (field, share) =>
    quantile(
      list.map((time) => time[field]),
      share,
    ).toFixed(0);
  console.log(`| ${name} | ${of('clock', 0.5)} | ${of('clock', 0.95)} | ${of('processor', 0.5)} |`);
}
