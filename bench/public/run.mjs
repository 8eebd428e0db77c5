// Repeats a retrieval measurement from nothing but clones of public repositories (npm run build first):
//   node bench/public/run.mjs --clones FOLDER --work FOLDER [--repo owner/name] [--predictions FOLDER]
// commits.json lists repositories, the commit each is searched at, and later commits. A later commit's message is the
// question; the lines it changed, carried back to the searched state, are what should be found. Questions and answers are
// read from the clones at run time. A clone is FOLDER/owner+name, FOLDER/owner/name or FOLDER/name, bare or not, with its
// history. Beside Dossier the same questions are answered by BM25 over windows of 40 lines.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGitSnapshots } from '../../dist/adapters/sources/git-snapshots.js';
import { commitQuestion } from '../../dist/context/commit-question.js';
import { plural } from '../../dist/core/text/plural.js';
import { answerRows } from '../retrieval/answer-rows.mjs';
import { scoreRows, summaryLine } from '../retrieval/score-rows.mjs';
import { answerByWindows } from './window-baseline.mjs';

const { values } = parseArgs({
  options: {
    clones: { type: 'string' },
    work: { type: 'string' },
    repo: { type: 'string' },
    predictions: { type: 'string' },
  },
});
if (values.clones === undefined || values.work === undefined) {
  console.error(
    'Give --clones FOLDER (the clones) and --work FOLDER (trees and indexes, kept between runs).',
  );
  process.exit(2);
}

const sets = JSON.parse(readFileSync(new URL('commits.json', import.meta.url), 'utf8'));
const rows = [];
for (const { repo, base, commits } of sets) {
  if (values.repo !== undefined && values.repo !== repo) continue;
  const clone = cloneOf(repo);
  if (clone === undefined) {
    console.error(`${repo}: no clone below ${values.clones}; left out.`);
    continue;
  }
  const dir = `${repo.replace('/', '+')}@${base.slice(0, 8)}`;
  const tree = join(values.work, 'repos', dir);
  checkOut(clone, base, tree);
  rows.push(...(await rowsOf({ repo, base, commits, dir })));
}
const repositories = new Set(rows.map(({ repo }) => repo)).size;
console.log(`${plural(rows.length, 'question')} on ${plural(repositories, 'repository')}`);

const options = {
  bench: values.work,
  stores: join(values.work, 'stores'),
  embedder: 'static',
  rules: {},
  contexts: true,
};
mkdirSync(options.stores, { recursive: true });
report('dossier', await answerRows(rows, options));
report('BM25, 40-line windows', answerByWindows(values.work, rows));

function report(name, answers) {
  console.log(summaryLine(name, scoreRows(values.work, rows, answers)));
  for (const repo of new Set(rows.map((row) => row.repo))) {
    const own = rows.filter((row) => row.repo === repo);
    console.log(summaryLine(`  ${repo} (${own.length})`, scoreRows(values.work, own, answers)));
  }
  if (values.predictions === undefined) return;
  mkdirSync(values.predictions, { recursive: true });
  const lines = answers.map(({ id, ranked, contexts }) => JSON.stringify({ id, ranked, contexts }));
  writeFileSync(join(values.predictions, `${name.replaceAll(/\W+/g, '-')}.jsonl`), `${lines.join('\n')}\n`);
}

function cloneOf(repo) {
  const names = [repo.replace('/', '+'), repo, repo.split('/')[1]];
  return names
    .flatMap((name) => [join(values.clones, name), join(values.clones, name, 'repo')])
    .find((folder) => existsSync(join(folder, '.git')) || existsSync(join(folder, 'HEAD')));
}

function git(clone, ...args) {
  return execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });
}

/** A work tree of its own with the clone's history, so that everything is read as in a user's project. */
function checkOut(clone, base, tree) {
  if (existsSync(join(tree, '.git'))) return;
  mkdirSync(join(tree, '..'), { recursive: true });
  git(clone, 'clone', '--quiet', '--no-checkout', clone, tree);
  git(tree, 'checkout', '--quiet', '--detach', base);
}

async function rowsOf({ repo, base, commits, dir }) {
  const tree = join(values.work, 'repos', dir);
  const snapshots = createGitSnapshots(tree, () => ({ close: async () => undefined }));
  const made = [];
  for (const sha of commits) {
    const commit = await readCommit(tree, sha);
    const question = commit === undefined ? undefined : commitQuestion(commit);
    if (question === undefined) continue;
    const spans = (await snapshots.changedLines(sha, base)).filter(({ path }) => !isTest(path));
    if (spans.length === 0) continue;
    made.push({
      id: `${repo} ${sha.slice(0, 10)}`,
      repo,
      dir,
      query: question,
      gold_files: [...new Set(spans.map(({ path }) => path))],
      gold_spans: spans.map(({ path, startLine, endLine }) => ({
        file: path,
        start: startLine,
        end: endLine,
      })),
    });
  }
  return made;
}

async function readCommit(tree, sha) {
  try {
    const message = git(tree, 'log', '-1', '--format=%B', sha);
    const files = git(tree, 'diff-tree', '--no-commit-id', '--name-only', '-r', sha).trim().split('\n');
    return { message, files };
  } catch {
    console.error(`${tree}: commit ${sha} is not in the clone; fetch the whole history.`);
    return undefined;
  }
}

/** What should be found is the code a change is about; its tests follow from it. */
function isTest(path) {
  return /(^|\/)(tests?|specs?|__tests__|testing)\/|[._-](test|spec)\.\w+$|_test\.\w+$|Tests?\.\w+$/.test(
    path,
  );
}
