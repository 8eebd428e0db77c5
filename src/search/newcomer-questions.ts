import type { Engine } from '../core/engine.ts';
import { listIndexedFiles } from '../indexing/list-indexed-files.ts';
import { suggestQuery } from './suggest-query.ts';

const README = /^readme\.(?:md|markdown)$/i;
const README_LINES = 40;
const SUGGESTIONS = 10;

/** What somebody new to the project could ask, from its files, its README and its definitions; nothing of an empty index. */
export async function newcomerQuestions(engine: Engine): Promise<readonly string[]> {
  const files = await listIndexedFiles(engine, []);
  const telling = tellingFile(files);
  const readme = files.find(({ path }) => README.test(path));
  const [name, title] = await Promise.all([
    telling === undefined ? undefined : nameIn(engine, telling.path),
    readme === undefined ? undefined : titleOf(engine, readme.path),
  ]);
  // Without the suffix that tells two folders of one name apart.
  const folder = engine.scope.project.replace(/-[0-9a-f]{8}$/, '');
  return exampleQuestions({ files, title: title ?? folder, name });
}

/** The definition that a file is named after, as the code spells it. */
async function nameIn(engine: Engine, path: string): Promise<string | undefined> {
  const query = camelCase(path);
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase();
  const found = await suggestQuery(engine, query, SUGGESTIONS);
  return found.find(({ kind, text }) => kind === 'name' && plain(text) === plain(query))?.text;
}

/** Undefined where the file cannot be read, as those of a project that is not served here. */
async function titleOf(engine: Engine, path: string): Promise<string | undefined> {
  const file = await (await engine.reader()).read(path);
  return typeof file === 'string' ? undefined : titleIn(file.lines.slice(0, README_LINES).join('\n'));
}

interface ExampleFile {
  readonly path: string;
  readonly role: string;
  readonly commitCount: number;
  readonly lineCount: number;
}

/** What example questions are made from. */
interface ExampleSources {
  readonly files: readonly ExampleFile[];
  /** What the project calls itself. */
  readonly title: string;
  /** A definition in one of the files, as the code spells it. */
  readonly name?: string | undefined;
}

const MIN_LINES = 20;
const MIN_FILES = 3;

const MOST = 4;

/** What somebody new to the project would ask: what it does, where its busiest part handles errors, what calls what. */
export function exampleQuestions({ files, title, name }: ExampleSources): readonly string[] {
  const sources = files.filter(({ role }) => role === 'source');
  if (sources.length === 0) return [];
  // A project in one folder has no parts but its files.
  const [first, ...others] = [...new Set([...subjects(sources), ...fileSubjects(sources)])];
  const telling = tellingFile(sources);
  const subject = telling === undefined ? undefined : wordsOf(fileOf(telling.path));
  const [second, ...rest] = others.filter((other) => other !== subject);
  const works = [...(name === undefined && subject !== undefined ? [subject] : []), ...rest];
  return [
    `What does ${title} do?`,
    ...(first === undefined ? [] : [`Where are errors in ${first} handled?`]),
    ...(name === undefined ? [] : [`What calls ${name}?`]),
    ...(second === undefined ? [] : [`How ${second.endsWith('s') ? 'are' : 'is'} ${second} tested?`]),
    ...works.map((other) => `How ${other.endsWith('s') ? 'do' : 'does'} ${other} work?`),
  ].slice(0, MOST);
}

/** The heading of a README without marks and badges; undefined where it is none, or a slogan. */
export function titleIn(readme: string): string | undefined {
  const [, heading = ''] = /^# +(.+)$/m.exec(readme) ?? [];
  const plain = heading
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/[`*_<>]|\{#.*\}/g, '')
    .trim();
  return /^[\p{L}\p{N}][\p{L}\p{N} .@/-]{0,29}$/u.test(plain) ? plain : undefined;
}

/** The file that changes most of those whose name says what it is about, in two words or more. */
export function tellingFile(files: readonly ExampleFile[]): ExampleFile | undefined {
  return files
    .filter(
      ({ path, role, lineCount }) =>
        role === 'source' && lineCount >= MIN_LINES && wordsOf(fileOf(path)).includes(' '),
    )
    .toSorted((a, b) => b.commitCount - a.commitCount || a.path.localeCompare(b.path))[0];
}

/** `src/fit-to-budget.ts` → `fitToBudget`. */
export function camelCase(path: string): string {
  return wordsOf(fileOf(path)).replace(/ (.)/g, (_, letter: string) => letter.toUpperCase());
}

const LEAST_LETTERS = 5;

/** What files are about whose name is one telling word, those that change most first. */
function fileSubjects(files: readonly ExampleFile[]): readonly string[] {
  return files
    .filter(({ lineCount }) => lineCount >= MIN_LINES)
    .toSorted((a, b) => b.commitCount - a.commitCount || a.path.localeCompare(b.path))
    .map(({ path }) => wordsOf(fileOf(path)))
    .filter((word) => word.length >= LEAST_LETTERS && /^[a-z]+$/.test(word) && !GENERIC.has(word));
}

/** Names of folders and files that say nothing about what is in them. */
const GENERIC: ReadonlySet<string> = new Set(
  (
    'src lib libs app apps packages pkg cmd internal core main common shared util utils helpers misc include source sources ' +
    'components views pages public static assets scripts tools vendor types java python js ts ' +
    'adapters interfaces modules docs tests index setup version config constants errors'
  ).split(' '),
);

/** The parts of the project by what changes in them, as words: a part is the outermost folder with a name of its own. */
function subjects(files: readonly ExampleFile[]): readonly string[] {
  const commits = new Map<string, { files: number; commits: number }>();
  for (const { path, commitCount } of files) {
    const folders = path.split('/').slice(0, -1);
    const name = folders.find((folder) => !folder.startsWith('.') && !GENERIC.has(folder.toLowerCase()));
    if (name === undefined) continue;
    const sum = commits.get(name) ?? { files: 0, commits: 0 };
    commits.set(name, { files: sum.files + 1, commits: sum.commits + commitCount });
  }
  return [...commits]
    .filter(([, sum]) => sum.files >= MIN_FILES)
    .sort(([a, x], [b, y]) => y.commits - x.commits || a.localeCompare(b))
    .map(([name]) => wordsOf(name));
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** `fit-to-budget.ts` → `fit to budget`, `parseQuery` → `parse query`. */
function wordsOf(name: string): string {
  return name
    .replace(/\.[^.]*$/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase();
}
