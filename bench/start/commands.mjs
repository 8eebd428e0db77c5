// A command in a fresh process, start included: `node bench/start/commands.mjs <project> <store> [runs]`.
// Node's own start is measured in turn with it. DOSSIER_MAIN names another build to compare with. The first runs, which
// keep what they compiled, are not counted. With HELPED=1 `search` and `query` are measured beside a helper process, too.
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
const alone = { ...process.env, DOSSIER_HELPER_SECONDS: '0' };
const helped = { ...process.env, DOSSIER_HELPER_SECONDS: '60', DOSSIER_HELPER_CHUNKS: '1' };
if (process.env.HELPED) {
  for (const name of ['search', 'query']) commands[`${name}, helped`] = commands[name];
  timeProcess(commands.search, { env: helped });
  await waitForHelper();
}
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
const FIRST_RUNS = 3;
for (let run = -FIRST_RUNS; run < Number(runs); run++) {
  for (const [name, args] of Object.entries(commands)) {
    const env = name.endsWith('helped') ? helped : alone;
    const { clock } = timeProcess(args, { env });
    if (run < 0) continue;
    times[name].push({ clock, processor: timeProcess(args, { env, metered: true }).processor });
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

async function waitForHelper() {
  while (!timeProcess(commands.status, { env: helped }).stdout.includes('helper process'))
    await new Promise((done) => setTimeout(done, 500));
  // It has its first answer behind it when it listens.
  await new Promise((done) => setTimeout(done, 5000));
}
