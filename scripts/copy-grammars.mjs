// Copies the grammars' .wasm files from the development dependencies into grammars/, which the
// package ships. Run by `npm run build` and before the tests; files already there are kept.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const target = join(root, 'grammars');

const BUNDLE = '@repomix/tree-sitter-wasms';
const bundle = join(modules, BUNDLE, 'out');

/** The other grammars come in packages of their own, named after them. */
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const single = Object.keys(devDependencies)
  .filter((name) => name !== BUNDLE && basename(name).startsWith('tree-sitter-'))
  .map((name) => join(modules, name, `${basename(name)}.wasm`));

/** Named as vitest's global set-up wants it. */
export function setup() {
  const bundled = readdirSync(bundle).filter((file) => file !== 'tree-sitter-vue.wasm');
  const files = [...bundled.map((file) => join(bundle, file)), ...single];
  mkdirSync(target, { recursive: true });
  for (const file of files) {
    const copy = join(target, basename(file));
    if (!existsSync(copy) || statSync(copy).size !== statSync(file).size) copyFileSync(file, copy);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup();
