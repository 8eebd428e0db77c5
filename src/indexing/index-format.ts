import type { IndexStore } from '../core/store.ts';

/**
 * Grows when what is kept of a file changes: how words are split, files parsed and cut, secrets masked, relations found.
 * An index of another format is made again; until then its answers mix two ways of reading.
 */
export const INDEX_FORMAT = '4';

const KEY = 'ingestVersion';

/** The format the index was begun with; undefined before the first run. */
export async function formatOf(index: IndexStore): Promise<string | undefined> {
  return index.getMeta(KEY);
}

export async function beginFormat(index: IndexStore): Promise<void> {
  await index.setMeta(KEY, INDEX_FORMAT);
}

/** What a reader of answers must know of an index that another version made. */
export async function formatWarnings(index: IndexStore): Promise<string[]> {
  const format = await formatOf(index);
  if (format === INDEX_FORMAT) return [];
  return [
    `The index was made by another version of dossier (format ${format ?? 'unknown'}, now ${INDEX_FORMAT}), so the answer may miss things: run "dossier index", which makes it again.`,
  ];
}
