// What an ordinary session costs: `node bench/agents/tokens.mjs <tree> <questions.jsonl> [budget]`.
// Questions are lines {"query", "gold_spans": [{"file", "start", "end"}]}; the first twelve with gold
// lines are asked in turn. Printed are tokens (o200k_base) and the share of gold lines in the session
// so far, for Dossier with and without its memory of what was sent, `codegraph explore` (CODEGRAPH: its
// binary, the tree indexed by it before) and ripgrep with whole files. A gold line counts when its text,
// without indentation, stands in what was printed so far; so are tokens of lines shown before. Lines shorter than eight characters are not counted.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openEngine } from '../../dist/open-engine.js';
import { library } from '../../dist/operations/registry.js';
import { runOperation } from '../../dist/operations/run-operation.js';

const [tree, questionFile, budget = '4000'] = process.argv.slice(2);
const root = resolve(tree);
const ASKED = 12;
const SHORTEST_LINE = 8;
const RIPGREP_FILES = 3;

const goldLines = ({ gold_spans }) =>
  gold_spans.flatMap(({ file, start, end }) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .slice(start - 1, end)
      .map((line) => line.trim())
      .filter((line) => line.length >= SHORTEST_LINE),
  );
const questions = readFileSync(questionFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
  .filter((question) => question.gold_spans.length > 0 && goldLines(question).length > 0)
  .slice(0, ASKED);

const engine = openEngine({
  root,
  environment: { ...process.env, XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'dossier-tokens-')) },
});
const context = () => ({ now: Date.now(), signal: new AbortController().signal, progress: () => undefined });
const counter = await engine.counter('o200k_base');
await runOperation(engine, library.index, {}, context());

const dossier = (session) => async (query) => {
  const input = { query, maxTokens: Number(budget), ...(session === undefined ? {} : { session }) };
  return library.query.print(await runOperation(engine, library.query, input, context()));
};
const run = (program, args) => {
  try {
    return execFileSync(program, args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch (error) {
    return typeof error.stdout === 'string' ? error.stdout : '';
  }
};
const codegraph = async (query) => run(process.env.CODEGRAPH, ['explore', '-p', root, query]);
/** As an agent does it: search each longer word, read the files that hold most of them. */
const ripgrep = async (query) => {
  const words = [...new Set(query.match(/[A-Za-z_]{4,}/g) ?? [])];
  const votes = new Map();
  for (const word of words) {
    for (const file of run('rg', ['-l', '-i', '-w', '--', word, '.']).split('\n').filter(Boolean)) {
      votes.set(file, (votes.get(file) ?? 0) + 1);
    }
  }
  const best = [...votes].sort(([a, x], [b, y]) => y - x || a.localeCompare(b)).slice(0, RIPGREP_FILES);
  return best.map(([file]) => `${file}\n${readFileSync(join(root, file), 'utf8')}`).join('\n');
};

const ways = {
  'Dossier, remembering what was sent': dossier('bench'),
  'Dossier, each question alone': dossier(undefined),
  ...(process.env.CODEGRAPH === undefined ? {} : { 'codegraph explore': codegraph }),
  'ripgrep + whole files': ripgrep,
};
console.log(`${questions.length} questions, ${budget} tokens a question for Dossier`);
for (const [name, ask] of Object.entries(ways)) {
  let tokens = 0;
  let repeated = 0;
  const shares = [];
  const shown = new Set();
  for (const question of questions) {
    const text = await ask(question.query);
    tokens += counter.count(text);
    const again = text
      .split('\n')
      .filter((line) => line.trim().length >= SHORTEST_LINE && shown.has(line.trim()));
    repeated += counter.count(again.join('\n'));
    for (const line of text.split('\n'))
      shown.add(line.replace(/^\s*\d+[\t:|]\s?/, '').trim()).add(line.trim());
    const gold = goldLines(question);
    shares.push(gold.filter((line) => shown.has(line)).length / gold.length);
  }
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  console.log(
    `${name.padEnd(36)} ${String(tokens).padStart(8)} tokens, ${String(repeated).padStart(6)} of them shown before; gold lines ${(mean * 100).toFixed(1)} %`,
  );
}
await engine.close();
