import { homedir } from 'node:os';
import type { Engine } from '../core/engine.ts';
import { EXIT_STATUS } from '../interfaces/cli/exit-status.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { runCli } from '../interfaces/cli/run-cli.ts';
import { loadOperations } from '../operations/load-operations.ts';
import { packageVersion } from './package-version.ts';
import { type CommandReply, type CommandRequest, NEEDS_STDIN } from './private-socket.ts';

/** Ends a command that its own process has to answer. */
class LeftToProcess extends Error {}

/** Failures that may be of this process alone. */
const OF_PROCESS: ReadonlySet<number> = new Set([
  EXIT_STATUS.internal,
  EXIT_STATUS.unavailable,
  EXIT_STATUS['store-corrupt'],
  EXIT_STATUS.timeout,
]);

/**
 * Runs a command line as its process would and returns what that would print. Undefined if the process has to answer
 * itself: it indexes something first, or what went wrong here may not go wrong there.
 */
export async function answerCommand(
  { argv, folder, stdin, isTerminal }: CommandRequest,
  open: (globals: Globals) => Engine | undefined,
): Promise<CommandReply | typeof NEEDS_STDIN | undefined> {
  const output: CommandReply['output'][number][] = [];
  let left: typeof NEEDS_STDIN | 'all' | undefined;
  const leave = (what: typeof NEEDS_STDIN | 'all'): never => {
    left = what;
    throw new LeftToProcess();
  };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY: isTerminal[name],
    write: (text: string) => output.push([name, text]),
  });
  const status = await runCli(argv, {
    version: packageVersion(),
    // Progress is shown while it is made, in the process that waits for it.
    operations: async (word) => (word === 'index' ? leave('all') : loadOperations(word)),
    terminal: {
      stdout: stream('stdout'),
      stderr: stream('stderr'),
      readStdin: async () => (isTerminal.stdin ? undefined : (stdin ?? leave(NEEDS_STDIN))),
      clock: Date.now,
      signal: new AbortController().signal,
      folder,
      home: homedir(),
    },
    openEngine: async (globals) => ({
      ...(openOrLeave(globals) ?? leave('all')),
      // For the next command.
      close: async () => undefined,
    }),
    extras: [],
  });
  if (left !== undefined) return left === NEEDS_STDIN ? left : undefined;
  return OF_PROCESS.has(status) ? undefined : { status, output };

  function openOrLeave(globals: Globals): Engine | undefined {
    try {
      return open(globals);
    } catch (error) {
      // The process says what is wrong with its settings, seen from its folder.
      if (error instanceof Error) return undefined;
      throw error;
    }
  }
}
