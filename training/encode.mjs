// Turns mined pairs into numbers for training: `node training/encode.mjs <mined> <out> [vocabulary size]`.
// Writes vocabulary.json, train.* and one evaluation file set; the model's own word splitter makes the tokens.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { learnVocabulary } from './learn-vocabulary.mjs';

const [mined, out, size = '24576'] = process.argv.slice(2);
const dist = process.env.DOSSIER_DIST ?? join(import.meta.dirname, '../dist');
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const { forEachWord } = await load('adapters/embedders/words.js');
const { createPieceReader } = await load('adapters/embedders/pieces.js');
const { termsOf } = await load('core/terms.js');

const MAX_DOCUMENT = 224;
const MAX_QUERY = 48;
const repositories = JSON.parse(readFileSync(join(import.meta.dirname, 'repositories.json'), 'utf8'));
const available = repositories.filter(({ repo }) => existsSync(fileOf(repo)));
mkdirSync(out, { recursive: true });

function fileOf(repo) {
  return join(mined, `${repo.replace('/', '+')}.jsonl`);
}

function* rowsOf(repo) {
  const data = readFileSync(fileOf(repo));
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf(10, at);
    yield JSON.parse(data.toString('utf8', at, end));
    at = end + 1;
  }
}

function countWords() {
  const total = new Map();
  for (const { repo, split } of available) {
    if (split !== 'train') continue;
    const counts = new Map();
    const visit = (word) => counts.set(word, (counts.get(word) ?? 0) + 1);
    let rows = 0;
    // Every third row is enough for counting, and three times as fast.
    for (const row of rowsOf(repo)) if (rows++ % 3 === 0) forEachWord(row.d ?? row.q, visit);
    // Square roots: a word that many repositories use counts more than one that a single repository repeats.
    for (const [word, count] of counts) total.set(word, (total.get(word) ?? 0) + Math.sqrt(count));
  }
  return total;
}

const vocabularyPath = join(out, 'vocabulary.json');
if (!existsSync(vocabularyPath)) {
  const words = countWords();
  console.log(`${words.size} words`);
  writeFileSync(vocabularyPath, JSON.stringify(learnVocabulary(words, Number(size))));
}
const vocabulary = JSON.parse(readFileSync(vocabularyPath, 'utf8'));
const piecesOf = createPieceReader(vocabulary);

function tokensOf(text, limit) {
  const tokens = [];
  const firstLine = text.indexOf('\n');
  let inPath = 0;
  forEachWord(text, (word, start) => {
    if (tokens.length >= limit) return;
    for (const piece of piecesOf(word)) tokens.push(piece);
    if (start < firstLine) inPath = tokens.length;
  });
  return { tokens: tokens.slice(0, limit), inPath: Math.min(inPath, limit, 255) };
}

/** Six bands of four minima over runs of four tokens: equal bands mean texts that are alike. */
function bandsOf(tokens) {
  const minima = new Uint32Array(24).fill(0xffffffff);
  for (let at = 0; at + 3 < tokens.length; at++) {
    const run =
      Math.imul(tokens[at], 0x9e3779b1) ^
      Math.imul(tokens[at + 1], 0x85ebca6b) ^
      Math.imul(tokens[at + 2], 0xc2b2ae35) ^
      Math.imul(tokens[at + 3], 0x27d4eb2f);
    for (let i = 0; i < 24; i++) {
      let value = Math.imul(run ^ (i * 0x3c6ef372), 0x2c1b3c6d + 2 * i);
      value = (value ^ (value >>> 15)) >>> 0;
      if (value < minima[i]) minima[i] = value;
    }
  }
  const bands = [];
  for (let band = 0; band < 6; band++)
    bands.push(`${band}:${minima.subarray(band * 4, band * 4 + 4).join()}`);
  return bands;
}

class Numbers {
  parts = [];
  constructor(type) {
    this.type = type;
    this.buffer = new type(1 << 20);
    this.used = 0;
  }
  push(value) {
    if (this.used === this.buffer.length) {
      const larger = new this.type(this.buffer.length * 2);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.buffer[this.used++] = value;
  }
  save(name) {
    writeFileSync(
      join(out, name),
      Buffer.from(this.buffer.buffer, 0, this.used * this.type.BYTES_PER_ELEMENT),
    );
  }
}

const seenBands = new Set();
const summary = { evaluation: [], train: [], styles: [], removed: 0 };

// Evaluation first: what is like one of its functions is then left out of training.
{
  const documents = new Numbers(Uint16Array);
  const lengths = new Numbers(Uint16Array);
  const paths = new Numbers(Uint8Array);
  const queries = new Numbers(Uint16Array);
  const queryLengths = new Numbers(Uint16Array);
  const terms = new Numbers(Uint32Array);
  const termLengths = new Numbers(Uint16Array);
  const golds = new Numbers(Int32Array);
  const goldLengths = new Numbers(Uint8Array);
  const termIds = new Map();
  const pushTerms = (text) => {
    const found = termsOf(text);
    for (const term of found.slice(0, 65535)) {
      if (!termIds.has(term)) termIds.set(term, termIds.size);
      terms.push(termIds.get(term));
    }
    termLengths.push(Math.min(found.length, 65535));
  };
  for (const { repo, split } of available) {
    if (split === 'train') continue;
    const entry = { repo, split, documents: 0, queries: [] };
    const questions = [];
    for (const row of rowsOf(repo)) {
      if (row.d === undefined) {
        questions.push(row);
        continue;
      }
      const { tokens, inPath } = tokensOf(row.d, MAX_DOCUMENT * 2);
      for (const token of tokens) documents.push(token);
      lengths.push(tokens.length);
      paths.push(inPath);
      pushTerms(row.d);
      entry.documents++;
      if (tokens.length >= 24) for (const band of bandsOf(tokens)) seenBands.add(band);
    }
    for (const row of questions) {
      const { tokens } = tokensOf(row.q, MAX_QUERY * 2);
      for (const token of tokens) queries.push(token);
      queryLengths.push(tokens.length);
      pushTerms(row.q);
      for (const gold of row.g) golds.push(gold);
      goldLengths.push(row.g.length);
      entry.queries.push(row.s === 'eval-doc' ? 0 : 1);
    }
    summary.evaluation.push(entry);
  }
  documents.save('eval.documents');
  lengths.save('eval.lengths');
  paths.save('eval.paths');
  queries.save('eval.queries');
  queryLengths.save('eval.query-lengths');
  terms.save('eval.terms');
  termLengths.save('eval.term-lengths');
  golds.save('eval.golds');
  goldLengths.save('eval.gold-lengths');
}

{
  const documents = new Numbers(Uint16Array);
  const lengths = new Numbers(Uint16Array);
  const paths = new Numbers(Uint8Array);
  const queries = new Numbers(Uint16Array);
  const queryLengths = new Numbers(Uint8Array);
  const pairDocuments = new Numbers(Uint32Array);
  const pairStyles = new Numbers(Uint8Array);
  const pairRepositories = new Numbers(Uint16Array);
  let count = 0;
  for (const [number, { repo, split }] of available.entries()) {
    if (split !== 'train') continue;
    const places = new Map();
    const known = new Map();
    const pairsSeen = new Set();
    const texts = [];
    let pairs = 0;
    for (const row of rowsOf(repo)) {
      if (row.d !== undefined) {
        texts.push(row.d);
        continue;
      }
      if (row.i === undefined) continue;
      let place = places.get(row.i);
      if (place === undefined) {
        const { tokens, inPath } = tokensOf(texts[row.i], MAX_DOCUMENT);
        const key = tokens.join();
        place = known.get(key);
        if (place === undefined) {
          if (tokens.length < 8) place = -1;
          else if (tokens.length >= 24 && bandsOf(tokens).some((band) => seenBands.has(band))) {
            place = -1;
            summary.removed++;
          } else {
            place = count++;
            for (const token of tokens) documents.push(token);
            lengths.push(tokens.length);
            paths.push(inPath);
          }
          known.set(key, place);
        }
        places.set(row.i, place);
      }
      if (place < 0) continue;
      const pair = `${place}\0${row.q}`;
      if (pairsSeen.has(pair)) continue;
      pairsSeen.add(pair);
      const { tokens } = tokensOf(row.q, MAX_QUERY);
      if (tokens.length < 2) continue;
      let style = summary.styles.indexOf(row.s);
      if (style < 0) style = summary.styles.push(row.s) - 1;
      for (const token of tokens) queries.push(token);
      queryLengths.push(tokens.length);
      pairDocuments.push(place);
      pairStyles.push(style);
      pairRepositories.push(number);
      pairs++;
    }
    summary.train.push({ repo, pairs });
  }
  documents.save('train.documents');
  lengths.save('train.lengths');
  paths.save('train.paths');
  queries.save('train.queries');
  queryLengths.save('train.query-lengths');
  pairDocuments.save('train.pair-documents');
  pairStyles.save('train.pair-styles');
  pairRepositories.save('train.pair-repositories');
  summary.documents = count;
}
summary.pairs = summary.train.reduce((sum, { pairs }) => sum + pairs, 0);
writeFileSync(join(out, 'summary.json'), JSON.stringify(summary));
console.log(
  `${summary.pairs} pairs, ${summary.documents} documents, ${summary.train.length} repositories, ${summary.removed} too alike`,
);
