// Learns when a prompt asks about code: `node training/prompts/train.mjs <labelled.jsonl> [--real <folder>] [--write]`,
// after `npm run build`. A line of the file is {"prompt", "label": "context" or "silent", "kind", "lang"}. Learnt from
// are the file, `prompts.jsonl` (eight other voices, named by their ids), prompts made from `templates.json` and, if
// a folder is given, `learn.jsonl` and `look.jsonl` there: the same lines with "person", and "borderline" where people
// would differ. They are what people typed to agents, which is why they are not here.
// Reported is how the file fares in five folds, how every voice and every fifth of the people fares when nothing of
// it is learnt from, and a rule that looks at the length alone. `--scores` writes those of the real ones beside them.
// `--write` makes src/interfaces/hooks/prompt-weights.ts. Logistic regression by AdaGrad; no randomness but a
// fixed order, so the result repeats.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../../bench/random-numbers.mjs';
import { bucketOf, DOUBTFUL, SEQUENCE_SHARE } from '../../dist/interfaces/hooks/asks-about-code.js';
import { isCommand, isPlainCode, promptFeatures } from '../../dist/interfaces/hooks/prompt-features.js';
import { fromTemplates } from './from-templates.mjs';

/** So many that two sequences rarely share one: an unknown word must weigh nothing. */
const BUCKETS = 2 ** 20;
const EPOCHS = 8;
const RATE = 0.3;
const SHAPE_DECAY = 0.002;
const SEQUENCE_DECAY = 0.003;
/** A prompt that somebody wrote counts as much as this many from templates. */
const WRITTEN_WEIGHT = 4;
const FOLDS = 5;
/** Of the silent prompts nobody learnt from, this share may be searched for: what is found decides, too. */
const SEARCHED_IN_VAIN = 0.06;

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    real: { type: 'string' },
    scores: { type: 'boolean' },
    errors: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});
const [file] = positionals;
const read = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const labelled = read(file);
const written = read(new URL('prompts.jsonl', import.meta.url));
const made = fromTemplates();
const real =
  flags.real === undefined
    ? []
    : ['learn', 'look'].flatMap((name) => read(join(flags.real, `${name}.jsonl`)));

const cache = new Map();
function numbersOf(prompt) {
  const known = cache.get(prompt);
  if (known !== undefined) return known;
  const { shapes, sequences } = promptFeatures(prompt);
  const value = SEQUENCE_SHARE / Math.sqrt(Math.max(1, sequences.size));
  const numbers = {
    shapes: [...shapes],
    buckets: [...sequences].map((sequence) => bucketOf(sequence, BUCKETS)),
    value,
  };
  cache.set(prompt, numbers);
  return numbers;
}

function train(rows) {
  const shapes = new Map();
  const buckets = new Float64Array(BUCKETS);
  const squares = new Float64Array(BUCKETS).fill(1e-4);
  const bias = { weight: 0, square: 1e-4 };
  const random = randomNumbers(777);
  const order = [...rows];
  const step = (part, gradient) => {
    part.square += gradient * gradient;
    part.weight -= (RATE * gradient) / Math.sqrt(part.square);
  };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    for (const { prompt, label } of order) {
      const numbers = numbersOf(prompt);
      const error = 1 / (1 + Math.exp(-score({ shapes, buckets, bias }, numbers))) - (label === 'context');
      for (const [name, value] of numbers.shapes) {
        const part = shapes.get(name) ?? { weight: 0, square: 1e-4 };
        shapes.set(name, part);
        step(part, error * value + SHAPE_DECAY * part.weight);
      }
      for (const bucket of numbers.buckets) {
        const gradient = error * numbers.value + SEQUENCE_DECAY * buckets[bucket];
        squares[bucket] += gradient * gradient;
        buckets[bucket] -= (RATE * gradient) / Math.sqrt(squares[bucket]);
      }
      step(bias, error);
    }
  }
  return { shapes, buckets, bias };
}

function score({ shapes, buckets, bias }, numbers) {
  let sum = bias.weight;
  for (const [name, value] of numbers.shapes) sum += (shapes.get(name)?.weight ?? 0) * value;
  for (const bucket of numbers.buckets) sum += buckets[bucket] * numbers.value;
  return sum;
}

/** Where people would differ, half as often. */
const times = (rows) =>
  Array.from({ length: WRITTEN_WEIGHT }).flatMap((_, time) =>
    rows.filter(({ borderline }) => borderline !== true || time % 2 === 0),
  );
const scored = (model, rows) =>
  rows.map((row) => {
    const { prompt } = row;
    const value = isCommand(prompt) ? -100 : isPlainCode(prompt) ? 100 : score(model, numbersOf(prompt));
    return { ...row, score: value };
  });
const share = (rows, label, threshold) => {
  const own = rows.filter((row) => row.label === label);
  return own.length === 0 ? undefined : own.filter((row) => row.score > threshold).length / own.length;
};
const percent = (value) => (value === undefined ? '–' : `${(value * 100).toFixed(1)} %`);
/** The lowest threshold at which at most this share of the silent ones is answered. */
function thresholdFor(rows, allowed) {
  const silent = rows.filter(({ label }) => label === 'silent').map((row) => row.score);
  silent.sort((a, b) => b - a);
  return silent[Math.floor(silent.length * allowed)];
}
/** Answered, and of those the ones that are sure of a whole answer. */
function report(title, rows, threshold) {
  const of = (label) =>
    `${percent(share(rows, label, threshold))} (${percent(share(rows, label, threshold + DOUBTFUL))} in full)`;
  console.log(`${title}: silent answered ${of('silent')}, context answered ${of('context')}`);
}

const folds = [];
for (let fold = 0; fold < FOLDS; fold++) {
  const rest = labelled.filter((_, index) => index % FOLDS !== fold);
  const model = train([...times([...written, ...rest, ...real]), ...made]);
  folds.push(
    ...scored(
      model,
      labelled.filter((_, index) => index % FOLDS === fold),
    ),
  );
}
const unseen = scored(train([...times([...written, ...real]), ...made]), labelled);
const voiceOf = ({ id }) => id.split('-')[0];
const others = [...new Set(written.map(voiceOf))].map((voice) => {
  const rest = written.filter((row) => voiceOf(row) !== voice);
  const rows = written.filter((row) => voiceOf(row) === voice);
  return { voice, rows: scored(train([...times([...labelled, ...rest, ...real]), ...made]), rows) };
});
const people = [...new Set(real.map(({ person }) => person))].sort();
const ofPeople = Array.from({ length: real.length === 0 ? 0 : FOLDS }).flatMap((_, fold) => {
  const isLeft = ({ person }) => people.indexOf(person) % FOLDS === fold;
  const rest = real.filter((row) => !isLeft(row));
  return scored(train([...times([...written, ...labelled, ...rest]), ...made]), real.filter(isLeft));
});
const final = train([...times([...written, ...labelled, ...real]), ...made]);

// Chosen on the voices and people that were not learnt from.
const THRESHOLD = thresholdFor(
  [
    ...unseen,
    ...others.flatMap(({ rows }) => rows),
    ...ofPeople.filter(({ borderline }) => borderline !== true),
  ],
  SEARCHED_IN_VAIN,
);
console.log(
  `${labelled.length} labelled, ${written.length} of other voices, ${real.length} of ${people.length} people, ${made.length} from templates; threshold ${THRESHOLD.toFixed(2)}`,
);
report('labelled, five folds', folds, THRESHOLD);
report('labelled, nothing of it learnt from', unseen, THRESHOLD);
for (const { voice, rows } of others)
  report(`${voice} (${rows.length}), nothing of it learnt from`, rows, THRESHOLD);
if (ofPeople.length > 0) {
  report('people, nothing of them learnt from', ofPeople, THRESHOLD);
  report(
    'the same without borderline ones',
    ofPeople.filter(({ borderline }) => borderline !== true),
    THRESHOLD,
  );
}
if (flags.scores) {
  const lines = ofPeople.map(({ id, score: value }) => JSON.stringify({ id, score: value }));
  writeFileSync(join(flags.real, 'scores.jsonl'), `${lines.join('\n')}\n`);
}
const byLength = labelled.map((row) => ({ ...row, score: [...row.prompt].length }));
report('length alone, 12 characters', byLength, 11);
report('length alone, 2 % of the silent', byLength, thresholdFor(byLength, 0.02));
for (const field of ['kind', 'lang']) {
  console.log(`\nby ${field} (five folds | not learnt from)`);
  for (const value of [...new Set(labelled.map((row) => row[field]))].sort()) {
    const part = (rows) => rows.filter((row) => row[field] === value);
    const line = (rows) =>
      `silent ${percent(share(rows, 'silent', THRESHOLD))} context ${percent(share(rows, 'context', THRESHOLD))}`;
    console.log(`${value} (${part(labelled).length}): ${line(part(folds))} | ${line(part(unseen))}`);
  }
}
if (flags.errors) {
  for (const row of unseen) {
    if (row.score > THRESHOLD !== (row.label === 'context')) {
      console.log(
        `${row.score.toFixed(2)} ${row.label} ${row.kind} ${JSON.stringify(row.prompt.slice(0, 110))}`,
      );
    }
  }
}

if (flags.write) {
  const most = final.buckets.reduce((known, weight) => Math.max(known, Math.abs(weight)), 0);
  const scale = most / 127;
  const kept = [...final.buckets.entries()].filter(([, weight]) => Math.round(weight / scale) !== 0);
  const bytes = Buffer.from(
    kept.flatMap(([bucket, weight]) => [
      bucket >> 16,
      (bucket >> 8) & 255,
      bucket & 255,
      Math.round(weight / scale) & 255,
    ]),
  );
  const weights = [...final.shapes].map(([name, { weight }]) => `  '${name}': ${weight.toFixed(3)},`).sort();
  writeFileSync(
    'src/interfaces/hooks/prompt-weights.ts',
    `/** Learnt by training/prompts/train.mjs, which writes this file. */
export const BIAS = ${final.bias.weight.toFixed(3)};
export const THRESHOLD = ${THRESHOLD.toFixed(2)};
export const SHAPE_WEIGHTS: Readonly<Record<string, number>> = {
${weights.join('\n')}
};
export const BUCKETS = ${BUCKETS};
export const SEQUENCE_SCALE = ${scale.toPrecision(4)};
/** Base64: for each bucket with a weight, in order, three bytes of its number and one signed byte of weight. */
export const SEQUENCE_WEIGHTS =
  '${bytes.toString('base64')}';
`,
  );
}
