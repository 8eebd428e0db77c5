// Learns when a prompt asks about code: `node training/prompts/train.mjs <labelled.jsonl> [--real <file>]… [--write]`,
// after `npm run build`. A line of the file is {"prompt", "label": "context" or "silent", "kind", "lang"}. Learnt from
// are the file, `prompts.jsonl` (nine other voices, named by their ids), prompts made from `templates.json` and the
// files named by `--real`: the same lines with "person", and "borderline" where people would differ. They are what
// people typed to agents, which is why they are not here; how they are labelled says README.md.
// Reported is how the file fares in five folds, how every voice and every fifth of the people fares when nothing of
// it is learnt from, and a rule that looks at the length alone. `--kept <file>` reports on real prompts of further
// people that are not learnt from, `--scores <file>` writes those of the people left out. `--threshold <n>` is
// one found before, so that nothing is left out and measured. `--write` makes
// src/interfaces/hooks/prompt-weights.ts. The result is the same each time.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bucketOf, DOUBTFUL, SEQUENCE_SHARE } from '../../dist/interfaces/hooks/asks-about-code.js';
import { isCommand, isPlainCode, promptFeatures } from '../../dist/interfaces/hooks/prompt-features.js';
import { fromTemplates } from './from-templates.mjs';
import { fitted, fittedInSteps, scoreOf } from './logistic.mjs';

/** So many that two sequences rarely share one: an unknown word must weigh nothing. */
const BUCKETS = 2 ** 20;
const SHAPE_PENALTY = 3;
const SEQUENCE_PENALTY = 2;
const SHAPE_DECAY = 0.002;
const SEQUENCE_DECAY = 0.003;
/** A sequence seen once says nothing of other prompts, and most are seen once. */
const SEEN = 2;
/** A prompt that somebody wrote or typed counts as much as this many from templates. */
const WRITTEN_WEIGHT = 4;
const FOLDS = 5;
/** Of the silent prompts nobody learnt from, this share may be searched for: what is found decides, too. */
const SEARCHED_IN_VAIN = 0.06;

const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  options: {
    real: { type: 'string', multiple: true, default: [] },
    kept: { type: 'string' },
    scores: { type: 'string' },
    errors: { type: 'boolean' },
    threshold: { type: 'string' },
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
const real = flags.real.flatMap(read);

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
  const names = new Map();
  const counts = new Map();
  for (const { prompt } of rows) {
    const { shapes, buckets } = numbersOf(prompt);
    for (const [name] of shapes) if (!names.has(name)) names.set(name, names.size);
    for (const bucket of buckets) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const columns = new Map();
  for (const [bucket, count] of counts) if (count >= SEEN) columns.set(bucket, names.size + columns.size);
  const each = (ofShape, ofSequence) =>
    Float64Array.from({ length: names.size + columns.size }, (_, at) =>
      at < names.size ? ofShape : ofSequence,
    );
  const model = { names, columns };
  const learnt = rows.map((row) => ({
    ...inColumns(model, numbersOf(row.prompt)),
    label: Number(row.label === 'context'),
    weight: weightOf(row),
  }));
  // One keeps to what many prompts share, the other trusts rare words; together they are better on people and voices.
  const shared = fitted(learnt, each(SHAPE_PENALTY, SEQUENCE_PENALTY));
  const rare = fittedInSteps(learnt, each(SHAPE_DECAY, SEQUENCE_DECAY));
  return { ...model, weights: shared.map((weight, at) => (weight + rare[at]) / 2) };
}

function inColumns({ names, columns }, { shapes, buckets, value }) {
  const known = shapes.filter(([name]) => names.has(name));
  const seen = buckets.map((bucket) => columns.get(bucket)).filter((column) => column !== undefined);
  return {
    columns: Int32Array.from([...known.map(([name]) => names.get(name)), ...seen]),
    values: Float64Array.from([...known.map(([, shape]) => shape), ...seen.map(() => value)]),
  };
}

const score = (model, numbers) => scoreOf(model.weights, inColumns(model, numbers));

/** Where people would differ, half as much. */
function weightOf({ id, borderline }) {
  const weight = id === undefined ? 1 : WRITTEN_WEIGHT;
  return borderline === true ? weight / 2 : weight;
}
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

/** A threshold that is given needs no measuring: one fit instead of two dozen. */
const isMeasured = flags.threshold === undefined;
const folds = [];
for (let fold = 0; isMeasured && fold < FOLDS; fold++) {
  const rest = labelled.filter((_, index) => index % FOLDS !== fold);
  const model = train([...written, ...rest, ...real, ...made]);
  folds.push(
    ...scored(
      model,
      labelled.filter((_, index) => index % FOLDS === fold),
    ),
  );
}
const unseen = isMeasured ? scored(train([...written, ...real, ...made]), labelled) : [];
const voiceOf = ({ id }) => id.split('-')[0];
const others = (isMeasured ? [...new Set(written.map(voiceOf))] : []).map((voice) => {
  const rest = written.filter((row) => voiceOf(row) !== voice);
  const rows = written.filter((row) => voiceOf(row) === voice);
  return { voice, rows: scored(train([...labelled, ...rest, ...real, ...made]), rows) };
});
const people = [...new Set(real.map(({ person }) => person))].sort();
const ofPeople = Array.from({ length: isMeasured && real.length > 0 ? FOLDS : 0 }).flatMap((_, fold) => {
  const isLeft = ({ person }) => people.indexOf(person) % FOLDS === fold;
  const rest = real.filter((row) => !isLeft(row));
  return scored(train([...written, ...labelled, ...rest, ...made]), real.filter(isLeft));
});
const final = train([...written, ...labelled, ...real, ...made]);

// Chosen on the voices and people that were not learnt from.
const THRESHOLD = isMeasured
  ? thresholdFor(
      [
        ...unseen,
        ...others.flatMap(({ rows }) => rows),
        ...ofPeople.filter(({ borderline }) => borderline !== true),
      ],
      SEARCHED_IN_VAIN,
    )
  : Number(flags.threshold);
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
if (flags.kept !== undefined) {
  const kept = scored(final, read(flags.kept));
  report(`${kept.length} of further people`, kept, THRESHOLD);
  const clear = kept.filter(({ borderline }) => borderline !== true);
  report('the same without borderline ones', clear, THRESHOLD);
  for (const field of ['kind', 'lang']) {
    for (const value of [...new Set(clear.map((row) => row[field]))].sort()) {
      const part = clear.filter((row) => row[field] === value);
      const line = ['silent', 'context'].map((label) => `${label} ${percent(share(part, label, THRESHOLD))}`);
      console.log(`  ${value} (${part.length}): ${line.join(' ')}`);
    }
  }
}
if (flags.scores !== undefined) {
  const lines = ofPeople.map(({ id, score: value }) => JSON.stringify({ id, score: value }));
  writeFileSync(flags.scores, `${lines.join('\n')}\n`);
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
  const buckets = [...final.columns].map(([bucket, column]) => [bucket, final.weights[column]]);
  const most = buckets.reduce((known, [, weight]) => Math.max(known, Math.abs(weight)), 0);
  const scale = most / 127;
  const kept = buckets
    .filter(([, weight]) => Math.round(weight / scale) !== 0)
    .sort(([left], [right]) => left - right);
  const bytes = Buffer.from(
    kept.flatMap(([bucket, weight]) => [
      bucket >> 16,
      (bucket >> 8) & 255,
      bucket & 255,
      Math.round(weight / scale) & 255,
    ]),
  );
  const weights = [...final.names]
    .map(([name, column]) => `  '${name}': ${final.weights[column].toFixed(4)},`)
    .sort();
  writeFileSync(
    'src/interfaces/hooks/prompt-weights.ts',
    `/** Learnt by training/prompts/train.mjs, which writes this file. */
export const BIAS = ${final.weights.at(-1).toFixed(3)};
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
