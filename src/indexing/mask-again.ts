import type { Engine } from '../core/engine.ts';
import { pause } from '../core/pause.ts';
import type { FileRow } from '../core/store.ts';
import { type IndexOptions, throwIfCancelled } from './index-options.ts';
import { indexFiles } from './index-project.ts';
import { beginMasking, isMaskedOtherwise, maskedUpTo, noteMasked } from './mask-rules.ts';

/** Files between two notes of how far it is: a fifth of a second. */
const AT_ONCE = 300;
/** Files between two pauses, in which a server answers. */
const BETWEEN_PAUSES = 20;

interface MaskOptions extends IndexOptions {
  /** Whether something else should be done first; the next call goes on from here. */
  readonly isOver?: () => boolean;
  readonly atOnce?: number;
}

/**
 * Masks the files of an index by the rules of today, where they were others: each file is read, and indexed again if
 * its text is no longer the same. If it is stopped, the next call continues.
 */
export async function maskAgain(engine: Engine, options: MaskOptions): Promise<void> {
  const { signal, progress, isOver = () => false, atOnce = AT_ONCE } = options;
  const index = (await engine.store()).index(engine.scope);
  const rules = engine.config.secrets;
  if (!(await isMaskedOtherwise(index, rules))) return;
  await beginMasking(index, rules);
  const start = (await maskedUpTo(index, rules)) ?? '';
  const files = (await index.files()).toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const left = files.filter(({ path }) => path > start);
  for (let at = 0; at < left.length; at += atOnce) {
    if (isOver()) return;
    const part = left.slice(at, at + atOnce);
    const changed = await otherwiseMasked(engine, part, signal);
    if (changed.length > 0) {
      await indexFiles(engine, changed, { ...options, full: true, progress: () => undefined });
    }
    if (!(await noteMasked(index, rules, part.at(-1)?.path))) return;
    progress({
      phase: 'masking secrets',
      done: files.length - left.length + at + part.length,
      total: files.length,
    });
  }
  await noteMasked(index, rules, undefined);
}

/** The files whose text differs from what was indexed, most often by what is masked. */
async function otherwiseMasked(
  engine: Engine,
  files: readonly Pick<FileRow, 'path' | 'contentHash'>[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const reader = await engine.reader();
  const changed: string[] = [];
  for (const [at, { path, contentHash }] of files.entries()) {
    if (at % BETWEEN_PAUSES === 0) await pause(0, signal);
    throwIfCancelled(signal);
    const file = await reader.read(path);
    if (typeof file === 'string' || file.contentHash !== contentHash) changed.push(path);
  }
  return changed;
}
