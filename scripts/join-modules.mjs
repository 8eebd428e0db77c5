import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { build } from 'vite';

/** What others load, as modules: the package's entries and the worker threads, which are found by their place beside them. */
const LIBRARY = {
  index: 'dist/index.js',
  client: 'dist/interfaces/http/client.js',
  'program/prepare-worker': 'dist/program/prepare-worker.js',
  'program/embed-worker': 'dist/program/embed-worker.js',
  'program/scan-worker': 'dist/program/scan-worker.js',
};
/** What our own process loads, as CommonJS: only scripts can be given code that was compiled before. */
const PROGRAM = {
  'command-line': 'dist/program/command-line.js',
  'run-hook-process': 'dist/program/run-hook-process.js',
  'ask-command': 'dist/program/ask-command.js',
  'prepare-worker': 'dist/program/prepare-worker.js',
};

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const inside = [/^@modelcontextprotocol\//, 'commander', 'ignore', 'jsonc-parser', 'zod'];
const outside = Object.keys(dependencies).filter((name) => !inside.some((each) => name.match(each)));

/**
 * Joins what a process loads into a few files. Reading some hundred modules one by one takes longer than
 * most answers. Packages with native or large parts stay outside and are loaded when used.
 */
export async function joinModules() {
  const { rulesFingerprint } = await import('../dist/core/text/secrets/rules-fingerprint.js');
  const known = { RULES_FINGERPRINT: JSON.stringify(rulesFingerprint()) };
  await join(LIBRARY, { outDir: 'dist/joined', ending: 'js', define: known });
  await join(PROGRAM, { outDir: 'dist/cli', ending: 'cjs', define: known });
  // Whoever imports one of the library's gets the joined one.
  for (const [name, entry] of Object.entries(LIBRARY)) {
    const joined = relative(dirname(entry), `dist/joined/${name}.js`);
    writeFileSync(entry, `export * from '${joined.startsWith('.') ? joined : `./${joined}`}';\n`);
  }
  const hash = createHash('sha256');
  for (const name of readdirSync('dist/cli').sort()) {
    // A script that runs from kept code cannot import by itself: see load-program.ts.
    const code = readFileSync(`dist/cli/${name}`, 'utf8').replaceAll(/\bimport\(/g, 'importModule(');
    writeFileSync(`dist/cli/${name}`, code);
    hash.update(code);
  }
  const { operations } = await import('../dist/operations/registry.js');
  const waitedFor = operations.filter((operation) => operation.waitedFor);
  const define = {
    ...known,
    PROGRAM_BUILD: JSON.stringify(hash.digest('hex').slice(0, 16)),
    ASKED: JSON.stringify(
      operations.filter(({ usesIndex, effect }) => usesIndex && effect === 'read').map(({ name }) => name),
    ),
    WAITED_FOR: JSON.stringify(
      Object.fromEntries(waitedFor.map(({ name, longRunning }) => [name, longRunning === true])),
    ),
  };
  // A script starts some milliseconds before a module does: Node need not prepare for modules.
  await join({ main: 'dist/program/main.js' }, { outDir: 'dist', ending: 'cjs', emptyOutDir: false, define });
  // Its former name, by which agents that were set up before start it.
  writeFileSync('dist/main.js', "#!/usr/bin/env node\nimport './main.cjs';\n");
  await join(
    { 'program/prepare-worker': 'dist/program/prepare-thread.js' },
    { outDir: 'dist/cli', ending: 'js', emptyOutDir: false, define },
  );
  for (const name of ['embed-worker', 'scan-worker']) {
    writeFileSync(`dist/cli/program/${name}.js`, `import '../../joined/program/${name}.js';\n`);
  }
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
