// Copies the grammars' .wasm files from the development dependencies into grammars/, which the
// package ships. Run by `npm run build` and before the tests; files already there are kept.
import { copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const target = join(root, 'grammars');

const bundle = join(modules, '@repomix/tree-sitter-wasms/out');
const SINGLE = [
  'tree-sitter-bash/tree-sitter-bash.wasm',
  'tree-sitter-elixir/tree-sitter-elixir.wasm',
  'tree-sitter-scala/tree-sitter-scala.wasm',
  '@tree-sitter-grammars/tree-sitter-hcl/tree-sitter-hcl.wasm',
  '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
  '@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm',
  '@tree-sitter-grammars/tree-sitter-zig/tree-sitter-zig.wasm',
];

/** Named as vitest's global set-up wants it. */
export function setup() {
  const bundled = readdirSync(bundle).filter((file) => file !== 'tree-sitter-vue.wasm');
  const files = [...bundled.map((file) => join(bundle, file)), ...SINGLE.map((file) => join(modules, file))];
  mkdirSync(target, { recursive: true });
  for (const file of files) {
    const copy = join(target, basename(file));
    if (!existsSync(copy) || statSync(copy).size !== statSync(file).size) copyFileSync(file, copy);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup();
