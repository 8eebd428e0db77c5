import { runCli } from '../interfaces/cli/run-cli.ts';
import { openEngine } from '../open-engine.ts';
import type { Operation } from '../operations/operation.ts';
import { agentCommands } from './agent-commands.ts';
import { optionsOf } from './options-of.ts';
import { packageVersion } from './package-version.ts';
import { serveCommand } from './serve-command.ts';

/** Runs one command line of this process and answers with its exit status. */
export async function runCommandLine(argv: readonly string[]): Promise<number> {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The first asks the operation to stop cleanly; a second one ends the process at once.
    process.once(signal, () => cancel.abort());
  }
  return runCli(argv, {
    version: packageVersion(),
    operations: operationsFor,
    terminal: {
      stdout: process.stdout,
      stderr: process.stderr,
      readStdin,
      clock: Date.now,
      signal: cancel.signal,
      folder: process.cwd(),
    },
    openEngine: async (globals) => openEngine(optionsOf(globals)),
    extras: [...agentCommands(cancel.signal), serveCommand(cancel.signal)],
  });
}

/** Those that are asked for most, each loaded without the others. */
const ALONE: ReadonlyMap<string | undefined, () => Promise<Operation>> = new Map([
  ['query', async (): Promise<Operation> => (await import('../operations/query.ts')).query],
  ['search', async (): Promise<Operation> => (await import('../operations/search.ts')).search],
  ['status', async (): Promise<Operation> => (await import('../operations/status.ts')).status],
]);

async function operationsFor(word: string | undefined): Promise<readonly Operation[]> {
  const alone = ALONE.get(word);
  if (alone !== undefined) return [await alone()];
  const { operations } = await import('../operations/registry.ts');
  const asked = operations.filter((operation) => operation.name.split(' ')[0] === word);
  return asked.length === 0 ? operations : asked;
}

async function readStdin(): Promise<string | undefined> {
  if (process.stdin.isTTY) return undefined;
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}
