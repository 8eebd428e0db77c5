import type { IndexStore } from '../core/store.ts';

/**
 * Increment when what is kept of a file changes: how words are split, files parsed and chunked, secrets masked,
 * relations found. An index of another format is rebuilt; until then its answers mix two formats.
 */
export const INDEX_FORMAT = '8';

const KEY = 'ingestVersion';

/** The format the index was started with; undefined before the first run. */
export async function formatOf(index: IndexStore): Promise<string | undefined> {
  return index.getMeta(KEY);
}

export async function beginFormat(index: IndexStore): Promise<void> {
  await index.setMeta(KEY, INDEX_FORMAT);
}

/** What the reader of an answer must know about an index made by another version. */
export async function formatWarnings(index: IndexStore): Promise<string[]> {
  const format = await formatOf(index);
  if (format === INDEX_FORMAT) return [];
  return [
    `The index was made by another version of dossier (format ${format ?? 'unknown'}, now ${INDEX_FORMAT}), so the answer may miss things: run "dossier index", which makes it again.`,
  ];
}

/** The most files the finished index will hold; stored so that other processes can report progress too. */
const LISTED_META = 'listed';

export async function setListed(index: IndexStore, { length }: readonly string[]): Promise<void> {
  if ((await listedOf(index)) !== length) await index.setMeta(LISTED_META, String(length));
}

/** Undefined before a run over the whole project, or a question about it. */
export async function listedOf(index: IndexStore): Promise<number | undefined> {
  const text = await index.getMeta(LISTED_META);
  return text === undefined ? undefined : Number(text);
}

/** The indexed share of the project, 0 to 1; an index never meant to hold all of it counts as complete. */
export async function readyShare(index: IndexStore): Promise<number> {
  if ((await index.getMeta('indexedAt')) !== undefined) return 1;
  const { files } = await index.size();
  const listed = (await listedOf(index)) ?? files;
  return listed === 0 ? 0 : Math.min(1, files / listed);
}
