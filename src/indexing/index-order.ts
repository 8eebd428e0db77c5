import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { languageOfPath } from '../core/languages.ts';
import type { FileRole } from '../core/store.ts';
import { fileRoleOf } from './file-role.ts';

/** Fewer files are indexed before anyone asks; they stay ordered by path. */
const MIN_TO_ORDER = 1000;
const RECENT_COMMITS = 200;

const ROLE_DELAY: Readonly<Partial<Record<FileRole, number>>> = {
  document: 1,
  config: 1,
  test: 2,
  example: 2,
  generated: 3,
};

/**
 * The order in which a run reads files, so that answers given meanwhile have what matters most: sources before
 * documents, documents before tests, and recently changed files first.
 */
export async function orderByImportance(
  engine: Engine,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (paths.length < MIN_TO_ORDER) return paths;
  const recent = await recentlyChanged(engine, signal);
  return paths
    .map((path) => ({ path, tier: ROLE_DELAY[roleOf(path)] ?? 0, age: recent.get(path) ?? recent.size }))
    .sort((a, b) => a.tier - b.tier || a.age - b.age || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

function roleOf(path: string): FileRole {
  const language = languageOfPath(path)?.name ?? '';
  return fileRoleOf(path, { language, units: [], references: [], imports: [], approximate: true });
}

/** The files of the last commits, each with the number of files changed after it. */
async function recentlyChanged(engine: Engine, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  if (engine.config.index.commits === 0) return places;
  const history = await engine.history();
  try {
    for await (const commits of history.commits({ limit: RECENT_COMMITS, signal })) {
      for (const { files } of commits) {
        for (const { path } of files) if (!places.has(path)) places.set(path, places.size);
      }
    }
  } catch (error) {
    // The run that stores the history warns of one that cannot be read; the order does without the rest.
    if (!(error instanceof DossierError) || error.code !== 'unavailable') throw error;
  }
  return places;
}
