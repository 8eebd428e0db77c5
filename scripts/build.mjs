// Builds the package: TypeScript to dist/, the page to dist/web/, what processes load joined into few files, grammars to grammars/,
// vocabularies to vocabularies/. Run by `npm run build`.
import { spawnSync } from 'node:child_process';
import { chmodSync, rmSync } from 'node:fs';
import { setup as copyGrammars } from './copy-grammars.mjs';
import { joinModules } from './join-modules.mjs';
import { setup as makeIdeas } from './make-ideas.mjs';
import { setup as makeVocabularies } from './make-vocabularies.mjs';

rmSync('dist', { recursive: true, force: true });
const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (tsc.status !== 0) process.exit(tsc.status ?? 1);
copyGrammars();
await makeVocabularies();
await makeIdeas();
await joinModules();
// It runs what was just built, so it is loaded no earlier.
const { makeGreetings } = await import('./make-greetings.mjs');
await makeGreetings();
for (const name of ['main.cjs', 'main.js']) chmodSync(`dist/${name}`, 0o755);

const page = spawnSync(
  process.execPath,
  ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'],
  { stdio: 'inherit' },
);
if (page.status !== 0) process.exit(page.status ?? 1);
