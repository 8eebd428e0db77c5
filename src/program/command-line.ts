import { homedir } from 'node:os';
import type { Engine } from '../core/engine.ts';
import { isMaskedOtherwise } from '../indexing/mask-rules.ts';
import { watchLease } from '../indexing/watch-lease.ts';
import { runCli } from '../interfaces/cli/run-cli.ts';
import { openEngine } from '../open-engine.ts';
import { loadOperations } from '../operations/load-operations.ts';
import { agentCommands } from './agent-commands.ts';
import type { Unanswered } from './ask-command.ts';
import type { Opening } from './greet-client.ts';
import { optionsOf } from './options-of.ts';
import { packageVersion } from './package-version.ts';
import { readStdin } from './read-stdin.ts';
import { serveCommand } from './serve-command.ts';
import { workerCommand } from './worker-command.ts';

interface Program {
  readonly build: string;
  /** What an MCP client was told already. */
  readonly opening: Opening | undefined;
  /** What is known of a command that no helper answered. */
  readonly unanswered: Unanswered | undefined;
}

/** Runs one command line and returns its exit status. */
export async function runCommandLine(argv: readonly string[], program: Program): Promise<number> {
  const { build, unanswered } = program;
  const cancel = new AbortController();
  if (unanswered?.isCancelled) cancel.abort();
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
      readStdin: async () => unanswered?.stdin ?? readStdin(),
      clock: Date.now,
      signal: cancel.signal,
      folder: process.cwd(),
      home: homedir(),
    },
    openEngine: async (globals) => openEngine(optionsOf(globals)),
    indexInBackground: async (globals) =>
      (await import('./index-in-background.ts')).indexInBackground(globals),
    onAnswered: async (engine, globals) => {
      if (engine.config.index.background && (await needsMasking(engine))) {
        (await import('./index-in-background.ts')).indexInBackground(globals);
      }
      const { startHelper } = await import('./start-helper.ts');
      await startHelper(engine, { globals, build, folder: process.cwd() });
    },
    extras: [
      ...agentCommands(cancel.signal, program),
      serveCommand(cancel.signal),
      workerCommand(cancel.signal),
    ],
  });
}

/** Whether files are still to be masked by new rules, and no process indexes the project and does it. */
async function needsMasking(engine: Engine): Promise<boolean> {
  const index = (await engine.store()).index(engine.scope);
  if (!(await isMaskedOtherwise(index, engine.config.secrets))) return false;
  return (await engine.leases.holder(watchLease(engine))) === undefined;
}
