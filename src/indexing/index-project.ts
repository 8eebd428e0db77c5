import { keepCitationSalt } from '../core/citation-salt.ts';
import type { Engine } from '../core/engine.ts';
import type { IndexStore } from '../core/store.ts';
import { embedChunks } from './embed-chunks.ts';
import { updateImportance } from './file-importance.ts';
import { beginFormat, formatOf, INDEX_FORMAT, setListed } from './index-format.ts';
import { type IndexOptions, throwIfCancelled } from './index-options.ts';
import { orderByImportance } from './index-order.ts';
import { createRun, reasonOfPath } from './index-run.ts';
import { leftOutFiles } from './left-out-files.ts';
import { beginMasking, noteMasked } from './mask-rules.ts';
import { projectPathsOf } from './project-paths.ts';
import { beginHistory, forgetHistory } from './read-history.ts';
import { keepSkipReport, type Skipped } from './skip-report.ts';

export interface IndexReport {
  readonly indexed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly units: number;
  readonly chunks: number;
  readonly commits: number;
  readonly vectors: number;
  /** Lines in which a secret was masked. */
  readonly maskedLines: number;
  readonly skipped: readonly Skipped[];
  readonly warnings: readonly string[];
}

/**
 * Brings the index up to date with the files and the history: reads what changed, removes what is gone, embeds chunks
 * without a vector. If it is killed, the next run continues where it stopped.
 */
export async function indexProject(engine: Engine, options: IndexOptions): Promise<IndexReport> {
  const { signal } = options;
  const lister = await engine.lister();
  const listing = Promise.all([lister.list({ signal }), lister.leftOut({ signal })]);
  const [listed, leftOut] = await listing.catch((error: unknown) => {
    throwIfCancelled(signal);
    throw error;
  });
  const index = (await engine.store()).index(engine.scope);
  const warnings = await dropOtherFormat(index, options);
  // Git reads the history while files are indexed.
  const history = await beginHistory(engine, index, options, warnings);
  try {
    const stored = new Map((await index.files()).map((file) => [file.path, file]));
    const leftOutBefore = await leftOutFiles(index);
    const full = options.full ?? false;
    if (full) await beginMasking(index, engine.config.secrets);
    const run = createRun(engine, index, { ...options, full, stored, listed, leftOut: leftOutBefore });
    for (const { path, reason } of leftOut) run.skip(path, reason);
    await setListed(
      index,
      listed.filter((path) => reasonOfPath(engine, path) === undefined),
    );
    const fresh = listed.filter((path) => !stored.has(path));
    const known = listed.filter((path) => stored.has(path));
    await run.update([...(await orderByImportance(engine, fresh, signal)), ...known]);
    const present = new Set(listed);
    await run.remove([...stored.keys()].filter((path) => !present.has(path) || run.isSkipped(path)));
    if (full) await noteMasked(index, engine.config.secrets, undefined);
    if ((await index.getMeta('importance')) !== 'current') {
      await updateImportance(index);
      await index.setMeta('importance', 'current');
    }
    const commits = await history.store();
    const vectors = await embedChunks(engine, index, options, warnings);
    const report = run.report();
    await keepSkipReport(index, report.skipped);
    await leftOutBefore.keep();
    await keepCitationSalt(engine);
    await index.setMeta('root', engine.root);
    await index.setMeta('indexedAt', String(options.now));
    return { ...report, commits, vectors, warnings };
  } finally {
    history.stop();
  }
}

/**
 * Clears the files of an index made by another version of the program: all are read again. From then on the index has
 * this format, and a killed run continues like any first run.
 */
export async function dropOtherFormat(index: IndexStore, { progress }: IndexOptions): Promise<string[]> {
  const format = await formatOf(index);
  if (format === INDEX_FORMAT) return [];
  const { files } = await index.size();
  if (files > 0) {
    await index.clearFiles();
    await forgetHistory(index);
  }
  await beginFormat(index);
  if (files === 0) return [];
  const message = `The index was made by another version of dossier (format ${format ?? 'unknown'}, now ${INDEX_FORMAT}): every file is read again.`;
  progress({ phase: 'reading files', done: 0, message });
  return [message];
}

/** Updates some files and nothing else, for a watcher or a stale answer. */
export async function indexFiles(
  engine: Engine,
  paths: readonly string[],
  options: IndexOptions,
): Promise<IndexReport> {
  const index = (await engine.store()).index(engine.scope);
  if ((await formatOf(index)) !== INDEX_FORMAT) {
    if ((await index.size()).files > 0) return indexProject(engine, options);
    await beginFormat(index);
  }
  const lister = await engine.lister();
  const listed = await lister.list({ signal: options.signal, paths });
  const asked = new Set(paths);
  const found = (await Promise.all(paths.map((path) => index.filesEndingWith(path)))).flat();
  const stored = new Map(found.filter(({ path }) => asked.has(path)).map((file) => [file.path, file]));
  const known = await knownPaths(engine, index, listed);
  const run = createRun(engine, index, { ...options, full: options.full ?? false, stored, listed: known });
  await run.update(listed);
  const present = new Set(listed);
  await run.remove([...stored.keys()].filter((path) => !present.has(path) || run.isSkipped(path)));
  const warnings: string[] = [];
  const vectors = await embedChunks(engine, index, { ...options, paths: listed }, warnings);
  return { ...run.report(), commits: 0, vectors, warnings };
}

/**
 * All paths of the project, to resolve imports. Reading them is most of the cost of one changed file in a large
 * project, so they are cached while their number stays the same.
 */
async function knownPaths(
  engine: Engine,
  index: IndexStore,
  listed: readonly string[],
): Promise<readonly string[]> {
  const { files } = await index.size();
  const kept = pathsOfEngine.get(engine);
  const fresh = kept?.files === files ? kept.paths : (await index.files()).map((file) => file.path);
  pathsOfEngine.set(engine, { files, paths: fresh });
  const { has } = projectPathsOf(fresh);
  const added = listed.filter((path) => !has(path));
  return added.length === 0 ? fresh : [...fresh, ...added];
}
const pathsOfEngine = new WeakMap<Engine, { readonly files: number; readonly paths: readonly string[] }>();
