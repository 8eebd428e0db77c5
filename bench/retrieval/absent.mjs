// How often "nothing relevant" is said, rightly and wrongly:
//   node bench/retrieval/absent.mjs --bench FOLDER --stores FOLDER [--embedder static] [--dump FILE]
// 60 questions, each asked of a repository of another project in another language; and every real question.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { searchOptionsSchema } from '../../dist/core/query.js';
import { searchProject } from '../../dist/search/search-project.js';
import { openIndexed, readRows } from './answer-rows.mjs';

const { values: options } = parseArgs({
  options: {
    bench: { type: 'string' },
    stores: { type: 'string' },
    embedder: { type: 'string', default: 'none' },
    dump: { type: 'string' },
  },
});
const QUESTIONS = 60;
const SETS = ['qa', 'search', 'docstring'];

const rows = SETS.flatMap((set) => readRows(options.bench, set).map((row) => ({ ...row, set })));
const sameLanguage = (a, b) => LANGUAGES[a] !== undefined && LANGUAGES[a] === LANGUAGES[b];
const LANGUAGES = {
  py: 'python',
  python: 'python',
  ts: 'js',
  tsx: 'js',
  typescript: 'js',
  javascript: 'js',
  js: 'js',
  rs: 'rust',
  rust: 'rust',
  rb: 'ruby',
  ruby: 'ruby',
  go: 'go',
  java: 'java',
  c: 'c',
  cpp: 'c',
};

/** Every nth question, and for it a checkout further along the list that is another project's. */
function absentPairs() {
  const askable = rows.filter(({ set }) => set !== 'docstring');
  const checkouts = [...new Map(askable.map((row) => [`${row.dir}/${row.root ?? ''}`, row])).values()];
  const step = Math.floor(askable.length / QUESTIONS);
  return Array.from({ length: QUESTIONS }, (_, number) => {
    const row = askable[number * step];
    const others = checkouts.filter(
      (other) => other.repo !== row.repo && other.lang !== row.lang && !sameLanguage(other.lang, row.lang),
    );
    return { row, place: others[(number * 7) % others.length], real: false };
  });
}

const pairs = [...absentPairs(), ...rows.map((row) => ({ row, place: row, real: true }))];
const byPlace = new Map();
for (const pair of pairs) {
  const key = `${pair.place.dir}/${pair.place.root ?? ''}`;
  byPlace.set(key, [...(byPlace.get(key) ?? []), pair]);
}
const answers = [];
for (const group of byPlace.values()) {
  const engine = await openIndexed(group[0].place, options);
  for (const { row, real } of group) {
    const found = await searchProject(engine, row.query, searchOptionsSchema.parse({}), { now: 0 });
    answers.push({
      id: row.id,
      set: row.set,
      real,
      nothing: found.certainty === 'nothing',
      evidence: found.evidence,
    });
  }
  await engine.close();
}
const share = (list) => `${list.filter(({ nothing }) => nothing).length} of ${list.length}`;
console.log(`absent topics answered "nothing relevant": ${share(answers.filter(({ real }) => !real))}`);
for (const set of SETS) {
  const real = answers.filter((answer) => answer.real && answer.set === set);
  console.log(`real questions of ${set} answered "nothing relevant": ${share(real)}`);
}
if (options.dump !== undefined) writeFileSync(options.dump, JSON.stringify(answers));
