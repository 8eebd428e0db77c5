import { keepCitationSalt } from '../core/citation-salt.ts';
import type { Engine } from '../core/engine.ts';
import type { FilePreparer } from '../core/ports.ts';
import type { FileRow, IndexedFile, IndexStore } from '../core/store.ts';
import { matchesGlobs } from '../core/text/glob.ts';
import { maskSecretsInPath } from '../core/text/mask-secrets.ts';
import type { SkipReason } from '../core/vocabulary.ts';
import { embedChunks } from './embed-chunks.ts';
import { updateImportance } from './file-importance.ts';
import { beginFormat, formatOf, INDEX_FORMAT } from './index-format.ts';
import { type IndexOptions, throwIfCancelled } from './index-options.ts';
import { prepareFile } from './prepare-file.ts';
import { projectPathsOf } from './project-paths.ts';
import { readHistory } from './read-history.ts';
import { keepSkipReport, type Skipped } from './skip-report.ts';
import { skipReasonOfPath } from './skip-rules.ts';

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

/** One transaction each: large enough to be fast, small enough that a killed run loses little. */
const BATCH_FILES = 400;
const BATCH_CHARACTERS = 6_000_000;

/**
 * Brings the index up to date with the files and the history: reads what changed, forgets what is gone,
 * gives vectors to chunks without one. Killed at any moment, the next run goes on where this one was.
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
  const stored = new Map((await index.files()).map((file) => [file.path, file]));
  const run = createRun(engine, index, { ...options, full: options.full ?? false, stored, listed });
  for (const { path, reason } of leftOut) run.skip(path, reason);
  await run.update(listed);
  const present = new Set(listed);
  await run.remove([...stored.keys()].filter((path) => !present.has(path) || run.isSkipped(path)));
  if ((await index.getMeta('importance')) !== 'current') {
    await updateImportance(index);
    await index.setMeta('importance', 'current');
  }
  const commits = await readHistory(engine, index, options, warnings);
  const vectors = await embedChunks(engine, index, options, warnings);
  const report = run.report();
  await keepSkipReport(index, report.skipped);
  await keepCitationSalt(engine);
  await index.setMeta('root', engine.root);
  await index.setMeta('indexedAt', String(options.now));
  return { ...report, commits, vectors, warnings };
}

/**
 * Forgets the files of an index that another version of the program made: they are all to be read again.
 * From then on the index is one of this format, and a run that is killed goes on like any first run.
 */
async function dropOtherFormat(index: IndexStore, { progress }: IndexOptions): Promise<string[]> {
  const format = await formatOf(index);
  if (format === INDEX_FORMAT) return [];
  const { files } = await index.size();
  if (files > 0) {
    await index.clearFiles();
    // No commit has this name, so the history is read again as well.
    await index.setMeta('headSha', '');
  }
  await beginFormat(index);
  if (files === 0) return [];
  const message = `The index was made by another version of dossier (format ${format ?? 'unknown'}, now ${INDEX_FORMAT}): every file is read again.`;
  progress({ phase: 'files', done: 0, message });
  return [message];
}

/** Brings some files up to date and nothing else: what a watcher or a stale answer asks for. */
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
  const vectors = await embedChunks(engine, index, options, warnings);
  return { ...run.report(), commits: 0, vectors, warnings };
}

/**
 * All paths of the project, to resolve imports. Reading them is most of the cost of one changed file in a
 * large project, so a process keeps them while their number stays the same.
 */
async function knownPaths(
  engine: Engine,
  index: IndexStore,
  listed: readonly string[],
): Promise<readonly string[]> {
  const { files } = await index.state();
  const kept = pathsOfEngine.get(engine);
  const fresh = kept?.files === files ? kept.paths : (await index.files()).map((file) => file.path);
  pathsOfEngine.set(engine, { files, paths: fresh });
  return [...new Set([...fresh, ...listed])];
}
const pathsOfEngine = new WeakMap<Engine, { readonly files: number; readonly paths: readonly string[] }>();

interface RunInputs extends IndexOptions {
  readonly full: boolean;
  readonly stored: ReadonlyMap<string, FileRow>;
  /** Every path of the project. */
  readonly listed: readonly string[];
}

/** The state of one run: what was skipped and counted, and the batch that is being filled. */
function createRun(engine: Engine, index: IndexStore, inputs: RunInputs) {
  const skipped = new Map<string, Skipped>();
  const counts = { indexed: 0, unchanged: 0, removed: 0, units: 0, chunks: 0, maskedLines: 0 };
  let batch: IndexedFile[] = [];
  let batchCharacters = 0;
  let marked = false;

  function skip(path: string, reason: SkipReason, detail?: string): void {
    const shown = maskSecretsInPath(path);
    skipped.set(path, detail === undefined ? { path: shown, reason } : { path: shown, reason, detail });
  }

  /** Set before the first change, so that a killed run leaves the sign that importance is to be worked out. */
  async function markStale(): Promise<void> {
    if (!marked) await index.setMeta('importance', 'stale');
    marked = true;
  }

  async function flush(): Promise<void> {
    const files = batch;
    batch = [];
    batchCharacters = 0;
    if (files.length === 0) return;
    await markStale();
    await index.putFiles(files);
    counts.indexed += files.length;
    for (const file of files) {
      counts.units += file.units.length;
      counts.chunks += file.chunks.length;
    }
  }

  /** Undefined for a file that is skipped or unchanged. */
  async function prepare(preparer: FilePreparer, path: string): Promise<IndexedFile | undefined> {
    const known = inputs.full ? undefined : inputs.stored.get(path);
    const prepared = await preparer.prepare(
      path,
      known && { size: known.size, modifiedAt: known.modifiedAt },
    );
    if (prepared.status === 'skipped') skip(path, prepared.reason, prepared.detail);
    else if (prepared.status === 'unchanged') counts.unchanged++;
    else {
      counts.maskedLines += prepared.maskedLines;
      return prepared.file;
    }
    return undefined;
  }

  /** Files in the order of their paths, whichever thread is done first: the same tree gives the same index. */
  function inOrder() {
    const done = new Map<number, IndexedFile | undefined>();
    let next = 0;
    return (place: number, file: IndexedFile | undefined): void => {
      done.set(place, file);
      for (; done.has(next); next++) {
        const ready = done.get(next);
        done.delete(next);
        if (ready === undefined) continue;
        batch.push(ready);
        for (const chunk of ready.chunks) batchCharacters += chunk.text.length;
      }
    };
  }

  return {
    skip,
    isSkipped: (path: string) => skipped.has(path),
    async update(paths: readonly string[]): Promise<void> {
      const wanted = paths.filter((path) => {
        const reason = reasonOfPath(engine, path);
        if (reason !== undefined) skip(path, reason);
        return reason === undefined;
      });
      wanted.sort();
      const add = inOrder();
      const preparer = await preparerFor(engine, wanted, inputs);
      let done = 0;
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < wanted.length) {
          throwIfCancelled(inputs.signal);
          const place = next++;
          add(place, await prepare(preparer, wanted[place]!));
          if (batch.length >= BATCH_FILES || batchCharacters >= BATCH_CHARACTERS) await flush();
          inputs.progress({ phase: 'files', done: ++done, total: wanted.length });
        }
      };
      try {
        await Promise.all(Array.from({ length: Math.min(preparer.atOnce, wanted.length) }, work));
      } finally {
        await preparer.close();
      }
      await flush();
      throwIfCancelled(inputs.signal);
    },
    async remove(paths: readonly string[]): Promise<void> {
      if (paths.length === 0) return;
      await markStale();
      await index.removeFiles(paths);
      counts.removed += paths.length;
    },
    report: () => ({
      ...counts,
      skipped: [...skipped.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    }),
  };
}

/** Threads cost a tenth of a second to start: they are used when enough files may have changed. */
async function preparerFor(
  engine: Engine,
  wanted: readonly string[],
  inputs: RunInputs,
): Promise<FilePreparer> {
  const fresh = wanted.filter((path) => inputs.full || !inputs.stored.has(path)).length;
  const [reader, parser] = await Promise.all([engine.reader(), engine.parser()]);
  const parts = { reader, parser, paths: projectPathsOf(inputs.listed) };
  if (fresh >= MIN_FOR_THREADS && engine.preparer !== undefined) {
    return engine.preparer(inputs.listed, async (path, known) => {
      const stat = await reader.stat(path);
      const isLarge = typeof stat !== 'string' && stat.size > LARGEST_HERE;
      return isLarge ? undefined : prepareFile(parts, path, known);
    });
  }
  return {
    atOnce: 1,
    prepare: (path, known) => prepareFile(parts, path, known),
    close: async () => undefined,
  };
}

const MIN_FOR_THREADS = 60;
/** What takes hundreds of megabytes to parse must not end the whole run. */
const LARGEST_HERE = 256_000;

function reasonOfPath(engine: Engine, path: string): SkipReason | undefined {
  const { include, exclude } = engine.config.index;
  if (!matchesGlobs(path, [...include, ...exclude.map((glob) => `!${glob}`)])) return 'excluded';
  return skipReasonOfPath(path);
}
