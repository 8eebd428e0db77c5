import { keepCitationSalt } from '../core/citation-salt.ts';
import type { Engine } from '../core/engine.ts';
import type { ChunkRow } from '../core/store.ts';
import { embedSome } from './embed-chunks.ts';
import { setListed } from './index-format.ts';
import type { IndexOptions } from './index-options.ts';
import { dropOtherFormat } from './index-project.ts';
import { createRun, reasonOfPath } from './index-run.ts';

/** The note on an answer given before the index is finished. */
export function quickScanNote(ready: number): string {
  return `From a quick scan; the index is ${Math.floor(ready * 100)} % ready. Ask again in a moment for more.`;
}

/** What a run over the whole project would read. */
export interface PendingFiles {
  /** Every file that belongs in the index. */
  readonly listed: readonly string[];
  /** Those missing from it, or changed since. */
  readonly pending: readonly string[];
}

/** Lists the files and checks the time and size of each: a fraction of a second for tens of thousands. */
export async function pendingFiles(engine: Engine, signal: AbortSignal): Promise<PendingFiles> {
  const index = (await engine.store()).index(engine.scope);
  const [lister, reader] = await Promise.all([engine.lister(), engine.reader()]);
  const [all, stored, indexedAt] = await Promise.all([
    lister.list({ signal }),
    index.files(),
    index.getMeta('indexedAt'),
  ]);
  const listed = all.filter((path) => reasonOfPath(engine, path) === undefined);
  const known = new Map(stored.map((file) => [file.path, file]));
  if (known.size === 0) return { listed, pending: listed };
  const pending: string[] = [];
  for (const path of listed) {
    const file = known.get(path);
    // After a finished run, a file without a row was skipped, unless it is newer.
    if (file === undefined && indexedAt === undefined) pending.push(path);
    else {
      const stat = await reader.stat(path);
      if (typeof stat === 'string') continue;
      const isSame =
        file === undefined
          ? stat.modifiedAt <= Number(indexedAt)
          : stat.size === file.size && stat.modifiedAt === file.modifiedAt;
      if (!isSame) pending.push(path);
    }
  }
  return { listed, pending };
}

/**
 * Indexes some files ahead of a run, in the given order, with vectors if there is a model. `listed` has all paths of
 * the project, to resolve imports.
 */
export async function indexFirst(
  engine: Engine,
  paths: readonly string[],
  { listed, ...options }: IndexOptions & Pick<PendingFiles, 'listed'>,
): Promise<void> {
  const index = (await engine.store()).index(engine.scope);
  await dropOtherFormat(index, options);
  const stored = new Map((await index.files(paths)).map((file) => [file.path, file]));
  const chunks: ChunkRow[] = [];
  const run = createRun(engine, index, {
    ...options,
    full: false,
    first: true,
    stored,
    listed,
    onStored: (files) => {
      for (const file of files) chunks.push(...file.chunks);
    },
  });
  await setListed(index, listed);
  await run.update(paths);
  await embedSome(engine, index, chunks, options);
  await keepCitationSalt(engine);
}
