#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { runCli } from './interfaces/cli/run-cli.ts';
import { openEngine } from './open-engine.ts';
import { operations } from './operations/registry.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const version =
  typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : '';

const cancel = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The first asks the operation to stop cleanly; a second one ends the process at once.
  process.once(signal, () => cancel.abort());
}
// A reader that goes away (`dossier query … | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

async function readStdin(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}

process.exitCode = await runCli(process.argv.slice(2), {
  version,
  operations,
  terminal: {
    stdout: process.stdout,
    stderr: process.stderr,
    readStdin,
    clock: Date.now,
    signal: cancel.signal,
  },
  openEngine: async ({ root, config, store, owner, project }) =>
    openEngine({
      ...(root === undefined ? {} : { root }),
      ...(config === undefined ? {} : { configFile: config }),
      settings: { store, owner, project },
    }),
  extras: [],
});
