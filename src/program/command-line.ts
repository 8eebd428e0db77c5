import { homedir } from 'node:os';
import { runCli } from '../interfaces/cli/run-cli.ts';
import { openEngine } from '../open-engine.ts';
import { loadOperations } from '../operations/load-operations.ts';
import { agentCommands } from './agent-commands.ts';
import type { Opening } from './greet-client.ts';
import { optionsOf } from './options-of.ts';
import { packageVersion } from './package-version.ts';
import { serveCommand } from './serve-command.ts';
import { workerCommand } from './worker-command.ts';

/** Runs one command line and returns its exit status. `opening`: what an MCP client was told already. */
export async function runCommandLine(
  argv: readonly string[],
  program: { readonly build: string; readonly opening: Opening | undefined },
): Promise<number> {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The first signal asks the operation to stop; a second one ends the process.
    process.once(signal, () => cancel.abort());
  }
  return runCli(argv, {
    version: packageVersion(),
    operations: loadOperations,
    terminal: {
      stdout: process.stdout,
      stderr: process.stderr,
      readStdin,
      clock: Date.now,
      signal: cancel.signal,
      folder: process.cwd(),
      home: homedir(),
    },
    openEngine: async (globals) => openEngine(optionsOf(globals)),
    indexInBackground: async (globals) =>
      (await import('./index-in-background.ts')).indexInBackground(globals),
    extras: [
      ...agentCommands(cancel.signal, program),
      serveCommand(cancel.signal),
      workerCommand(cancel.signal),
    ],
  });
}

async function readStdin(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}
