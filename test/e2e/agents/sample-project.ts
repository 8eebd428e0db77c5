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
import { delimiter, dirname, join, resolve } from 'node:path';

export interface Sample {
  readonly root: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs a program in the project and gives what it printed. */
  readonly run: (program: string, ...args: readonly string[]) => string;
  /** Writes a file of the home folder: text, or a value as JSON. */
  readonly inHome: (path: string, content: unknown) => void;
  /** What agents passed to hooks, in order. */
  readonly payloads: () => readonly Payload[];
}

export type Payload = Readonly<Record<string, unknown>>;

const FILES: Readonly<Record<string, string>> = {
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

/** Replaces the shell's process, so that the agent stays its parent. */
const shim = (main: string, kept: string) => `#!/bin/sh
if [ "$1" = hook ]; then
  input="${kept}/$(date +%s%N)-$2.json"
  cat > "$input"
  exec "${process.execPath}" "${main}" "$@" < "$input"
fi
exec "${process.execPath}" "${main}" "$@"
`;

/** A project whose tests fail, indexed, and a `dossier` on the path that keeps what its hooks are given. */
export function makeSample(main: string, files: Readonly<Record<string, string>> = {}): Sample {
  const home = mkdtempSync(join(tmpdir(), 'dossier-agent-'));
  const [root, bin, kept] = [join(home, 'project'), join(home, 'bin'), join(home, 'kept')];
  for (const folder of [bin, kept]) mkdirSync(folder, { recursive: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [path, text] of Object.entries({ ...FILES, ...files })) write(join(root, path), text);
  // Something to ask about that does not fit into a small budget.
  cpSync(resolve('src/assembly'), join(root, 'lib'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  write(join(bin, 'dossier'), shim(main, kept));
  chmodSync(join(bin, 'dossier'), 0o755);
  const env = { HOME: home, PATH: [bin, process.env['PATH'] ?? ''].join(delimiter) };
  const run: Sample['run'] = (program, ...args) =>
    execFileSync(program, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      // One that asks a question waits for ever.
      timeout: 120_000,
    });
  run('git', 'init', '-q');
  run('dossier', 'index');
  run('dossier', 'remember', 'Sums are never negative', '--category', 'decision');
  return {
    root,
    home,
    env,
    run,
    inHome: (path, content) =>
      write(join(home, path), typeof content === 'string' ? content : JSON.stringify(content)),
    payloads: () =>
      readdirSync(kept)
        .sort()
        .map((file) => JSON.parse(readFileSync(join(kept, file), 'utf8'))),
  };
}
