// Measures the exact scan over 8-bit vectors, beside the same loop in JavaScript, and its recall.
// Run `npm run build` first:  node bench/store/measure-vectors.mjs 200000
import { largestScores } from '../../dist/adapters/stores/shared/largest-scores.js';
import { quantise, vectorScanner } from '../../dist/adapters/stores/shared/quantised-vectors.js';
import { randomNumbers } from '../random-numbers.mjs';

const count = Number(process.argv[2] ?? 200_000);
const DIMENSIONS = 256;
const SEGMENT = 1024;
const QUERIES = 20;
/** Vectors around 1,000 centres: evenly spread ones would have no near neighbours to find. */
const next = randomNumbers(3);
const random = () => 2 * next() - 1;
const normalised = (vector) => {
  let length = 0;
  for (const component of vector) length += component * component;
  return vector.map((component) => component / Math.sqrt(length));
};
const centres = Array.from({ length: 1000 }, () => Float32Array.from({ length: DIMENSIONS }, random));
const near = () => {
  const centre = centres[Math.floor(((random() + 1) / 2) * 999.9)];
  return normalised(centre.map((component) => component + random()));
};
const scanner = vectorScanner(DIMENSIONS, SEGMENT);
const full = [];
const bytes = [];
for (let segment = 0; segment * SEGMENT < count; segment++) {
  const vectors = Array.from({ length: SEGMENT }, near);
  const quantised = quantise(vectors);
  scanner.put(segment, quantised);
  bytes.push(quantised);
  full.push(...vectors);
}
const plain = (query, best) => {
  const wanted = quantise([query]);
  const numbers = Int32Array.from(wanted.bytes);
  for (const [segment, quantised] of bytes.entries()) {
    for (let index = 0; index < SEGMENT; index++) {
      let sum = 0;
      for (let offset = 0; offset < DIMENSIONS; offset++)
        sum += quantised.bytes[index * DIMENSIONS + offset] * numbers[offset];
      best.offer(segment * SEGMENT + index, sum * quantised.scales[index] * wanted.scales[0]);
    }
  }
};
const exact = (query, best) => {
  for (const [number, vector] of full.entries()) {
    let sum = 0;
    for (let offset = 0; offset < DIMENSIONS; offset++) sum += vector[offset] * query[offset];
    best.offer(number, sum);
  }
};
const run = (scan, query) => {
  const best = largestScores(10);
  const start = performance.now();
  scan(query, best);
  return { time: performance.now() - start, found: best.descending().map(({ number }) => number) };
};
const queries = Array.from({ length: QUERIES }, near);
const kinds = {
  kernel: (query, best) => scanner.scan(quantise([query]), best),
  plain,
  'full precision': exact,
};
const results = Object.entries(kinds).map(([name, scan]) => [name, queries.map((query) => run(scan, query))]);
const truth = results.at(-1)[1];
for (const [name, runs] of results) {
  const times = runs.map(({ time }) => time).sort((left, right) => left - right);
  const shared = runs.map(
    ({ found }, index) => found.filter((number) => truth[index].found.includes(number)).length,
  );
  const recall = shared.reduce((total, value) => total + value, 0) / (10 * QUERIES);
  console.log(
    `${name}: p50 ${times[QUERIES >> 1].toFixed(1)} ms, recall of the ten nearest ${recall.toFixed(3)}`,
  );
}
