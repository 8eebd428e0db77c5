import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { build } from 'vite';

/** What a process starts with. The thread's file is found beside the others, by its name. */
const ENTRIES = [
  'dist/index.js',
  'dist/command-line.js',
  'dist/commands/run-hook-process.js',
  'dist/interfaces/http/client.js',
  'dist/prepare-worker.js',
];
const FOLDER = 'dist/joined';
const nameOf = (entry) => entry.replace(/^.*\/|\.js$/g, '');

/**
 * Joins what a process loads into a few files. Reading some hundred modules one by one takes longer than
 * most answers. Packages with native or large parts stay outside and are loaded when used.
 */
export async function joinModules() {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const inside = ['commander', 'ignore', 'jsonc-parser', 'zod'];
  const outside = Object.keys(dependencies).filter((name) => !inside.includes(name));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: true,
      outDir: FOLDER,
      minify: true,
      target: 'node20',
      rollupOptions: {
        input: Object.fromEntries(ENTRIES.map((entry) => [nameOf(entry), entry])),
        external: [/^node:/, ...outside.map((name) => new RegExp(`^${name}(/|$)`))],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
    ssr: { noExternal: inside, external: outside },
  });
  // Whoever imports one of them gets the joined one.
  for (const entry of ENTRIES) {
    const joined = relative(`${entry}/..`, `${FOLDER}/${nameOf(entry)}.js`);
    writeFileSync(entry, `export * from '${joined.startsWith('.') ? joined : `./${joined}`}';\n`);
  }
}
