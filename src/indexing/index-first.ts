import { keepCitationSalt } from '../core/citation-salt.ts';
import type { Engine } from '../core/engine.ts';
import type { ChunkRow } from '../core/store.ts';
import { embedSome } from './embed-chunks.ts';
import { setListed } from './index-format.ts';
import type { IndexOptions } from './index-options.ts';
import { dropOtherFormat } from './index-project.ts';
import { createRun, reasonOfPath } from './index-run.ts';

/** What is said of an answer that comes before the index is finished. */
export function quickScanNote(ready: number): string {
  return `From a quick scan; the index is ${Math.floor(ready * 100)} % ready. Ask again in a moment for more.`;
}

/** What a run over the whole project would read. */
export interface PendingFiles {
  /** Every file that is to be in the index. */
  readonly listed: readonly string[];
  /** Those that are not in it, or not as they are now. */
  readonly pending: readonly string[];
}

/** Lists the files and looks at the time and size of each, which takes a fraction of a second for tens of thousands. */
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
    // A finished run left out what it has no row of, unless the file came later.
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
 * Brings some files up to date before a run comes to them, in the given order, with vectors where there is a
 * model. `listed` are all paths of the project, to which imports are resolved.
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
