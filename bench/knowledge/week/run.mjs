// A scripted week of an agent on three projects: does what was learnt arrive? `npm run build` first:
//   node bench/knowledge/week/run.mjs [--only deliver,premortem,themes,truth,heldout,capture,later] [--verbose]
// The data was written before the code and without reading it; README.md says what is in it.
import { readFileSync } from 'node:fs';
import { measureCapture } from './measure-capture.mjs';
import { measureDelivery } from './measure-delivery.mjs';
import { measurePremortems } from './measure-premortems.mjs';
import { measureThemes } from './measure-themes.mjs';
import { measureTruth } from './measure-truth.mjs';

const args = process.argv.slice(2);
const verbose = args.includes('--verbose');
const only = args.includes('--only') ? args[args.indexOf('--only') + 1].split(',') : undefined;
const read = (name) => JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8'));

const projects = ['larkshop', 'tidewater', 'beaconhub'].map(read);
const later = ['quillmark', 'gridstone', 'medloom'].map(read);
const parts = {
  deliver: () => measureDelivery(projects, { verbose }),
  premortem: () => measurePremortems(projects, { verbose }),
  themes: () => measureThemes([...projects, read('scale25'), read('scale100')], { verbose }),
  truth: () => measureTruth(projects, { verbose }),
  // Pairs that no rule was fitted on.
  heldout: () => measureTruth([read('conventions')], { verbose }),
  // Three projects written after the rules of delivery, and pairs written after those of truth.
  later: async () => [
    ...(await measureDelivery(later, { verbose })),
    ...(await measurePremortems(later, { verbose })),
    ...(await measureThemes(later, { verbose })),
    ...(await measureTruth([...later, read('zephyr')], { verbose })),
  ],
  capture: () => measureCapture(new URL('./transcripts/', import.meta.url), { verbose }),
};
for (const [name, measure] of Object.entries(parts)) {
  if (only !== undefined && !only.includes(name)) continue;
  const started = performance.now();
  for (const line of await measure()) console.log(line);
  console.log(`  (${name}: ${Math.round(performance.now() - started)} ms)`);
}
