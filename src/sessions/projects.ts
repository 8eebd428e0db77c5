import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';

interface ProjectEntry {
  readonly project: string;
  /** True for the project the call came from. */
  readonly current: boolean;
  /** Folder it was last indexed from. */
  readonly root?: string;
  readonly files: number;
  readonly chunks: number;
  readonly commits: number;
  readonly indexedAt?: number;
}

/** The scope of an owner's catalogue of projects; no project can have the name. */
export const CATALOGUE = '\u0001catalogue';
/** The scope of the topics of an owner's projects. */
export const TOPICS = '\u0001topics';

/** The names of the owner's projects in the engine's store. */
async function projectNames(engine: Engine): Promise<readonly string[]> {
  const scopes = await (await engine.store()).scopes(engine.scope.owner);
  return scopes.flatMap(({ project }) => (project === CATALOGUE || project === TOPICS ? [] : [project]));
}

/** The owner's projects in the engine's store, by name. */
export async function listProjects(engine: Engine): Promise<readonly ProjectEntry[]> {
  const store = await engine.store();
  return Promise.all(
    (await projectNames(engine)).map(async (project) => {
      const index = store.index({ owner: engine.scope.owner, project });
      const { files, chunks, commits, indexedAt } = await index.state();
      const root = await index.getMeta('root');
      return {
        project,
        current: project === engine.scope.project,
        files,
        chunks,
        commits,
        ...(root === undefined ? {} : { root }),
        ...(indexedAt === undefined ? {} : { indexedAt }),
      };
    }),
  );
}

/** Refuses a project the owner does not have: a typo must not create a new one. */
export async function requireProject(engine: Engine): Promise<void> {
  const { project } = engine.scope;
  if ((await projectNames(engine)).includes(project)) return;
  throw new DossierError('not-found', `There is no project "${project}". See "dossier projects".`);
}

/**
 * Another project of the same store, limited to what is stored: its folder is never read, since a name in a store
 * must not decide which files of this machine are shown. Items are returned as indexed and marked stale, and it
 * cannot be indexed from here.
 */
export function forProject(engine: Engine, project: string): Engine {
  const elsewhere = async () => {
    throw new DossierError(
      'outside-root',
      `The files of ${project} are not available here: run "dossier index" or "dossier serve" in its folder.`,
    );
  };
  const {
    snapshots: _snapshots,
    preparer: _preparer,
    scanner: _scanner,
    memoryFolders: _folders,
    ...rest
  } = engine;
  return {
    ...rest,
    root: project,
    config: { ...engine.config, project },
    scope: { ...engine.scope, project },
    recordScope: { ...engine.recordScope, project },
    branch: async () => undefined,
    reader: async () => ({ read: async () => 'missing', stat: async () => 'missing' }),
    lister: elsewhere,
    watcher: elsewhere,
    history: async () => ({
      head: async () => undefined,
      refusal: () => undefined,
      movedAt: async () => undefined,
      contains: async () => true,
      async *commits() {
        // What the history provides is already in the index.
      },
    }),
  };
}
