import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Dossier, DossierError, type OpenOptions, openDossier } from '../src/index.ts';
import { library } from '../src/operations/registry.ts';

const src = join(dirname(fileURLToPath(import.meta.url)), '../src');
const sources = ['index.ts', ...readdirSync(join(src, 'library')).map((name) => `library/${name}`)];

interface Documented {
  readonly name: string;
  readonly examples: readonly string[];
}

/** What a doc comment stands before, and the examples in it. */
function documentedIn(text: string): readonly Documented[] {
  const found = text.matchAll(
    /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export )?(?:readonly |interface |function )?(\w+)/g,
  );
  return [...found].map(([, comment = '', name = '']) => ({
    name,
    examples: [...comment.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) =>
      code.replace(/^ *\* ?/gm, '').replace(/^import .*$/gm, ''),
    ),
  }));
}

const documented = sources.flatMap((name) => documentedIn(readFileSync(join(src, name), 'utf8')));

let root: string;
let dossier: Dossier;
const open = (options: OpenOptions = {}) =>
  openDossier({ folder: root, store: join(root, 's.sqlite'), environment: {}, ...options });

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-examples-'));
  mkdirSync(join(root, 'src'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(root, '.gitignore'), '*.sqlite*\n');
  for (const [times, subject] of [
    'Upload files',
    'Retry failed uploads',
    'Wait between retries of uploads',
  ].entries()) {
    const body = `export function uploadFile(file) {\n  // retries: ${times}\n  return send(file);\n}\n`;
    writeFileSync(join(root, 'src/upload.ts'), body);
    git('add', '.');
    git('commit', '-qm', subject);
  }
  dossier = open();
  await dossier.index();
});
afterAll(async () => {
  await dossier.close();
  rmSync(root, { recursive: true, force: true });
});

describe('the documentation of the library', () => {
  it('has an example for every method', () => {
    const shown = documented.filter(({ examples }) => examples.length > 0).map(({ name }) => name);
    expect(shown).toEqual(
      expect.arrayContaining(['openDossier', 'Dossier', 'close', ...Object.keys(library)]),
    );
  });

  it('documents every option of openDossier', () => {
    const text = readFileSync(join(src, 'open-engine.ts'), 'utf8');
    const [, options = ''] = /export interface OpenOptions \{([\s\S]*?)\n\}/.exec(text) ?? [];
    expect(documentedIn(options).map(({ name }) => name)).toEqual(
      [...options.matchAll(/readonly (\w+)\?:/g)].map(([, name]) => name),
    );
  });

  const examples = documented.flatMap(({ name, examples: codes }) => codes.map((code) => ({ name, code })));
  it.each(examples)('$name: its example runs', async ({ code }) => {
    const own = /dossier\.close\(\)/.test(code) && !code.includes('const dossier =');
    const given = own ? open() : dossier;
    const console = { log: () => undefined };
    const run = code.includes('const dossier =')
      ? new Function('openDossier', 'DossierError', 'console', `return (async () => {${code}})()`)
      : new Function('dossier', 'DossierError', 'console', `return (async () => {${code}})()`);
    await run(code.includes('const dossier =') ? open : given, DossierError, console);
  });
});
