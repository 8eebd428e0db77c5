// Takes from each bare git folder what mining needs: `node training/pack.mjs <mirror> <packs> [owner/name]`.
// A pack is a compressed list of rows: {path, text} for files, then {subject, body, hunks} for commits
// (training) or {subject, files: [{path, text, changed}]} (measuring). Packs are small enough to send elsewhere.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { EXAMPLE_PATH, TEST_PATH } from './paths.mjs';
import { subjectQuery } from './queries.mjs';
import { output, readCommits, readFiles } from './read-repository.mjs';

const MAX_LINES = 60;
const MAX_TRAINING_BYTES = 8_000_000;
const MAX_MEASURING_BYTES = 25_000_000;
const COMMITS = 1200;
const MEASURED_COMMITS = 150;

async function rowsOf(gitDir, { commit, split }) {
  if (split === 'train') {
    const files = await readFiles(gitDir, commit, { maxBytes: MAX_TRAINING_BYTES });
    return [...files, ...(await commitsOf(gitDir, commit))];
  }
  const wanted = (path) => !TEST_PATH.test(path) && !EXAMPLE_PATH.test(path) && !/\.mdx?$/.test(path);
  const files = await readFiles(gitDir, commit, { maxBytes: MAX_MEASURING_BYTES, wanted });
  return [...files, ...(await touchedOf(gitDir, commit))];
}

/** Commits whose subject could be a query, each with its two largest hunks. */
async function commitsOf(gitDir, commit) {
  const rows = [];
  const seen = new Set();
  for await (const { subject, body, hunks, files } of readCommits(gitDir, commit, {
    count: COMMITS,
    context: 10,
  })) {
    const query = subjectQuery(subject);
    if (query === undefined || seen.has(query) || files.size > 12) continue;
    seen.add(query);
    const useful = hunks
      .filter(({ changed, lines }) => changed.length >= 2 && lines.length >= 6)
      .sort((a, b) => b.changed.length - a.changed.length)
      .slice(0, 2)
      .map(({ path, head, lines }) => ({ path, text: [head, ...lines.slice(0, MAX_LINES)].join('\n') }));
    if (useful.length > 0) rows.push({ subject, body: body.slice(0, 600), hunks: useful });
  }
  return rows;
}

/** The newest commits with the files they changed, as they were after it, and the changed lines. */
async function touchedOf(gitDir, commit) {
  const rows = [];
  for await (const { sha, subject, hunks, files } of readCommits(gitDir, commit, {
    count: 2000,
    context: 0,
  })) {
    if (rows.length >= MEASURED_COMMITS) break;
    if (subjectQuery(subject) === undefined || files.size > 8 || hunks.length === 0) continue;
    const changedFiles = [];
    for (const path of new Set(hunks.map((hunk) => hunk.path))) {
      const text = (await output(gitDir, ['show', `${sha}:${path}`])).toString('utf8');
      const changed = hunks.filter((hunk) => hunk.path === path).flatMap((hunk) => hunk.changed);
      if (text.length < 150_000) changedFiles.push({ path, text, changed });
    }
    rows.push({ subject, files: changedFiles });
  }
  return rows;
}

const [mirror, packs, wanted] = process.argv.slice(2);
mkdirSync(packs, { recursive: true });
const repositories = JSON.parse(readFileSync(join(import.meta.dirname, 'repositories.json'), 'utf8'));
for (const entry of repositories) {
  const name = entry.repo.replace('/', '+');
  const path = join(packs, `${name}.br`);
  if ((wanted !== undefined && wanted !== entry.repo) || existsSync(path)) continue;
  const rows = await rowsOf(join(mirror, name, 'repo'), entry);
  const data = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(path, brotliCompressSync(data, { params }));
  console.log(`${entry.repo} ${rows.length} rows, ${data.length} bytes`);
}
