import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import type { ChunkInfo, FileRow, IndexedFile, IndexStore } from '../core/store.ts';
import { WordCounter } from '../core/text/chunk-words.ts';
import { hashText } from '../core/text/hash.ts';
import { beginFormat } from '../indexing/index-format.ts';
import { CATALOGUE, forProject } from '../sessions/projects.ts';
import { nearestTopics, putTopics } from './catalogue-topics.ts';
import { type SearchCall, searchProject } from './search-project.ts';

/** The most files of one project with an entry of their own: its important ones, and its README. */
const MAX_FILES = 200;
/** The others share entries by folder, with their names alone. */
const MAX_FOLDERS = 100;
/** Of one file, names and words beyond this add little. */
const MAX_CHARACTERS = 20_000;
const BATCH = 50;
/** Between a project's name and the path of a file; no path has an empty name followed by a colon. */
const SEPARATOR = '/:/';
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

interface PickedProject {
  readonly project: string;
  /** Of its best file by words, 0 to 1, and the weighted similarity of its nearest topic. */
  readonly score: number;
}

/** The owner's projects that most likely have the answer, best first; `names` are globs on their names. */
export async function pickProjects(
  engine: Engine,
  text: string,
  options: SearchCall & { readonly names: readonly string[]; readonly most: number },
): Promise<readonly PickedProject[]> {
  const { owner } = engine.scope;
  const scope = { owner, project: CATALOGUE };
  const [{ hits }, topics] = await Promise.all([
    searchProject(
      { ...engine, scope, recordScope: scope },
      text,
      { ...SEARCH_DEFAULTS, strategies: ['keyword'], paths: [...options.names], limit: CANDIDATES },
      options,
    ),
    nearestTopics(engine, text, options),
  ]);
  const [words, meanings] = [bestOf(hits), bestOf(topics)];
  // Projects without a topic among the nearest have one that is farther than these.
  const least = topics.at(-1)?.score ?? 0;
  return [...new Set([...words.keys(), ...meanings.keys()])]
    .map((project) => ({
      project,
      score: (words.get(project) ?? 0) + TOPIC_WEIGHT * (meanings.get(project) ?? least),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, options.most);
}
/** From a sweep (docs/decisions/0020-many-repositories.md); 1 and 2 do about as well. */
const TOPIC_WEIGHT = 1.5;

/** The best score of each project's entries. */
function bestOf(
  entries: readonly { readonly path: string; readonly score: number }[],
): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { path, score } of entries) {
    const project = path.slice(0, path.indexOf(SEPARATOR));
    best.set(project, Math.max(best.get(project) ?? 0, score));
  }
  return best;
}

/** Enough that the fifth project appears though the first has many files about the question. */
const CANDIDATES = 300;

/** The most projects that are searched for one question. */
const MAX_PROJECTS = 5;

/**
 * An engine that answers from the likeliest of the owner's projects, as if they were the roots of one: paths begin with
 * the project's name. Of projects elsewhere only what is stored is used.
 */
export async function acrossProjects(
  engine: Engine,
  text: string,
  names: readonly string[],
  call: SearchCall,
): Promise<Engine> {
  if (engine.alone === true) {
    throw new DossierError(
      'forbidden',
      'This token opens one project. To ask about all projects of its owner, make one with "dossier token create --scopes read,projects".',
    );
  }
  const picked = await pickProjects(engine, text, { ...call, names, most: MAX_PROJECTS });
  const [first, ...more] = picked.map(({ project }) => ({
    name: project,
    // What was learnt and what the session was given is the asking project's, whichever project answers.
    open: async () =>
      project === engine.scope.project
        ? engine
        : { ...forProject(engine, project), recordScope: engine.recordScope },
  }));
  if (first === undefined) {
    throw new DossierError(
      'not-found',
      `No project that matches ${names.join(', ')} has anything about this. "dossier projects" lists them; a project is known once a worker, or "dossier index --store", has indexed it.`,
    );
  }
  return { ...(await first.open()), name: first.name, others: more };
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
