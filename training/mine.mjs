// Mines training pairs from packs: `node training/mine.mjs <packs> <out> [owner/name]`.
// One file per repository: documents {d: text} numbered from 0, pairs {s: style, q: query, i: document},
// and for evaluation {g: [documents]} instead of i. Needs `npm run build`: it uses the engine's own parser.
import { createWriteStream, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { EXAMPLE_PATH, TEST_PATH } from './paths.mjs';
import {
  asIssueTitle,
  asQuestion,
  firstSentence,
  hash,
  restOf,
  sayable,
  splitName,
  subjectQuery,
  withoutMarkup,
} from './queries.mjs';
import { plain, splitComments } from './split-comments.mjs';

const [packs, out, wanted] = process.argv.slice(2);
const dist = process.env.DOSSIER_DIST ?? join(import.meta.dirname, '../dist');
const { createTreeSitterParser } = await import(
  pathToFileURL(join(dist, 'adapters/parsers/tree-sitter/tree-sitter-parser.js')).href
);

const MAX_LINES = 60;
const MAX_CHARACTERS = 3000;
const CALLABLE = new Set(['function', 'method']);
const CONTAINER = new Set(['class', 'interface', 'type', 'enum', 'module']);

function readPack(path) {
  const text = brotliDecompressSync(readFileSync(path)).toString('utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function mineRepository(rows, entry, path) {
  const stream = createWriteStream(path);
  const counts = {};
  let documents = 0;
  const write = (value) => stream.write(`${JSON.stringify(value)}\n`);
  const sink = {
    document(filePath, text) {
      write({ d: `${filePath}\n${text}`.slice(0, MAX_CHARACTERS) });
      return documents++;
    },
    pair(style, query, document) {
      if (query === undefined) return;
      write({ s: style, q: query, i: document });
      counts[style] = (counts[style] ?? 0) + 1;
    },
    gold(style, query, golds) {
      write({ s: style, q: query, g: golds });
      counts[style] = (counts[style] ?? 0) + 1;
    },
  };
  const evaluation = entry.split !== 'train';
  const files = rows.filter((row) => row.path !== undefined);
  const commits = rows.filter((row) => row.subject !== undefined);
  const functions = await mineFiles(files, sink, { evaluation });
  if (evaluation) await mineTouched(commits, functions, sink);
  else {
    mineTests(files, functions, sink);
    mineProse(files, functions, sink);
    mineCommits(commits, sink);
  }
  counts.documents = documents;
  await new Promise((resolve) => stream.end(resolve));
  return counts;
}

/** Every function and type as a document without comments; what its comments, name and errors say as queries. */
async function mineFiles(files, sink, { evaluation }) {
  const functions = { byName: new Map(), byPlace: new Map() };
  for (const { path, text } of files) {
    if (path.endsWith('.md') || path.endsWith('.mdx')) continue;
    if (!evaluation && TEST_PATH.test(path)) continue;
    if (evaluation && (TEST_PATH.test(path) || EXAMPLE_PATH.test(path))) continue;
    const parsed = await parser.parse(path, text);
    if (parsed.units.length === 0) continue;
    const lines = text.split('\n');
    for (const unit of parsed.units) {
      const callable = CALLABLE.has(unit.entityType);
      if (!callable && (evaluation || !CONTAINER.has(unit.entityType))) continue;
      const length = unit.endLine - unit.definitionLine + 1;
      if (callable && length < 2 && unit.docComment === undefined) continue;
      const source = lines
        .slice(unit.definitionLine - 1, Math.min(unit.endLine, unit.definitionLine + MAX_LINES))
        .join('\n');
      const { code, comments } = splitComments(source, parsed.language);
      const body = code.replace(/[ \t]+$/gm, '').replace(/\n{2,}/g, '\n');
      if (callable && body.length < 40) continue;
      const document = sink.document(path, body);
      const place = { document, path, name: unit.name, container: !callable };
      if (callable) {
        if (!functions.byName.has(unit.name)) functions.byName.set(unit.name, []);
        functions.byName.get(unit.name).push(place);
        functions.byPlace.set(`${path}\0${unit.qualifiedName}`, document);
      }
      const sentence = unit.docComment === undefined ? undefined : firstSentence(unit.docComment);
      if (evaluation) {
        if (sentence !== undefined) sink.gold('eval-doc', sentence, [document]);
        continue;
      }
      if (sentence !== undefined) {
        sink.pair(callable ? 'doc' : 'type-doc', sentence, document);
        const form = hash(`${path}${unit.name}`) % 8;
        if (form < 2) sink.pair('question', asQuestion(sentence), document);
        else if (form === 2) sink.pair('issue', asIssueTitle(sentence), document);
        sink.pair('doc-rest', restOf(unit.docComment, sentence), document);
      }
      mineInside(
        { path, unit, callable, body, comments, document, documented: sentence !== undefined },
        sink,
      );
    }
  }
  return functions;
}

const ERROR =
  /(?:throw|raise|panic!?|bail!|abort|Errorf|errors\.New|Error|Exception|ensure!|expect|err_msg|invariant|warn|fail)\w*[\s(:]*(?:new\s+)?[\w.:]*\(?\s*(?:\w+,\s*)?[frb$@]?(["'`])((?:\\.|(?!\1)[^\\\n]){15,200})\1/g;

function mineInside({ path, unit, callable, body, comments, document, documented }, sink) {
  const words = splitName(unit.name);
  if (
    callable &&
    words.includes(' ') &&
    (documented ? hash(path + unit.name) % 3 === 0 : hash(path + unit.name) % 2 === 0)
  ) {
    const masked = body.split(unit.name).join('');
    if (masked.length > 120) sink.pair('name', splitName(unit.qualifiedName), sink.document(path, masked));
  }
  let taken = 0;
  for (const comment of comments) {
    if (comment.line === 0 || taken >= 3) continue;
    const said = sayable(withoutMarkup(plain(comment.text)).slice(0, 200));
    if (said === undefined || said.split(' ').length < 4 || /[;{}=]/.test(said)) continue;
    taken++;
    sink.pair('inner', said, document);
  }
  if (!callable) return;
  let errors = 0;
  for (const match of body.matchAll(ERROR)) {
    const said = sayable(match[2].replace(/\$?\{[^}]*\}|%[-+#0-9.]*[a-zA-Z]|\\[nt"']/g, ' '));
    if (said === undefined || errors >= 2) continue;
    errors++;
    const hidden = hash(said) % 2 === 0;
    sink.pair('error', said, hidden ? sink.document(path, body.replace(match[2], '')) : document);
  }
}

const TEST_TITLE =
  /\b(?:it|test|should|specify|scenario)(?:\.\w+)?\(\s*(["'`])((?:\\.|(?!\1)[^\\\n]){8,160})\1/g;
const TEST_NAME =
  /(?:def|func|fun|fn|void|function|public function)\s+(?:\([^)]*\)\s*)?`?(test[\w ]+|Test\w+|\w+_(?:should|returns|when|with)_\w+|should\w+|it_\w+)/g;

/** A test's title is what the function it calls does. */
function mineTests(files, functions, sink) {
  for (const { path, text } of files) {
    if (!TEST_PATH.test(path)) continue;
    let taken = 0;
    for (const pattern of [TEST_TITLE, TEST_NAME]) {
      for (const match of text.matchAll(pattern)) {
        if (taken >= 60) break;
        const title = pattern === TEST_TITLE ? match[2] : splitName(match[1].replace(/^(test|it)_?/i, ''));
        const query = sayable(title);
        if (query === undefined) continue;
        const body = text.slice(match.index + match[0].length, match.index + match[0].length + 1200);
        const end = body.search(/\n\s*(?:it|test|describe|def|func|fun|fn|#\[test|@Test)\b/);
        const place = testedFunction(end > 0 ? body.slice(0, end) : body, path, functions);
        if (place === undefined) continue;
        taken++;
        sink.pair('test', query, place.document);
      }
    }
  }
}

function testedFunction(body, testPath, functions) {
  const stem = stemOf(testPath);
  let best;
  let bestScore = 0;
  for (const match of body.matchAll(/([A-Za-z_]\w{3,})\s*[(<]/g)) {
    const places = functions.byName.get(match[1]);
    if (places === undefined || places.length > 3) continue;
    for (const place of places) {
      const score =
        (stemOf(place.path) === stem ? 3 : 0) +
        1 / places.length +
        (stem.includes(match[1].toLowerCase()) ? 2 : 0);
      if (score > bestScore) {
        best = place;
        bestScore = score;
      }
    }
  }
  return best;
}

function stemOf(path) {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replace(/[._-]?(tests?|spec)$/i, '')
    .replace(/^test_/, '')
    .toLowerCase();
}

/** A section of documentation belongs to the code it names, and to the example it shows. */
function mineProse(files, functions, sink) {
  for (const { path, text } of files) {
    if (!/\.mdx?$/.test(path)) continue;
    let taken = 0;
    for (const section of text.split(/\n(?=#{1,5} )/)) {
      const heading = withoutMarkup(/^#{1,5} (.*)/.exec(section)?.[1] ?? '');
      const prose = section.replace(/^#{1,5} .*\n/, '').replace(/```[\s\S]*?(```|$)/g, '\n');
      const opening = sayable(
        withoutMarkup(prose.split(/\n\s*\n/).find((part) => /[a-z]{3}/.test(part)) ?? '').slice(0, 220),
      );
      if (taken >= 40) break;
      const seen = new Set();
      for (const match of section.matchAll(/`([\w.]+?)(?:\([^`]*\))?`/g)) {
        const name = match[1].split('.').at(-1);
        const places = functions.byName.get(name);
        if (name.length < 5 || places === undefined || places.length > 2 || seen.size >= 2 || seen.has(name))
          continue;
        seen.add(name);
        taken++;
        const asked = hash(name) % 2 === 0 ? sayable(heading) : undefined;
        sink.pair('section', asked ?? opening ?? sayable(heading), places[0].document);
      }
      const example = /```[\w-]*[^\n]*\n([\s\S]{60,}?)```/.exec(section)?.[1];
      if (example !== undefined && !/^\s*(\$|npm|yarn|pip|curl)/.test(example)) {
        taken++;
        const document = sink.document(path, example.split('\n').slice(0, MAX_LINES).join('\n'));
        sink.pair('example', opening, document);
        if (heading.split(' ').length > 2) sink.pair('example', sayable(heading), document);
      }
    }
  }
}

/** The subject of a commit asks for the lines it changed. */
function mineCommits(commits, sink) {
  for (const { subject, body, hunks } of commits) {
    const query = subjectQuery(subject);
    const message = sayable(withoutMarkup(body.split(/\n\s*\n/)[0] ?? '').slice(0, 250));
    for (const [at, { path, text }] of hunks.entries()) {
      const document = sink.document(path, text);
      sink.pair('commit', query, document);
      if (at > 0 || message === undefined || /signed-off|co-authored/i.test(message)) continue;
      const asked = hash(message) % 2 === 0 ? message : `${query}. ${message}`.slice(0, 250);
      sink.pair('commit-body', asked, document);
    }
  }
}

/** For measuring: the functions of the present tree that a commit touched. */
async function mineTouched(commits, functions, sink) {
  for (const { subject, files } of commits) {
    const golds = new Set();
    for (const { path, text, changed } of files) {
      if (TEST_PATH.test(path) || /\.mdx?$/.test(path)) continue;
      for (const unit of (await parser.parse(path, text)).units) {
        if (!CALLABLE.has(unit.entityType)) continue;
        if (!changed.some((line) => line >= unit.definitionLine && line <= unit.endLine)) continue;
        const document =
          functions.byPlace.get(`${path}\0${unit.qualifiedName}`) ??
          only(functions.byName.get(unit.name), path);
        if (document !== undefined) golds.add(document);
      }
    }
    if (golds.size > 0 && golds.size <= 10) sink.gold('eval-commit', subjectQuery(subject), [...golds]);
  }
}

function only(places, path) {
  const here = places?.filter((place) => place.path === path) ?? [];
  return here.length === 1 ? here[0].document : undefined;
}

const repositories = JSON.parse(readFileSync(join(import.meta.dirname, 'repositories.json'), 'utf8'));
const parser = createTreeSitterParser();
const started = Date.now();
for (const entry of repositories) {
  const name = entry.repo.replace('/', '+');
  const path = join(out, `${name}.jsonl`);
  const pack = join(packs, `${name}.br`);
  if ((wanted !== undefined && wanted !== entry.repo) || existsSync(path) || !existsSync(pack)) continue;
  const counts = await mineRepository(readPack(pack), entry, `${path}.part`);
  renameSync(`${path}.part`, path);
  console.log(`${Math.round((Date.now() - started) / 1000)}s ${entry.repo} ${JSON.stringify(counts)}`);
}
