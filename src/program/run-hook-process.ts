import type { Globals } from '../interfaces/cli/global-flags.ts';
import { hookLogPath } from '../interfaces/hooks/hook-log.ts';
import { LONGEST_HOOK_MS, runHook } from '../interfaces/hooks/run-hook.ts';

/** Answers the hook call on standard input. Never fails, so that no agent is held up. */
export async function runHookProcess(args: readonly string[], globals: Globals = {}): Promise<void> {
  const [named] = args.filter((argument) => !argument.startsWith('-'));
  await runHook({
    ...(named === undefined ? {} : { named }),
    readInput,
    write: (text) => process.stdout.write(`${text}\n`),
    clock: Date.now,
    limit: Number(process.env['DOSSIER_HOOK_MS']) || LONGEST_HOOK_MS,
    elapsed: () => performance.now(),
    load: async () => {
      const [{ openEngine, stateFolder }, { optionsOf }, { answerHook }] = await Promise.all([
        import('../open-engine.ts'),
        import('./options-of.ts'),
        import('../interfaces/hooks/answer-hook.ts'),
      ]);
      return {
        logPath: hookLogPath(stateFolder()),
        // No embeddings: loading a model takes longer than the agent should wait.
        openEngine: (folder) => {
          const options = optionsOf(globals);
          return openEngine({
            ...options,
            ...(folder === undefined ? {} : { folder }),
            settings: { ...options.settings, 'embedder.kind': 'none' },
          });
        },
        answer: answerHook,
      };
    },
  });
  // The reply is sent. Only the store is still open, and it survives any exit.
  process.stdout.write('', () => process.exit(0));
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '{}';
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}
