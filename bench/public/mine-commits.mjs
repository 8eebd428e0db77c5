// Makes questions of the later history of clones (npm run build first):
//   node bench/public/mine-commits.mjs --clones FOLDER --bench FOLDER [--count 25] [--window 400] owner/name…
// A commit's message is the question; the lines of code it changed, carried back to the state before the window, are what
// should be found. Writes FOLDER/data/mined_dev.jsonl and FOLDER/repos for ../retrieval/run.mjs --sets mined.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createGitSnapshots } from '../../dist/adapters/sources/git-snapshots.js';
import { commitQuestion } from '../../dist/context/commit-question.js';
import { isTestPath } from '../../dist/indexing/file-role.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clones: { type: 'string' },
    bench: { type: 'string' },
    count: { type: 'string', default: '25' },
    window: { type: 'string', default: '400' },
  },
});
if (values.clones === undefined || values.bench === undefined || positionals.length === 0) {
  console.error('Give --clones FOLDER, --bench FOLDER (data and repos are written) and repositories.');
  process.exit(2);
}

const CODE =
  /^\.(?:py|tsx?|mts|jsx?|mjs|vue|go|rs|c|h|cc|cpp|hpp|java|kt|rb|php|cs|swift|scala|exs?|lua|sh)$/;
const MOST_FILES = 6;
const MOST_LINES = 200;
const BOT = /\[bot\]|dependabot|renovate/i;

const rows = [];
for (const repo of positionals) {
  const found = await rowsOf(repo);
  console.error(`${repo}: ${found.length} questions`);
  rows.push(...found);
}
mkdirSync(join(values.bench, 'data'), { recursive: true });
writeFileSync(
  join(values.bench, 'data', 'mined_dev.jsonl'),
  `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`,
);

async function rowsOf(repo) {
  const clone = join(values.clones, repo.replace('/', '+'), 'repo');
  const shas = git(clone, 'log', '--first-parent', `-${values.window}`, '--format=%H').trim().split('\n');
  const base = shas.at(-1);
  const dir = `${repo.split('/')[1]}@${base.slice(0, 8)}`;
  const tree = join(values.bench, 'repos', dir);
  if (!existsSync(join(tree, '.git'))) {
    git(clone, 'clone', '--quiet', '--no-checkout', clone, tree);
    git(tree, 'checkout', '--quiet', '--detach', base);
  }
  const snapshots = createGitSnapshots(tree, () => ({ close: async () => undefined }));
  const suited = [];
  for (const sha of shas.slice(0, -1)) {
    const parents = git(tree, 'log', '-1', '--format=%P', sha).trim().split(' ');
    // A merged branch has its own commits; its merge says little.
    if (parents.length !== 1 || BOT.test(git(tree, 'log', '-1', '--format=%an', sha))) continue;
    const message = git(tree, 'log', '-1', '--format=%B', sha);
    const files = git(tree, 'diff-tree', '--no-commit-id', '--name-only', '-r', sha).trim().split('\n');
    const query = commitQuestion({ message, files });
    if (query === undefined) continue;
    const spans = (await snapshots.changedLines(sha, base)).filter(
      ({ path }) => CODE.test(extname(path)) && !isTestPath(path),
    );
    const paths = [...new Set(spans.map(({ path }) => path))];
    const lines = spans.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
    if (paths.length === 0 || paths.length > MOST_FILES || lines > MOST_LINES) continue;
    suited.push({
      id: `${repo} ${sha.slice(0, 10)}`,
      repo,
      commit: base,
      dir,
      query,
      gold_files: paths,
      gold_spans: spans.map(({ path, startLine, endLine }) => ({
        file: path,
        start: startLine,
        end: endLine,
      })),
    });
  }
  const step = Math.max(1, suited.length / Number(values.count));
  return Array.from({ length: Math.min(suited.length, Number(values.count)) }, (_, at) =>
    suited.at(Math.floor(at * step)),
  );
}

function git(clone, ...args) {
  return execFileSync('git', ['-C', clone, ...args], { encoding: 'utf8', maxBuffer: 1 << 30 });
}
