// A project with tests that fail, and a `dossier` on the path that keeps what its hooks are told.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const FILES = {
  'package.json': '{ "type": "module" }\n',
  '.gitignore': 'node_modules\n',
  'src/sum.js': `/** Adds two numbers; a negative first number is refused. */
export function sum(a, b) {
  if (a < 0) throw new TypeError('negative is not allowed');
  return a - b;
}
`,
  'src/sum.test.js': `import { expect, it } from 'vitest';
import { sum } from './sum.js';

it('adds two numbers', () => {
  expect(sum(1, 2)).toBe(3);
});
it('takes negatives', () => {
  expect(sum(-1, 2)).toBe(1);
});
`,
  'src/other.test.js': "import { it } from 'vitest';\n\nit('holds', () => {});\n",
};

/** Takes the process over, so that its parent is the agent as ever. */
const shim = (main, kept) => `#!/bin/sh
if [ "$1" = hook ]; then
  input="${kept}/$(date +%s%N)-$2.json"
  cat > "$input"
  exec "${process.execPath}" "${main}" "$@" < "$input"
fi
exec "${process.execPath}" "${main}" "$@"
`;

/** `source`: a folder whose files make the project larger. */
export function makeSample(main, source) {
  const home = mkdtempSync(join(tmpdir(), 'dossier-agent-'));
  const [root, bin, kept] = ['project', 'bin', 'kept'].map((name) => join(home, name));
  for (const folder of [bin, kept, join(root, 'src')]) mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(FILES)) writeFileSync(join(root, path), text);
  if (source !== undefined) cpSync(source, join(root, 'lib'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  writeFileSync(join(bin, 'dossier'), shim(main, kept));
  chmodSync(join(bin, 'dossier'), 0o755);
  const env = { HOME: home, PATH: [bin, process.env.PATH].join(delimiter) };
  const run = (program, ...args) => execFileSync(program, args, { cwd: root, env, encoding: 'utf8' });
  run('git', 'init', '-q');
  run('dossier', 'index');
  run('dossier', 'remember', 'Sums are never negative', '--category', 'decision');
  const payloads = () =>
    readdirSync(kept)
      .sort()
      .map((file) => JSON.parse(readFileSync(join(kept, file), 'utf8')));
  return { root, home, env, run, payloads };
}
