import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { languageOfPath } from '../core/languages.ts';
import type { Commit } from '../core/ports.ts';
import type { ParsedQuery } from '../core/query.ts';
import type { FileRow, IndexStore } from '../core/store.ts';
import { plural } from '../core/text/plural.ts';
import { isTestPath } from '../indexing/file-role.ts';
import { readyShare } from '../indexing/index-format.ts';
import { reasonOfPath } from '../indexing/index-run.ts';
import { type HistoryQuestion, historyQuestion } from '../search/history-question.ts';

/**
 * What no line of a project says about it: which folders it has, what its last commits changed, who wrote it. Made from
 * the index, for a question about the project as a whole or about the history of the files found.
 */
export async function aboutItems(
  engine: Engine,
  query: Pick<ParsedQuery, 'about'> & { readonly text: string },
  found: readonly ContextItem[],
): Promise<readonly ContextItem[]> {
  const index = (await engine.store()).index(engine.scope);
  const history = historyQuestion(query.text);
  if (history !== undefined) return historyItems(index, history, found);
  const [best] = found
    .map(({ location, relevance, reasons }) => ({
      path: location?.path ?? '',
      relevance,
      told: reasons.find(({ rule }) => rule === ABOUT)?.score ?? 0,
    }))
    .sort((a, b) => b.told - a.told);
  const topic = query.about?.topic.name ?? '';
  if (best === undefined || best.told === 0 || !WITH_FOLDERS.has(topic)) return [];
  // Only a document about the layout tells more of it than the folders.
  const isFirst = topic === 'layout' && /readme|\.(?:json|toml|xml|gradle|mod)$/i.test(best.path);
  const place = isFirst ? BEFORE_BEST : AFTER_BEST;
  const items = await foldersItem(engine, index, best.told * place);
  return items.map((item) => ({ ...item, relevance: Math.min(1, best.relevance * place) }));
}

/** The rule that answers such questions. */
const ABOUT = 'about-project';
const WITH_FOLDERS: ReadonlySet<string> = new Set(['overview', 'layout']);
const BEFORE_BEST = 1.1;
const AFTER_BEST = 0.8;

async function historyItems(
  index: IndexStore,
  { topic, subject }: HistoryQuestion,
  found: readonly ContextItem[],
): Promise<readonly ContextItem[]> {
  const paths = subject === undefined ? undefined : pathsOf(found);
  if (paths?.length === 0) return [];
  const commits = await index.commits({ limit: MAX_COMMITS, ...(paths && { paths }) });
  const changes = await changesItem(index, commits, paths);
  if (topic === 'changes') return changes;
  return [...peopleItem(commits, paths), ...changes.map((item) => ({ ...item, relevance: AFTER_PEOPLE }))];
}

const AFTER_PEOPLE = 0.95;
const MAX_COMMITS = 2000;

/** The files the subject's best hits are in. */
function pathsOf(found: readonly ContextItem[]): readonly string[] {
  const best = found[0]?.relevance ?? 0;
  const paths = found
    .filter(({ relevance }) => relevance >= best * NEAR_BEST)
    .flatMap(({ location }) => location?.path ?? []);
  return [...new Set(paths)].slice(0, MAX_SUBJECT_FILES);
}
const NEAR_BEST = 0.6;
const MAX_SUBJECT_FILES = 3;

interface MadeItem {
  readonly name: string;
  readonly lines: readonly string[];
  readonly source: 'document' | 'commit';
  /** How much it tells, beside the documents of the project. */
  readonly told?: number;
}

function itemOf(id: string, { name, lines, source, told = 1 }: MadeItem): readonly ContextItem[] {
  if (lines.length === 0) return [];
  return [
    {
      id: `about-${id}`,
      source,
      entityType: 'file',
      name,
      content: lines.join('\n'),
      relevance: 1,
      reasons: [{ rule: ABOUT, score: told, detail: id }],
    },
  ];
}

const MAX_LINES = 24;
const MAX_NAMED = 4;

/** A line for each folder that has much of the project: what it is, or the files that matter by name. */
async function foldersItem(engine: Engine, index: IndexStore, told: number): Promise<readonly ContextItem[]> {
  const files = (await projectFiles(engine, index)).filter(({ role }) => role !== 'generated');
  const folders = widest(files);
  const described = await descriptionsOf(index, files, folders);
  const lines = folders.map(({ folder, files: inside }) => {
    const languages = commonest(inside.map(({ language }) => language)).join(', ');
    const about = described.get(folder);
    const names = namesIn(folder, inside);
    return `- ${folder === '' ? '(root)' : `${folder}/`} ${plural(inside.length, 'file')}, ${languages}: ${about === undefined ? names : `${about} — ${names}`}`;
  });
  return lines.length < 2
    ? []
    : itemOf('folders', { name: 'Folders of the project', lines, source: 'document', told });
}

/** The files of the index; as long as it is not finished, also those that are still to be read, by their names. */
async function projectFiles(engine: Engine, index: IndexStore): Promise<readonly NamedFile[]> {
  const indexed = await index.files();
  if ((await readyShare(index)) === 1) return indexed;
  const known = new Set(indexed.map(({ path }) => path));
  const listed = await (await engine.lister()).list({});
  const waiting = listed.flatMap((path): readonly NamedFile[] => {
    const language = languageOfPath(path)?.name;
    if (language === undefined || known.has(path) || reasonOfPath(engine, path) !== undefined) return [];
    return [{ path, language, lineCount: 0, role: isTestPath(path) ? 'test' : 'source' }];
  });
  return [...indexed, ...waiting];
}

type NamedFile = Pick<FileRow, 'path' | 'language' | 'lineCount' | 'role'>;

/** What a folder says of itself, in its manifest or README. */
async function descriptionsOf(
  index: IndexStore,
  files: readonly NamedFile[],
  folders: readonly Folder[],
): Promise<ReadonlyMap<string, string>> {
  const named = new Set(folders.map(({ folder }) => folder).filter((folder) => folder !== ''));
  const byPath = new Map(
    files.flatMap(({ path }) => {
      const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
      return named.has(folder) && DESCRIBING.test(path.slice(folder.length + 1))
        ? [[path, folder] as const]
        : [];
    }),
  );
  const starts = (await index.chunksOfFiles([...byPath.keys()])).filter(({ startLine }) => startLine === 1);
  const chunks = await index.chunks(starts.map(({ id }) => id));
  const told = new Map<string, string>();
  // Manifests come before READMEs: their descriptions are shorter.
  for (const { path, text } of chunks.toSorted((a, b) => (a.path < b.path ? 1 : -1))) {
    const folder = byPath.get(path) ?? '';
    const found = /readme/i.test(path) ? firstSentence(text) : DESCRIPTION.exec(text)?.[1];
    if (found !== undefined && !told.has(folder)) told.set(folder, shorten(found, SHOWN_DESCRIPTION));
  }
  return told;
}

const DESCRIBING = /^(?:package\.json|pyproject\.toml|cargo\.toml|composer\.json|readme(?:\.\w+)?)$/i;
const DESCRIPTION = /^[\s{,]*"?description"?\s*[:=]\s*(?:"{3}\s*)?"?([^"\n]{3,300})/m;
const SHOWN_DESCRIPTION = 90;

/** Of a README: the first line of prose, without badges, headings and code. */
function firstSentence(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /^[\p{L}`*_]/u.test(line) && line.split(' ').length > 3);
}

interface Folder {
  readonly folder: string;
  readonly files: readonly NamedFile[];
}

/** Opens the largest folder as long as the list stays short. */
function widest(files: readonly NamedFile[]): readonly Folder[] {
  let open: readonly Folder[] = childrenOf({ folder: '', files });
  for (;;) {
    const largest = open
      .filter(
        ({ folder, files }) =>
          folder !== '' && files.length > SMALL && childrenOf({ folder, files }).length > 1,
      )
      .toSorted((a, b) => b.files.length - a.files.length || (a.folder < b.folder ? -1 : 1))
      .find((each) => open.length - 1 + childrenOf(each).length <= MAX_LINES);
    if (largest === undefined) break;
    open = open.flatMap((each) => (each === largest ? childrenOf(each) : [each]));
  }
  return open
    .toSorted((a, b) => b.files.length - a.files.length)
    .slice(0, MAX_LINES)
    .toSorted((a, b) => (a.folder < b.folder ? -1 : 1));
}
const SMALL = 3;

/** A folder's own files, and its folders; a chain of folders with nothing else in them counts as one. */
function childrenOf({ folder, files }: Folder): readonly Folder[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const groups = grouped(files, ({ path }) => {
    const rest = path.slice(prefix.length);
    const slash = rest.indexOf('/');
    return slash < 0 ? folder : prefix + rest.slice(0, slash);
  });
  return [...groups].map(([name, inside]) => {
    let deepest = name;
    while (deepest !== folder) {
      const next = `${deepest}/`;
      const firsts = new Set(inside.map(({ path }) => path.slice(next.length).split('/')[0] ?? ''));
      const [only = ''] = firsts;
      if (firsts.size !== 1 || inside.some(({ path }) => path === next + only)) break;
      deepest = next + only;
    }
    return { folder: deepest, files: inside };
  });
}

/** The commonest first, those with a tenth of the files. */
function commonest(values: readonly string[]): readonly string[] {
  const counts = [...grouped(values, (value) => value)].map(([value, all]) => [value, all.length] as const);
  return counts
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .filter(([, count], place) => place === 0 || count * 10 >= values.length)
    .slice(0, 3)
    .map(([value]) => value);
}

function namesIn(folder: string, files: readonly NamedFile[]): string {
  const own = files.filter(({ role }) => role !== 'test' && role !== 'example');
  const largest = (own.length === 0 ? files : own)
    .toSorted((a, b) => b.lineCount - a.lineCount)
    .slice(0, MAX_NAMED);
  const names = largest.map(({ path }) => path.slice(folder === '' ? 0 : folder.length + 1));
  return `${names.join(', ')}${files.length > MAX_NAMED ? ' …' : ''}`;
}

const SHOWN_COMMITS = 20;
const SHOWN_SUBJECT = 100;
const SHOWN_FILES = 3;

async function changesItem(
  index: IndexStore,
  commits: readonly Commit[],
  paths: readonly string[] | undefined,
): Promise<readonly ContextItem[]> {
  const recent = commits.filter(({ message }) => !/^merge\b/i.test(message)).slice(0, SHOWN_COMMITS);
  const present = new Set(
    (await index.files(recent.flatMap(({ files }) => files.map(({ path }) => path)))).map(({ path }) => path),
  );
  const lines = recent.map(({ sha, author, time, message, files }) => {
    const touched = files
      .filter(({ path }) => present.has(path) || files.length === 1)
      .map(({ path }) => path);
    const more = touched.length > SHOWN_FILES ? ` and ${touched.length - SHOWN_FILES} more` : '';
    const named = touched.length === 0 ? '' : ` (${touched.slice(0, SHOWN_FILES).join(', ')}${more})`;
    return `- ${dateOf(time)} ${sha.slice(0, 7)} ${author}: ${subjectOf(message)}${paths === undefined ? named : ''}`;
  });
  const name = paths === undefined ? 'Latest commits' : `Latest commits in ${paths.join(', ')}`;
  return itemOf('commits', { name, lines, source: 'commit' });
}

function subjectOf(message: string): string {
  return shorten(message.trim().split('\n')[0] ?? '', SHOWN_SUBJECT);
}

function shorten(line: string, characters: number): string {
  return line.length <= characters ? line : `${line.slice(0, characters).replace(/\s+\S*$/, '')}…`;
}

const SHOWN_PEOPLE = 10;
const BOT = /\[bot\]$|\bbot$/i;

function peopleItem(
  commits: readonly Commit[],
  paths: readonly string[] | undefined,
): readonly ContextItem[] {
  const byAuthor = grouped(
    commits.filter(({ author }) => !BOT.test(author)),
    ({ author }) => author,
  );
  const lines = [...byAuthor]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .slice(0, SHOWN_PEOPLE)
    .map(([author, own]) => {
      const times = own.map(({ time }) => time);
      return `- ${author}: ${plural(own.length, 'commit')}, ${dateOf(Math.min(...times))} to ${dateOf(Math.max(...times))}`;
    });
  const of = paths === undefined ? 'the project' : paths.join(', ');
  const some = commits.length === MAX_COMMITS ? `, of its last ${MAX_COMMITS} commits` : '';
  return itemOf('people', { name: `Authors of ${of}, by commits${some}`, lines, source: 'commit' });
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}
