import type { Engine } from '../core/engine.ts';
import type { ChunkInfo, FileRow, IndexedFile, IndexStore } from '../core/store.ts';
import { WordCounter } from '../core/text/chunk-words.ts';
import { hashText } from '../core/text/hash.ts';
import { beginFormat } from '../indexing/index-format.ts';
import { CATALOGUE } from '../sessions/projects.ts';
import { putTopics } from './catalogue-topics.ts';

/** The most files of one project with an entry of their own: its important ones, and its README. */
const MAX_FILES = 200;
/** The others share entries by folder, with their names alone. */
const MAX_FOLDERS = 100;
/** Of one file, names and words beyond this add little. */
const MAX_CHARACTERS = 20_000;
const BATCH = 50;
/** Between a project's name and the path of a file; no path has an empty name followed by a colon. */
export const SEPARATOR = '/:/';
/** Grows when entries are made another way. */
const FORM = '1';

/**
 * Brings an owner's catalogue up to date with one project. The catalogue is an index of its own: one chunk for each
 * important file of each project, with the words of the file. A question is matched with files, not with projects as a
 * whole, because words that stand together in one file say more than the same words anywhere in a large project.
 * What a project is about in other words, its topics say.
 */
export async function catalogueProject(
  engine: Engine,
  { now, signal }: { readonly now: number; readonly signal?: AbortSignal },
): Promise<void> {
  const store = await engine.store();
  const { owner, project } = engine.scope;
  const index = store.index(engine.scope);
  const catalogue = store.index({ owner, project: CATALOGUE });
  const files = await index.files();
  const { chosen, folders } = await choose(index, files);
  const pathOf = (path: string) => `${project}${SEPARATOR}${path}`;
  const key = `files of ${project}`;
  const before: readonly string[] = JSON.parse((await catalogue.getMeta(key)) ?? '[]');
  const known = new Map((await catalogue.files(before)).map((file) => [file.path, file.contentHash]));
  const isNew = (file: FileRow) => known.get(pathOf(file.path)) !== entryHash(file);
  const changed = chosen.filter(isNew);
  const present = new Set([...chosen, ...folders.map(({ row }) => row)].map(({ path }) => pathOf(path)));
  await catalogue.removeFiles(before.filter((path) => !present.has(path)));
  for (let start = 0; start < changed.length; start += BATCH) {
    signal?.throwIfAborted();
    const batch = changed.slice(start, start + BATCH);
    const texts = await textsOf(index, batch);
    await catalogue.putFiles(
      batch.map((file) => entryOf({ ...file, path: pathOf(file.path) }, texts.get(file.path) ?? NO_TEXT)),
    );
  }
  for (const { row, paths } of folders.filter(({ row }) => isNew(row))) {
    signal?.throwIfAborted();
    const names = namesOf(await index.chunksOfFiles(paths));
    await catalogue.putFiles([entryOf({ ...row, path: pathOf(row.path) }, { names, body: paths.join(' ') })]);
  }
  signal?.throwIfAborted();
  await putTopics(engine, { path: pathOf('topics'), files, now });
  await beginFormat(catalogue);
  await catalogue.setMeta(key, JSON.stringify([...present]));
  await catalogue.setMeta('indexedAt', String(now));
}

interface Folder {
  /** Stands for all its files: its hash changes with any of theirs. */
  readonly row: FileRow;
  readonly paths: readonly string[];
}

async function choose(
  index: IndexStore,
  all: readonly FileRow[],
): Promise<{ readonly chosen: readonly FileRow[]; readonly folders: readonly Folder[] }> {
  const files = all.filter(({ role }) => role !== 'generated');
  const importance = await index.importanceOf(files.map(({ path }) => path));
  const rankOf = ({ path, role }: FileRow) =>
    (/^readme\b/i.test(path) ? 2 : 0) + (importance.get(path) ?? 0) - (ASIDE.has(role) ? 1 : 0);
  const ranked = files.toSorted((a, b) => rankOf(b) - rankOf(a) || (a.path < b.path ? -1 : 1));
  const byFolder = new Map<string, FileRow[]>();
  for (const file of ranked.slice(MAX_FILES)) {
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')));
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), file]);
  }
  const folders = [...byFolder].slice(0, MAX_FOLDERS).flatMap(([folder, [first, ...more]]): Folder[] => {
    if (first === undefined) return [];
    const all = [first, ...more];
    const contentHash = hashText(all.map((file) => file.contentHash).join(' '));
    return [{ row: { ...first, path: `${folder}/*`, contentHash }, paths: all.map(({ path }) => path) }];
  });
  return { chosen: ranked.slice(0, MAX_FILES), folders };
}
/** They say what the source says, once more. */
const ASIDE: ReadonlySet<string> = new Set(['test', 'example', 'declaration', 'barrel', 'config']);

interface FileText {
  readonly names: string;
  readonly body: string;
}
const NO_TEXT: FileText = { names: '', body: '' };

async function textsOf(index: IndexStore, files: readonly FileRow[]): Promise<Map<string, FileText>> {
  const infos = await index.chunksOfFiles(files.map(({ path }) => path));
  const chunks = await index.chunks(infos.map(({ id }) => id));
  const byPath = new Map<string, (ChunkInfo & { readonly text: string })[]>();
  for (const chunk of chunks) byPath.set(chunk.path, [...(byPath.get(chunk.path) ?? []), chunk]);
  return new Map(
    [...byPath].map(([path, own]) => {
      const inOrder = own.toSorted((a, b) => a.startLine - b.startLine);
      const body = inOrder.map(({ text }) => text).join('\n');
      return [path, { names: namesOf(inOrder), body: body.slice(0, MAX_CHARACTERS) }];
    }),
  );
}

function namesOf(chunks: readonly ChunkInfo[]): string {
  return [...new Set(chunks.map(({ qualifiedName }) => qualifiedName))].join(' ').slice(0, MAX_CHARACTERS);
}

function entryOf(file: FileRow, { names, body }: FileText): IndexedFile {
  const counter = new WordCounter();
  counter.addText('name', names);
  counter.addText('path', file.path.replaceAll('/', ' '));
  counter.addText('body', body);
  counter.endChunk();
  const hash = entryHash(file);
  return {
    file: { ...file, contentHash: hash, lineCount: 1 },
    units: [],
    chunks: [
      {
        id: chunkIdOf(file.path),
        path: file.path,
        startLine: 1,
        endLine: 1,
        text: names.slice(0, SHOWN_CHARACTERS),
        contentHash: hash,
      },
    ],
    words: counter.finish(),
    relations: [],
  };
}
const SHOWN_CHARACTERS = 200;

function entryHash({ contentHash }: FileRow): string {
  return hashText(`${FORM} ${contentHash}`);
}

function chunkIdOf(path: string): string {
  return hashText(`catalogue ${path}`);
}
