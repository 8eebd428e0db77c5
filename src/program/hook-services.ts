import { errorMessage } from '../core/errors.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { answerHook } from '../interfaces/hooks/answer-hook.ts';
import { hookLogPath, writeHookLog } from '../interfaces/hooks/hook-log.ts';
import type { HookServices } from '../interfaces/hooks/run-hook.ts';
import { openEngine, stateFolder } from '../open-engine.ts';
import { optionsOf } from './options-of.ts';

/** What hooks are answered with, in their own process or a server's. `parent` started the hook. */
export function hookServices(globals: Globals, parent = process.ppid): HookServices {
  return {
    log: (line) => {
      const path = hookLogPath(stateFolder());
      writeHookLog(path, line, (error) =>
        process.stderr.write(`dossier hook: cannot write ${path}: ${errorMessage(error)}\n`),
      );
    },
    // No embeddings: loading a model takes longer than the agent should wait.
    openEngine: (folder) => {
      const options = optionsOf(globals);
      return openEngine({
        ...options,
        ...(folder === undefined ? {} : { folder }),
        settings: { ...options.settings, 'embedder.kind': 'none' },
      });
    },
    answer: (engine, event, now) => answerHook(engine, event, { now, parent }),
  };
}
