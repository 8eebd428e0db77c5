// Turns mined pairs into numbers for training, in four steps; the first and last can run for many repositories at once:
//   node training/encode.mjs words <mined> <out> [owner/name]      counts words
//   node training/encode.mjs vocabulary <mined> <out> [size]       learns the pieces
//   node training/encode.mjs measure <mined> <out>                 held-back and evaluation repositories
//   node training/encode.mjs train <mined> <out> [owner/name]      training pairs
// The engine's own word splitter makes the tokens, so training and inference cannot differ. Needs `npm run build`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bandsOf } from './alike.mjs';
import { learnVocabulary } from './learn-vocabulary.mjs';
import { Numbers } from './numbers.mjs';

const [step, mined, out, argument] = process.argv.slice(2);
const dist = process.env.DOSSIER_DIST ?? join(import.meta.dirname, '../dist');
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { forEachWord } = await load('adapters/embedders/words.js');
const { createPieceReader } = await load('adapters/embedders/pieces.js');
const { termsOf } = await load('core/text/terms.js');

const MAX_DOCUMENT = 224;
const MAX_QUERY = 48;
/** Shorter texts are alike by chance. */
const MIN_COMPARED = 24;
const STYLES = [
  ...[
    'doc',
    'type-doc',
    'doc-rest',
    'question',
    'issue',
    'name',
    'inner',
    'error',
    'test',
    'section',
    'example',
  ],
  ...['commit', 'commit-body'],
];

const repositories = JSON.parse(readFileSync(join(import.meta.dirname, 'repositories.json'), 'utf8'))
  .map((entry, number) => ({ ...entry, number, name: entry.repo.replace('/', '+') }))
  .filter(({ name }) => existsSync(join(mined, `${name}.jsonl`)));
const training = repositories.filter(({ repo, split }) => split === 'train' && (argument ?? repo) === repo);
mkdirSync(join(out, 'train'), { recursive: true });

function* rowsOf(name) {
  const data = readFileSync(join(mined, `${name}.jsonl`));
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf(10, at);
    yield JSON.parse(data.toString('utf8', at, end));
    at = end + 1;
  }
}

function countWords({ name }) {
  const counts = new Map();
  const visit = (word) => counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const row of rowsOf(name)) forEachWord(row.d ?? row.q, visit);
  writeFileSync(join(out, `${name}.words.json`), JSON.stringify([...counts]));
}

function makeVocabulary(size) {
  const total = new Map();
  for (const { name, split } of repositories) {
    if (split !== 'train') continue;
    const counts = JSON.parse(readFileSync(join(out, `${name}.words.json`), 'utf8'));
    // Square roots: a word that many repositories use counts more than one that a single repository repeats.
    for (const [word, count] of counts) total.set(word, (total.get(word) ?? 0) + Math.sqrt(count));
  }
  writeFileSync(join(out, 'vocabulary.json'), JSON.stringify(learnVocabulary(total, size)));
  console.log(`${total.size} words`);
}

function createTokenizer() {
  const piecesOf = createPieceReader(JSON.parse(readFileSync(join(out, 'vocabulary.json'), 'utf8')));
  return (text, limit) => {
    const tokens = [];
    const firstLine = text.indexOf('\n');
    const folderEnd = firstLine < 0 ? -1 : text.lastIndexOf('/', firstLine);
    let inFolder = 0;
    let inPath = 0;
    forEachWord(text, (word, start) => {
      if (tokens.length >= limit) return;
      for (const piece of piecesOf(word)) tokens.push(piece);
      if (start < folderEnd) inFolder = tokens.length;
      if (start < firstLine) inPath = tokens.length;
    });
    const most = Math.min(limit, 255);
    return {
      tokens: tokens.slice(0, limit),
      inFolder: Math.min(inFolder, most),
      inPath: Math.min(inPath, most),
    };
  };
}

/** Corpora, queries and answers of the repositories that are not trained on, with the engine's search terms. */
function encodeMeasuring() {
  const tokensOf = createTokenizer();
  const numbers = {
    documents: new Numbers(Uint16Array),
    lengths: new Numbers(Uint16Array),
    folders: new Numbers(Uint8Array),
    paths: new Numbers(Uint8Array),
    queries: new Numbers(Uint16Array),
    'query-lengths': new Numbers(Uint16Array),
    terms: new Numbers(Uint32Array),
    'term-lengths': new Numbers(Uint16Array),
    golds: new Numbers(Int32Array),
    'gold-lengths': new Numbers(Uint8Array),
  };
  const termIds = new Map();
  const pushTerms = (text) => {
    const found = termsOf(text).slice(0, 65535);
    for (const term of found) {
      if (!termIds.has(term)) termIds.set(term, termIds.size);
      numbers.terms.push(termIds.get(term));
    }
    numbers['term-lengths'].push(found.length);
  };
  const summary = [];
  const seen = new Set();
  for (const { name, repo, split } of repositories) {
    if (split === 'train') continue;
    const entry = { repo, split, documents: 0, queries: [] };
    const questions = [];
    for (const row of rowsOf(name)) {
      if (row.d === undefined) {
        questions.push(row);
        continue;
      }
      const { tokens, inFolder, inPath } = tokensOf(row.d, MAX_DOCUMENT * 2);
      numbers.documents.pushAll(tokens);
      numbers.lengths.push(tokens.length);
      numbers.folders.push(inFolder);
      numbers.paths.push(inPath);
      pushTerms(row.d);
      entry.documents++;
      if (tokens.length >= MIN_COMPARED) for (const band of bandsOf(tokens)) seen.add(band);
    }
    for (const row of questions) {
      const { tokens } = tokensOf(row.q, MAX_QUERY * 2);
      numbers.queries.pushAll(tokens);
      numbers['query-lengths'].push(tokens.length);
      pushTerms(row.q);
      numbers.golds.pushAll(row.g);
      numbers['gold-lengths'].push(row.g.length);
      entry.queries.push(row.s === 'eval-doc' ? 0 : 1);
    }
    summary.push(entry);
  }
  for (const [name, values] of Object.entries(numbers)) values.save(join(out, `eval.${name}`));
  writeFileSync(join(out, 'bands.json'), JSON.stringify([...seen]));
  writeFileSync(join(out, 'summary.json'), JSON.stringify({ evaluation: summary, styles: STYLES }));
}

/** One repository's pairs, without documents that are like one of those measured on. */
function encodeTraining({ name, number, repo }, tokensOf, measured) {
  const numbers = {
    documents: new Numbers(Uint16Array),
    lengths: new Numbers(Uint16Array),
    folders: new Numbers(Uint8Array),
    paths: new Numbers(Uint8Array),
    queries: new Numbers(Uint16Array),
    'query-lengths': new Numbers(Uint8Array),
    'pair-documents': new Numbers(Uint32Array),
    'pair-styles': new Numbers(Uint8Array),
  };
  const texts = [];
  const places = new Map();
  const known = new Map();
  const pairs = new Set();
  const report = { repo, number, pairs: 0, documents: 0, alike: 0 };
  const add = (text) => {
    const { tokens, inFolder, inPath } = tokensOf(text, MAX_DOCUMENT);
    const key = String.fromCharCode(...tokens);
    const before = known.get(key);
    if (before !== undefined) return before;
    let place = -1;
    if (tokens.length >= MIN_COMPARED && bandsOf(tokens).some((band) => measured.has(band))) report.alike++;
    else if (tokens.length >= 8) {
      place = report.documents++;
      numbers.documents.pushAll(tokens);
      numbers.lengths.push(tokens.length);
      numbers.folders.push(inFolder);
      numbers.paths.push(inPath);
    }
    known.set(key, place);
    return place;
  };
  for (const row of rowsOf(name)) {
    if (row.d !== undefined) {
      texts.push(row.d);
      continue;
    }
    if (!places.has(row.i)) places.set(row.i, add(texts[row.i]));
    const place = places.get(row.i);
    const pair = `${place} ${row.q}`;
    const { tokens } = tokensOf(row.q, MAX_QUERY);
    if (place < 0 || pairs.has(pair) || tokens.length < 2) continue;
    pairs.add(pair);
    numbers.queries.pushAll(tokens);
    numbers['query-lengths'].push(tokens.length);
    numbers['pair-documents'].push(place);
    numbers['pair-styles'].push(STYLES.indexOf(row.s));
    report.pairs++;
  }
  for (const [part, values] of Object.entries(numbers)) values.save(join(out, 'train', `${name}.${part}`));
  writeFileSync(join(out, 'train', `${name}.json`), JSON.stringify(report));
}

if (step === 'words') for (const entry of training) countWords(entry);
else if (step === 'vocabulary') makeVocabulary(Number(argument ?? 24_576));
else if (step === 'measure') encodeMeasuring();
else if (step === 'train') {
  const tokensOf = createTokenizer();
  const measured = new Set(JSON.parse(readFileSync(join(out, 'bands.json'), 'utf8')));
  for (const entry of training) encodeTraining(entry, tokensOf, measured);
} else throw new Error(`no step ${step}: words, vocabulary, measure or train`);
