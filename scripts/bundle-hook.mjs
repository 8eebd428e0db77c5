import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { build } from 'vite';

/**
 * Joins what a hook call loads into a few files. An agent waits for every hook, and reading some
 * hundred modules one by one costs more than the answer itself. Packages with native or large parts
 * stay outside and are loaded when used.
 */
export async function bundleHook() {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const inside = ['zod', 'ignore'];
  const outside = Object.keys(dependencies).filter((name) => !inside.includes(name));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: 'dist/commands/run-hook-process.js',
      outDir: 'dist/hook-process',
      minify: true,
      target: 'node20',
      rollupOptions: { external: [/^node:/, ...outside.map((name) => new RegExp(`^${name}(/|$)`))] },
    },
    ssr: { noExternal: inside, external: outside },
  });
  // Whoever imports the module gets the joined one.
  writeFileSync(
    'dist/commands/run-hook-process.js',
    "export { runHookProcess } from '../hook-process/run-hook-process.js';\n",
  );
}
