// The same index in two stores: node bench/store/compare-stores.mjs <project> <store> <other store> [queries]
// <store> is a SQLite file or a postgres:// address (`dossier migrate` moves an index from one to the other).
// Each query takes twelve words of a chunk and asks for the best 50. Asked once for words not asked before,
// and once more; says whether every answer is the same.
import { loadavg } from 'node:os';
import { wordsOf } from '../../dist/core/text/terms.js';
import { openEngine } from '../../dist/open-engine.js';

const [root, one, other, queries = '100'] = process.argv.slice(2);
const FIELDS = { name: 3, path: 2, doc: 1.5, body: 1 };
const WORDS = 12;

const engines = [one, other].map((store) => openEngine({ root, settings: { store } }));
const indexes = [];
for (const engine of engines) indexes.push((await engine.store()).index(engine.scope));

const asked = [];
const paths = (await indexes[0].files()).map(({ path }) => path);
for (let number = 0; asked.length < Number(queries) && number < paths.length; number++) {
  const [chunk] = await indexes[0].chunksOfFiles([paths[(number * 7919) % paths.length]]);
  const [text] = chunk === undefined ? [] : await indexes[0].chunks([chunk.id]);
  const words = [...new Set(wordsOf(text?.text ?? ''))].slice(0, WORDS);
  if (words.length === WORDS) asked.push(words.map((term) => ({ term, weight: 1 })));
}

const answers = [];
for (const [place, index] of indexes.entries()) {
  for (const round of ['first', 'again']) {
    const times = [];
    const before = process.cpuUsage();
    answers[place] = [];
    for (const terms of asked) {
      const started = performance.now();
      const found = await index.matchTerms(terms, { limit: 50, fields: FIELDS });
      times.push(performance.now() - started);
      answers[place].push(found.map(({ chunk, score }) => [chunk.id, score]));
    }
    const { user, system } = process.cpuUsage(before);
    times.sort((left, right) => left - right);
    const at = (share) => times[Math.floor(share * times.length)].toFixed(1);
    const processor = ((user + system) / 1000 / times.length).toFixed(1);
    console.log(
      `${place === 0 ? one : other}, ${round}: p50 ${at(0.5)}, p95 ${at(0.95)} ms; processor ${processor} ms a query; load average ${loadavg()[0].toFixed(1)}`,
    );
  }
}
const same = answers[0].filter(
  (answer, place) => JSON.stringify(answer) === JSON.stringify(answers[1][place]),
);
console.log(`${same.length} of ${asked.length} answers identical`);
for (const engine of engines) await engine.close();
