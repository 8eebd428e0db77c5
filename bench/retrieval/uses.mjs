// Compares "used by" with the identifiers in the code of five repositories (npm run build first):
//   node bench/retrieval/uses.mjs --bench FOLDER --stores FOLDER
// Twenty definitions each whose name has several words and is defined once. A file uses one when the name stands in it outside of
// comments, strings, imports and the definition itself. `before`: what edges between files alone tell.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findUses } from '../../dist/search/find-uses.js';
import { openIndexed, readRows } from './answer-rows.mjs';

const { values } = parseArgs({ options: { bench: { type: 'string' }, stores: { type: 'string' } } });
const REPOSITORIES = [
  ['gin-gonic/gin', /\.go$/],
  ['tokio-rs/axum', /\.rs$/],
  ['honojs/hono', /\.tsx?$/],
  ['psf/requests', /\.py$/],
  ['apache/commons-lang', /\.java$/],
];
const SAMPLE = 20;
const DEFINITIONS = ['function', 'method', 'class', 'interface', 'type'];
const SEVERAL_WORDS = /[a-z0-9][A-Z]|[a-z]_[a-z]/;
const IMPORT = /^\s*(import|from|use|pub use|export (\*|\{|type \{)|package)\b|^\s*[\w$]+,?\s*$/;
const PYTHON = /"""[\s\S]*?"""|'''[\s\S]*?'''|#[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;
const OTHERS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g;

let seed = 7;
function random() {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
}

for (const [repository, ending] of REPOSITORIES) {
  const { repo, commit, dir } = readRows(values.bench, 'ask').find((row) => row.repo === repository);
  const engine = await openIndexed({ repo, commit, dir }, { ...values, embedder: 'static' });
  const index = (await engine.store()).index(engine.scope);
  const files = (await index.files()).filter(({ path }) => ending.test(path));
  const lines = new Map(files.map(({ path }) => [path, codeOf(join(values.bench, 'repos', dir, path))]));
  const units = (await Promise.all(files.map(({ path }) => index.unitsOfFile(path)))).flat();
  const sources = new Set(files.filter(({ role }) => role === 'source').map(({ path }) => path));
  const counts = { truth: 0, found: 0, right: 0, sure: 0, sureRight: 0, before: 0 };
  for (const unit of sample(units, sources)) {
    const real = filesWith(unit, lines);
    const uses = await findUses(index, unit);
    const all = new Set(uses.map(({ path }) => path));
    const sure = new Set(uses.filter(({ certainty }) => certainty !== 'possible').map(({ path }) => path));
    const edges = new Set((await index.relationsTo([unit.id])).map(({ fromPath }) => fromPath));
    counts.truth += real.size;
    counts.found += all.size;
    counts.right += both(all, real);
    counts.sure += sure.size;
    counts.sureRight += both(sure, real);
    counts.before += both(edges, real);
  }
  const share = (part, whole) => (part / Math.max(1, whole)).toFixed(3);
  const { truth, found, right, sure, sureRight, before } = counts;
  console.log(
    `${repository.padEnd(20)} uses ${truth}  recall ${share(right, truth)}  precision ${share(right, found)}  ` +
      `without possible: recall ${share(sureRight, truth)}  precision ${share(sureRight, sure)}  before ${share(before, truth)}`,
  );
  await engine.close();
}

function codeOf(path) {
  const blank = (text) => text.replace(/[^\n]/g, ' ');
  return readFileSync(path, 'utf8')
    .replace(path.endsWith('.py') ? PYTHON : OTHERS, blank)
    .split('\n');
}

function sample(units, sources) {
  const counts = new Map();
  for (const { name } of units) counts.set(name, (counts.get(name) ?? 0) + 1);
  const pool = units.filter(
    ({ name, path, entityType }) =>
      counts.get(name) === 1 &&
      SEVERAL_WORDS.test(name) &&
      /^\w+$/.test(name) &&
      sources.has(path) &&
      DEFINITIONS.includes(entityType),
  );
  const chosen = [];
  while (chosen.length < SAMPLE && pool.length > 0) {
    chosen.push(...pool.splice(Math.floor(random() * pool.length), 1));
  }
  return chosen;
}

function filesWith(unit, lines) {
  const name = new RegExp(`\\b${unit.name}\\b`);
  const isOwn = (path, line) => path === unit.path && line >= unit.startLine && line <= unit.signatureEndLine;
  const found = [...lines].filter(([path, text]) =>
    text.some((line, at) => name.test(line) && !IMPORT.test(line) && !isOwn(path, at + 1)),
  );
  return new Set(found.map(([path]) => path));
}

function both(a, b) {
  return [...a].filter((path) => b.has(path)).length;
}
