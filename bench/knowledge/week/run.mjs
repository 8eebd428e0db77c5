// A scripted week of an agent on three projects: does what was learnt arrive? `npm run build` first:
//   node bench/knowledge/week/run.mjs [--only deliver,premortem,themes,truth,heldout,capture,later,later2,later3,later4,later5] [--verbose]
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
const later2 = ['coinwell', 'mowly'].map(read);
const later3 = ['tramvio', 'reelwright'].map(read);
const later4 = ['kutterhal', 'saltpress'].map(read);
const later5 = ['emberreach'].map(read);
const whole = async (some, texts = []) => [
  ...(await measureDelivery(some, { verbose })),
  ...(await measurePremortems(some, { verbose })),
  ...(await measureThemes(some, { verbose })),
  ...(await measureTruth([...some, ...texts], { verbose })),
];
const parts = {
  deliver: () => measureDelivery(projects, { verbose }),
  premortem: () => measurePremortems(projects, { verbose }),
  themes: () => measureThemes([...projects, read('scale25'), read('scale100')], { verbose }),
  truth: () => measureTruth(projects, { verbose }),
  // Pairs that no rule was fitted on.
  heldout: () => measureTruth([read('conventions')], { verbose }),
  // Three projects written after the rules of delivery, and pairs written after those of truth.
  later: () => whole(later, [read('zephyr')]),
  // Two projects written after all of these, by someone who had read no rule and no miss.
  later2: () => whole(later2),
  // Two more, by yet another author, committed before ideas served delivery and measured once after that.
  later3: () => whole(later3),
  // And two by a fifth.
  later4: () => whole(later4),
  // One by a sixth, committed before the causes of the misses in later3 and later4 were looked at.
  later5: () => whole(later5),
  capture: () => measureCapture(new URL('./transcripts/', import.meta.url), { verbose }),
};
for (const [name, measure] of Object.entries(parts)) {
  if (only !== undefined && !only.includes(name)) continue;
  const started = performance.now();
  for (const line of await measure()) console.log(line);
  console.log(`  (${name}: ${Math.round(performance.now() - started)} ms)`);
}
