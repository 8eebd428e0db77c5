import { basename } from 'node:path';
import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import type { IndexKeeper } from '../../indexing/keep-indexed.ts';
import type { OperationContext } from '../../operations/operation.ts';

interface ProjectSetParts {
  /** Where the server was started; used until the client names its roots. */
  readonly folder: string;
  readonly openProject: (folder: string) => Engine | Promise<Engine>;
  /** Keeps an open project indexed while the server runs; absent if that is done elsewhere. */
  readonly keepIndexed?: (engine: Engine) => IndexKeeper;
}

/** A call waits this long for the index, so that an answer, even from a quick scan, comes within two seconds. */
const LONGEST_WAIT_MS = 500;

/**
 * The projects a server answers for. Only folders named by the client or the command line can be chosen, so a model
 * cannot reach the rest of the disk by passing a path.
 */
export interface ProjectSet {
  readonly folders: () => readonly string[];
  /** Replaces the folders. An empty list restores the folder the server was started in. */
  readonly setFolders: (folders: readonly string[]) => void;
  /** By folder or name; by default the first folder. */
  readonly choose: (wanted?: string) => Promise<Engine>;
  /** What to say about the state of a project's index before an answer from it. */
  readonly notesOn: (
    engine: Engine,
    asking: { readonly question: string | undefined; readonly progress: OperationContext['progress'] },
  ) => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

export function createProjectSet(parts: ProjectSetParts): ProjectSet {
  let folders: readonly string[] = [parts.folder];
  const opened = new Map<string, Promise<Engine>>();
  const keepers = new Map<Engine, IndexKeeper>();

  const open = (folder: string): Promise<Engine> => {
    const known = opened.get(folder);
    if (known !== undefined) return known;
    const engine = Promise.resolve(parts.openProject(folder));
    opened.set(folder, engine);
    engine.then(
      (ready) => {
        const keeper = parts.keepIndexed?.(ready);
        if (keeper !== undefined) keepers.set(ready, keeper);
        // Every context is counted; loading the counter now saves the first call half a second. If loading fails,
        // that call says so.
        ready.counter(ready.config.counter).catch(() => undefined);
      },
      // A folder that failed to open may be repaired; the caller has the error.
      () => opened.delete(folder),
    );
    return engine;
  };

  return {
    folders: () => folders,
    setFolders: (given) => {
      folders = given.length === 0 ? [parts.folder] : given;
    },
    choose: async (wanted) => {
      const found =
        wanted === undefined
          ? folders[0]
          : folders.find((folder) => folder === wanted || basename(folder) === wanted);
      if (found === undefined) {
        throw new DossierError(
          'not-found',
          `No open project "${wanted}". Open projects: ${folders.join(', ')}. Leave "project" out for the first.`,
        );
      }
      return open(found);
    },
    notesOn: async (engine, asking) =>
      (await keepers.get(engine)?.ready({ milliseconds: LONGEST_WAIT_MS, ...asking })) ?? [],
    close: async () => {
      for (const keeper of keepers.values()) await keeper.stop();
      keepers.clear();
      const engines = await Promise.allSettled(opened.values());
      opened.clear();
      for (const engine of engines) if (engine.status === 'fulfilled') await engine.value.close();
    },
  };
}
