// Comments on a pull request: what went wrong before in the files it changes. Nothing from the pull request
// reaches a shell; with no evidence it says nothing.
import { execFileSync } from 'node:child_process';

const { BASE, TITLE = '', MAX_TOKENS = '1500', COMMENTS, GITHUB_TOKEN } = process.env;
const run = (program, args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e8 });

run('dossier', ['index']);
const files = run('git', ['diff', '--name-only', '-z', `${BASE}...HEAD`])
  .split('\0')
  .filter(Boolean)
  .slice(0, 50);
const flags = ['--max-tokens', MAX_TOKENS, '--json', ...files.flatMap((file) => ['--files', file])];
// After "--" a title is never read as an option.
const { context, items } = JSON.parse(run('dossier', ['premortem', ...flags, '--', TITLE || 'This change']));
if (items.length === 0) process.exit(0);
const body = `### What went wrong here before\n\n${context}`;
if (COMMENTS === undefined || COMMENTS === '') {
  console.log(body);
  process.exit(0);
}
const answer = await fetch(COMMENTS, {
  method: 'POST',
  headers: { Authorization: `Bearer ${GITHUB_TOKEN}`, Accept: 'application/vnd.github+json' },
  body: JSON.stringify({ body }),
});
if (!answer.ok) throw new Error(`The comment was refused: ${answer.status} ${await answer.text()}`);
