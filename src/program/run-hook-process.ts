import type { Globals } from '../interfaces/cli/global-flags.ts';
import type { HookEvent } from '../interfaces/hooks/hook-event.ts';
import { type HookServices, LONGEST_HOOK_MS, runHook } from '../interfaces/hooks/run-hook.ts';
import { askServer } from './ask-server.ts';
import { privateSocketPath } from './private-socket.ts';
import { readStdin } from './read-stdin.ts';

/** A server that does not take a hook within a tenth of a second is busy: the hook is faster by itself. */
const SHARE_TO_BE_TAKEN = 1 / 30;

/** Answers the hook call on standard input. Never fails, so that no agent is held up. */
export async function runHookProcess(
  args: readonly string[],
  { globals, build }: { readonly globals: Globals; readonly build: string },
): Promise<void> {
  const [named] = args.filter((argument) => !argument.startsWith('-'));
  const limit = Number(process.env['DOSSIER_HOOK_MS']) || LONGEST_HOOK_MS;
  const elapsed = () => performance.now();
  const ask = async (event: HookEvent, payload: string): Promise<string | undefined> => {
    // Nobody waits at the end of a session, and the store is closed then.
    if (event.kind === 'session-end') return undefined;
    const folder = event.folder ?? process.cwd();
    const socket = privateSocketPath({ build, globals, folder });
    if (socket === undefined) return undefined;
    const request = { payload, folder, limit, started: performance.timeOrigin, parent: process.ppid };
    return askServer(
      socket,
      { kind: 'hook', ...request, ...(named !== undefined && { named }) },
      (reply) => typeof reply === 'string',
      { takenWithin: limit * SHARE_TO_BE_TAKEN, answeredWithin: limit - elapsed() },
    );
  };
  let answered: (() => Promise<void>) | undefined;
  const load = async (): Promise<HookServices> => {
    const services = (await import('./hook-services.ts')).hookServices(globals);
    return {
      ...services,
      answer: async (engine, event, now) => {
        // At its start and end a session has no question, and its MCP server starts at the same time.
        if (event.kind === 'prompt' || event.kind === 'command') {
          const folder = event.folder ?? process.cwd();
          answered = async () =>
            (await import('./start-helper.ts')).startHelper(engine, { globals, build, folder });
        }
        return services.answer(engine, event, now);
      },
    };
  };
  await runHook({
    ...(named === undefined ? {} : { named }),
    readInput: async () => (await readStdin()) ?? '{}',
    write: (text) => process.stdout.write(`${text}\n`),
    clock: Date.now,
    limit,
    elapsed,
    askServer: ask,
    load,
  });
  await answered?.();
  // The reply is sent. Only the store is still open, and it survives any exit.
  process.stdout.write('', () => process.exit(0));
}
