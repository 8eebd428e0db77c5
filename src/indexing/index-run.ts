import type { Engine } from '../core/engine.ts';
import type { FilePreparer, SourceReader } from '../core/ports.ts';
import type { FileRow, IndexedFile, IndexStore } from '../core/store.ts';
import { matchesGlobs } from '../core/text/glob.ts';
import { maskSecretsInPath } from '../core/text/mask-secrets.ts';
import type { SkipReason } from '../core/vocabulary.ts';
import { type IndexOptions, throwIfCancelled } from './index-options.ts';
import { isReasonInContent, type LeftOutFiles } from './left-out-files.ts';
import { noteMaskRules } from './mask-rules.ts';
import { prepareFile } from './prepare-file.ts';
import { projectPathsOf } from './project-paths.ts';
import type { Skipped } from './skip-report.ts';
import { skipReasonOfPath } from './skip-rules.ts';

/** Batch limits: large enough for fast transactions, small enough that a killed run loses little. */
const BATCH_FILES = 400;
const BATCH_CHARACTERS = 6_000_000;

interface RunInputs extends IndexOptions {
  readonly full: boolean;
  /** For a question someone waits for: it goes before other runs, and is too short for workers to pay off. */
  readonly first?: boolean;
  readonly stored: ReadonlyMap<string, FileRow>;
  /** What a run over the whole project knows of files that are not stored. */
  readonly leftOut?: LeftOutFiles;
  /** Every path of the project. */
  readonly listed: readonly string[];
  /** Called with each stored batch of files. */
  readonly onStored?: (files: readonly IndexedFile[]) => void;
}

/** Runs of this process pause while a question is answered from files they have not reached: see `beforeRuns`. */
const urgentRuns = new Map<string, Promise<unknown>>();

/** Identifies an index in this process: two engines on one project share it. */
export function indexKey({ root, scope }: Engine): string {
  return JSON.stringify([root, scope.owner, scope.project]);
}

/** Runs the work while the runs on this index in this process wait; serializes such work per index. */
export async function beforeRuns<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  const key = indexKey(engine);
  const result = Promise.resolve(urgentRuns.get(key)).then(work);
  const settled = result.then(
    () => undefined,
    () => undefined,
  );
  urgentRuns.set(key, settled);
  try {
    return await result;
  } finally {
    if (urgentRuns.get(key) === settled) urgentRuns.delete(key);
  }
}

/** The state of one run: skipped files, counts, and the batch being filled. */
export function createRun(engine: Engine, index: IndexStore, inputs: RunInputs) {
  const skipped = new Map<string, Skipped>();
  const counts = { indexed: 0, unchanged: 0, removed: 0, units: 0, chunks: 0, maskedLines: 0 };
  let batch: IndexedFile[] = [];
  let batchCharacters = 0;
  let marked = false;

  function skip(path: string, reason: SkipReason, detail?: string): void {
    const shown = maskSecretsInPath(path);
    skipped.set(path, detail === undefined ? { path: shown, reason } : { path: shown, reason, detail });
  }

  /** Set before the first change, so that importance is recomputed even after a killed run. */
  async function markStale(): Promise<void> {
    if (!marked) {
      await noteMaskRules(index, engine.config.secrets);
      await index.setMeta('importance', 'stale');
    }
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
    inputs.onStored?.(files);
    for (const file of files) {
      counts.units += file.units.length;
      counts.chunks += file.chunks.length;
    }
  }

  /** Whether a file has to be read: those whose size and time are as indexed, or as left out, are not. */
  async function isChanged(reader: SourceReader, path: string): Promise<boolean> {
    const known = inputs.stored.get(path);
    if (inputs.full || (known === undefined && inputs.leftOut === undefined)) return true;
    const found = await reader.stat(path);
    if (typeof found === 'string') return true;
    if (known === undefined) {
      const reason = inputs.leftOut?.reasonOf(path, found);
      if (reason !== undefined) skip(path, reason);
      return reason === undefined;
    }
    const isSame = known.size === found.size && known.modifiedAt === found.modifiedAt;
    if (isSame) counts.unchanged++;
    return !isSame;
  }

  /** Undefined for a file that is skipped. */
  async function prepare(preparer: FilePreparer, path: string): Promise<IndexedFile | undefined> {
    const prepared = await preparer.prepare(path);
    if (prepared.status === 'indexed') {
      counts.maskedLines += prepared.maskedLines;
      return prepared.file;
    }
    const { reason, detail, stat } = prepared;
    skip(path, reason, detail);
    if (stat !== undefined && isReasonInContent(reason)) inputs.leftOut?.add(path, reason, stat);
    return undefined;
  }

  /** Restores the requested order, whichever worker finishes first: the same tree gives the same index. */
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
      const reader = await engine.reader();
      const changed: string[] = [];
      for (const path of wanted) {
        throwIfCancelled(inputs.signal);
        if (await isChanged(reader, path)) changed.push(path);
      }
      const add = inOrder();
      const preparer = await preparerFor(engine, reader, changed, inputs);
      let done = wanted.length - changed.length;
      let next = 0;
      const work = async (): Promise<void> => {
        while (next < changed.length) {
          if (inputs.first !== true) await urgentRuns.get(indexKey(engine));
          throwIfCancelled(inputs.signal);
          if (next >= changed.length) return;
          const place = next++;
          add(place, await prepare(preparer, changed[place]!));
          if (batch.length >= BATCH_FILES || batchCharacters >= BATCH_CHARACTERS) await flush();
          const message = maskSecretsInPath(changed[place]!);
          inputs.progress({ phase: 'reading files', done: ++done, total: wanted.length, message });
        }
      };
      try {
        await Promise.all(Array.from({ length: Math.min(preparer.atOnce, changed.length) }, work));
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

/** Each worker compiles everything again, a third of a second: they are used when enough files have changed. */
async function preparerFor(
  engine: Engine,
  reader: SourceReader,
  changed: readonly string[],
  { listed, first }: RunInputs,
): Promise<FilePreparer> {
  const parts = { reader, parser: await engine.parser(), paths: projectPathsOf(listed) };
  if (changed.length >= MIN_FOR_THREADS && !first && engine.preparer !== undefined) {
    return engine.preparer(listed, async (path) => {
      const stat = await reader.stat(path);
      const isLarge = typeof stat !== 'string' && stat.size > LARGEST_HERE;
      return isLarge ? undefined : prepareFile(parts, path);
    });
  }
  return {
    atOnce: 1,
    prepare: (path) => prepareFile(parts, path),
    close: async () => undefined,
  };
}

const MIN_FOR_THREADS = 200;
/** A file that takes hundreds of megabytes to parse must not kill the whole run. */
const LARGEST_HERE = 256_000;

export function reasonOfPath(engine: Engine, path: string): SkipReason | undefined {
  const { include, exclude } = engine.config.index;
  if (!matchesGlobs(path, [...include, ...exclude.map((glob) => `!${glob}`)])) return 'excluded';
  return skipReasonOfPath(path);
}
