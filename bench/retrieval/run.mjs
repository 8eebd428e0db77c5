// Runs the retrieval benchmark over the built package (npm run build first):
//   node bench/retrieval/run.mjs --bench FOLDER --stores FOLDER [--sets core,qa,search,docstring,ask]
//     [--out FOLDER] [--ablate] [--rules '{"stem":0}'] [--no-context] [--embedder static] [--words] [--refresh]
//     [--database postgres://…] [--mirror FOLDER]
// --mirror holds a git folder owner+name/repo for each repository: their history up to the checkouts is indexed, too.
// --assemble '{"fill":true,"map":0}' changes how contexts are made.
// ask, and every set whose name begins with it, is scored as a reader sees it, by kind and language: an answer of "nothing"
// counts as nothing found.
// --words answers without meaning from indexes that have it.
// --database keeps the indexes in a PostgreSQL database instead, one project per checkout.
// --bench holds data/*_dev.jsonl, repos/ and scripts/evalkit.py; --stores keeps the indexes between runs.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ablations } from './ablations.mjs';
import { answerRows, readRows } from './answer-rows.mjs';
import { scoreRows, summaryLine } from './score-rows.mjs';

const { values } = parseArgs({
  options: {
    bench: { type: 'string' },
    stores: { type: 'string' },
    database: { type: 'string' },
    sets: { type: 'string', default: 'core,qa,search,docstring' },
    out: { type: 'string' },
    mirror: { type: 'string' },
    rules: { type: 'string', default: '{}' },
    assemble: { type: 'string', default: '{}' },
    embedder: { type: 'string', default: 'none' },
    ablate: { type: 'boolean', default: false },
    refresh: { type: 'boolean', default: false },
    words: { type: 'boolean', default: false },
    'no-context': { type: 'boolean', default: false },
  },
});
if (values.bench === undefined || values.stores === undefined) {
  console.error('Give --bench FOLDER (data, repos, scripts) and --stores FOLDER (kept between runs).');
  process.exit(2);
}
const out = values.out ?? join(values.stores, 'predictions');
mkdirSync(out, { recursive: true });

for (const set of values.sets.split(',')) {
  const rows = readRows(values.bench, set);
  const variants = values.ablate ? ablations() : [['all rules', JSON.parse(values.rules)]];
  for (const [name, rules] of variants) {
    const answers = await answerRows(rows, {
      bench: values.bench,
      stores: values.stores,
      database: values.database,
      embedder: values.embedder,
      mirror: values.mirror,
      refresh: values.refresh,
      meaning: !values.words,
      rules,
      assemble: JSON.parse(values.assemble),
      contexts: !values['no-context'],
    });
    const scored = scoreRows(values.bench, rows, answers);
    console.log(summaryLine(`${set}: ${name}`, scored));
    for (const key of ['kind', 'tongue']) {
      if (rows[0]?.[key] === undefined || set === 'core') continue;
      for (const value of [...new Set(rows.map((row) => row[key]))].sort()) {
        const group = scored.filter(({ row }) => row[key] === value);
        console.log(summaryLine(`${set}: ${value}`, group));
      }
    }
    if (!values.ablate) writePredictions(set, answers);
  }
}

function writePredictions(set, answers) {
  const file = join(out, `${set}_dev.jsonl`);
  const lines = answers.map(({ id, ranked, contexts, maps, certainty, evidence, ms }) =>
    JSON.stringify({ id, ranked, contexts, maps, certainty, evidence, ms }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  const evaluator = join(values.bench, 'scripts', 'evalkit.py');
  // The evaluator has no word for questions whose right answer is none.
  if (!existsSync(evaluator) || set.startsWith('ask')) return;
  const by = set === 'search' ? 'lang' : 'kind,lang';
  const gold = join(values.bench, 'data', `${set}_dev.jsonl`);
  spawnSync('python3', [evaluator, '--pred', file, gold, '--by', by], {
    stdio: 'inherit',
    env: { ...process.env, BENCH: values.bench },
  });
}
