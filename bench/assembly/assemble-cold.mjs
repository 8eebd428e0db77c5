// A fresh process: loads the package and assembles the items of the JSON on standard input once.
// Run by run.mjs, which reads the times it prints.
import { readFileSync } from 'node:fs';

const input = JSON.parse(readFileSync(0, 'utf8'));
const computing = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const begun = { clock: performance.now(), computing: computing(), memory: process.memoryUsage().rss };
const { openDossier } = await import('../../dist/index.js');
const loaded = { clock: performance.now(), computing: computing() };
const dossier = openDossier({ root: '.' });
const { tokenCount } = await dossier.assembleItems(input);
console.log(
  JSON.stringify({
    tokenCount,
    import: loaded.computing - begun.computing,
    assemble: computing() - loaded.computing,
    clock: performance.now() - begun.clock,
    assembleClock: performance.now() - loaded.clock,
    memory: (process.memoryUsage().rss - begun.memory) / 1e6,
  }),
);
