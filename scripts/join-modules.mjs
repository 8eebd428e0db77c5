import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { build } from 'vite';

/** What others load, as modules. The threads' files are found beside the others, by their names. */
const LIBRARY = [
  'dist/index.js',
  'dist/interfaces/http/client.js',
  'dist/prepare-worker.js',
  'dist/embed-worker.js',
];
/** What our own process loads, as CommonJS: only such files can be given code that was compiled before. */
const PROGRAM = ['dist/command-line.js', 'dist/commands/run-hook-process.js', 'dist/prepare-worker.js'];

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const inside = ['commander', 'ignore', 'jsonc-parser', 'zod'];
const outside = Object.keys(dependencies).filter((name) => !inside.includes(name));
const nameOf = (entry) => entry.replace(/^.*\/|\.js$/g, '');

/**
 * Joins what a process loads into a few files. Reading some hundred modules one by one takes longer than
 * most answers. Packages with native or large parts stay outside and are loaded when used.
 */
export async function joinModules() {
  await join(byName(LIBRARY), { outDir: 'dist/joined', ending: 'js' });
  await join(byName(PROGRAM), { outDir: 'dist/program', ending: 'cjs' });
  // Whoever imports one of the library's gets the joined one.
  for (const entry of LIBRARY) {
    const joined = relative(`${entry}/..`, `dist/joined/${nameOf(entry)}.js`);
    writeFileSync(entry, `export * from '${joined.startsWith('.') ? joined : `./${joined}`}';\n`);
  }
  const hash = createHash('sha256');
  for (const name of readdirSync('dist/program').sort()) {
    // A script that runs from kept code cannot import by itself: see load-program.ts.
    const code = readFileSync(`dist/program/${name}`, 'utf8').replaceAll(/\bimport\(/g, 'importModule(');
    writeFileSync(`dist/program/${name}`, code);
    hash.update(code);
  }
  const define = { PROGRAM_BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)) };
  await join({ main: 'dist/main.js' }, { outDir: 'dist', ending: 'js', emptyOutDir: false, define });
  await join(
    { 'prepare-worker': 'dist/prepare-thread.js' },
    { outDir: 'dist/program', ending: 'js', emptyOutDir: false, define },
  );
  writeFileSync('dist/program/embed-worker.js', "import '../joined/embed-worker.js';\n");
}

function byName(entries) {
  return Object.fromEntries(entries.map((entry) => [nameOf(entry), entry]));
}

async function join(entries, { outDir, ending, emptyOutDir = true, define = {} }) {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      ssr: true,
      outDir,
      emptyOutDir,
      minify: true,
      target: 'node20',
      rollupOptions: {
        input: entries,
        external: [/^node:/, ...outside.map((name) => new RegExp(`^${name}(/|$)`))],
        output: {
          format: ending === 'cjs' ? 'cjs' : 'es',
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `[name]-[hash].${ending}`,
        },
      },
    },
    ssr: { noExternal: inside, external: outside },
  });
}
