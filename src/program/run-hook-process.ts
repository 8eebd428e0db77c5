import { hookLogPath } from '../interfaces/hooks/hook-log.ts';
import { runHook } from '../interfaces/hooks/run-hook.ts';

/** Answers the hook call on standard input. Always ends well, so that no agent is ever held up. */
export async function runHookProcess(args: readonly string[]): Promise<void> {
  const [named] = args.filter((argument) => !argument.startsWith('-'));
  await runHook({
    ...(named === undefined ? {} : { named }),
    readInput,
    write: (text) => process.stdout.write(`${text}\n`),
    clock: Date.now,
    elapsed: () => performance.now(),
    load: async () => {
      const [{ openEngine, stateFolder }, { answerHook }] = await Promise.all([
        import('../open-engine.ts'),
        import('../interfaces/hooks/answer-hook.ts'),
      ]);
      return {
        logPath: hookLogPath(stateFolder()),
        // Words alone decide here: loading a model would take longer than the agent should wait.
        openEngine: (folder) =>
          openEngine({ ...(folder === undefined ? {} : { folder }), settings: { 'embedder.kind': 'none' } }),
        answer: answerHook,
      };
    },
  }); // Everything written is out; what is still open is the store, which any end leaves sound.
  process.stdout.write('', () => process.exit(0));
}

async function readInput(): Promise<string> {
  if (process.stdin.isTTY) return '{}';
  process.stdin.setEncoding('utf8');
  let text = '';
  for await (const part of process.stdin) text += part;
  return text;
}
