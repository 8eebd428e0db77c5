import { isAbsolute, join, relative } from 'node:path';
import type { Engine } from '../../core/engine.ts';
import type { SourceFile } from '../../core/ports.ts';
import { isTestPath } from '../../indexing/file-role.ts';
import type { Failure } from '../../knowledge/failures/failure.ts';

/** Where a run happened, which decides what printed paths are relative to. */
interface RunPlace {
  /** The agent's working folder. */
  readonly folder: string | undefined;
  readonly command: string;
  readonly output: string;
}

/** The lines a failure points at and, for a test, the code it tests. */
interface FailureSource {
  readonly paths: readonly string[];
  readonly texts: readonly string[];
}

const BEFORE = 8;
const AFTER = 4;
const DEFINITION_LINES = 24;
const MAX_DEFINITIONS = 2;

/** Finds the project's lines behind a failure, wherever in the project it ran; nothing if they are not its own. */
export async function resolveFailure(
  engine: Engine,
  { path, line }: Failure,
  place: RunPlace,
): Promise<FailureSource> {
  if (path === undefined || line === undefined) return { paths: [], texts: [] };
  const file = await findFile(engine, path, place);
  if (file === undefined || line > file.lines.length) return { paths: [], texts: [] };
  const start = Math.max(1, line - BEFORE);
  const end = Math.min(file.lines.length, line + AFTER);
  const shown = file.lines.slice(start - 1, end);
  const tested = isTestPath(file.path) ? await codeUnderTest(engine, file.path, shown) : undefined;
  return {
    paths: [file.path, ...(tested === undefined ? [] : [tested.path])],
    texts: [excerpt(file.path, start, shown), ...(tested?.texts ?? [])],
  };
}

async function findFile(engine: Engine, path: string, place: RunPlace): Promise<SourceFile | undefined> {
  const printed = path.replaceAll('\\', '/').replace(/^\.\//, '');
  const reader = await engine.reader();
  for (const candidate of candidatesOf(engine.root, printed, place)) {
    const file = await reader.read(candidate);
    if (typeof file !== 'string') return file;
  }
  const found = await bySuffix(engine, printed, place);
  const file = found === undefined ? undefined : await reader.read(found);
  return typeof file === 'string' ? undefined : file;
}

/** Project paths that a printed path may mean, most likely first. */
function candidatesOf(root: string, printed: string, { folder, command }: RunPlace): readonly string[] {
  if (isAbsolute(printed)) return [below(root, printed)].filter((path) => path !== undefined);
  const base = folder === undefined ? '' : (below(root, folder) ?? '');
  const folders = [
    ...foldersOf(command).map((given) =>
      isAbsolute(given) ? (below(root, given) ?? '') : join(base, given),
    ),
    base,
    '',
  ];
  return [...new Set(folders.map((each) => join(each, printed)))].filter((path) => !path.startsWith('..'));
}

function below(root: string, path: string): string | undefined {
  const found = relative(root, path);
  return found.startsWith('..') || isAbsolute(found) ? undefined : found;
}

/** The folders a command runs in: `cd web && …`, `npm --prefix web`, `make -C web`, `pytest backend/tests`. */
function foldersOf(command: string): readonly string[] {
  const head = command.slice(0, 1000);
  const moved = [...head.matchAll(/\bcd\s+["']?([^\s"';&|]+)/g)].map((match) => match[1] ?? '');
  const given = [
    ...head.matchAll(
      /(?:--prefix|--cwd|--dir|--root|--rootdir|--directory|--project|-C|-p)[\s=]+["']?([^\s"';&|]+)/g,
    ),
    ...head.matchAll(/--manifest-path[\s=]+["']?([^\s"';&|]+)\/Cargo\.toml/g),
  ].map((match) => match[1] ?? '');
  const entered =
    moved.length === 0
      ? []
      : [moved.reduce((path, next) => (isAbsolute(next) ? next : join(path, next)), '')];
  return [
    ...given.map((path) => (entered[0] === undefined ? path : join(entered[0], path))),
    ...given,
    ...entered,
  ];
}

/** The only file whose path has this suffix; of several, the one in a folder the run names. */
async function bySuffix(
  engine: Engine,
  printed: string,
  { command, output }: RunPlace,
): Promise<string | undefined> {
  const parts = printed.split('/').filter((part) => part !== '' && part !== '..' && part !== '.');
  const files = await filesEndingWith(engine, parts.at(-1) ?? printed);
  // An absolute path from a container or another machine: its end may still match.
  for (let start = 0; start < parts.length; start++) {
    const suffix = parts.slice(start).join('/');
    const found = files.filter((file) => file === suffix || file.endsWith(`/${suffix}`));
    if (found.length === 1) return found[0];
    if (found.length > 1) {
      const named = found.filter((file) => isNamed(file, `${command}\n${output}`));
      return named.length === 1 ? named[0] : undefined;
    }
  }
  return undefined;
}

/** Whether the run names the folder of a file, as Go does with packages. */
function isNamed(file: string, text: string): boolean {
  const folder = file.split('/').slice(0, -1);
  return folder.length > 0 && text.includes(folder.slice(-2).join('/'));
}

/** The file a test is about, by name, and the definitions in it that the failing lines call. */
async function codeUnderTest(
  engine: Engine,
  testPath: string,
  lines: readonly string[],
): Promise<{ readonly path: string; readonly texts: readonly string[] } | undefined> {
  const endings = ENDINGS.find((family) => family.includes(endingOf(testPath))) ?? [endingOf(testPath)];
  const alike = endings.map((ending) => filesEndingWith(engine, `${subjectOf(testPath)}${ending}`));
  const named = (await Promise.all(alike)).flat().filter((file) => file !== testPath && !isTestPath(file));
  const nearest = named.sort((a, b) => shared(b, testPath) - shared(a, testPath) || a.length - b.length)[0];
  if (nearest === undefined) return undefined;
  const file = await (await engine.reader()).read(nearest);
  if (typeof file === 'string') return undefined;
  const called = new Set(
    lines.join('\n').match(/[A-Za-z_]\w{2,}(?=\s*[({.<])|(?<=[.:])[A-Za-z_]\w{2,}/g) ?? [],
  );
  const texts: string[] = [];
  for (const [index, line] of file.lines.entries()) {
    const name = DEFINITION.exec(line)?.[1];
    if (name === undefined || !called.has(name) || texts.length >= MAX_DEFINITIONS) continue;
    texts.push(excerpt(file.path, index + 1, file.lines.slice(index, index + DEFINITION_LINES)));
  }
  return { path: file.path, texts };
}

const DEFINITION =
  /^\s*(?:export\s+)?(?:default\s+)?(?:pub(?:\([^)]*\))?\s+|public\s+|private\s+|protected\s+|internal\s+|static\s+|async\s+|final\s+|abstract\s+)*(?:function\*?|def|func(?:\s*\([^)]*\))?|fn|class|struct|interface|trait|object|const|let|var|val|fun|module|[A-Z]\w*(?:<[^>]*>)?|int|long|double|float|boolean|bool|void|string)\s+(?:self\.)?([A-Za-z_]\w*)/;

/** `sum.test.ts`, `test_sum.py`, `sum_test.go` and `SumTest.java` are about `sum`. */
function subjectOf(path: string): string {
  return nameOf(path)
    .replace(/(?:[._-](?:test|spec|tests|e2e|unit|integration))+$/i, '')
    .replace(/(?:Tests?|Spec|IT)$/, '')
    .replace(/^test[_-]/i, '')
    .replace(/^Test(?=[A-Z])/, '');
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
}

function shared(a: string, b: string): number {
  const other = new Set(b.split('/'));
  return a.split('/').filter((part) => other.has(part)).length;
}

function excerpt(path: string, start: number, lines: readonly string[]): string {
  return `${path}:${start}-${start + lines.length - 1}\n${lines.join('\n')}`;
}

/** Found by name in the index: reading the list of all files takes longer than an agent should wait. */
async function filesEndingWith(engine: Engine, ending: string): Promise<readonly string[]> {
  const found = await (await engine.store()).index(engine.scope).filesEndingWith(ending);
  return found.map((file) => file.path);
}

/** Endings of files that one language's tests are about; any other test is about a file with its own ending. */
const ENDINGS = [
  ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte'],
  ['.c', '.h', '.cc', '.cpp', '.cxx', '.hpp', '.hh', '.m', '.mm'],
  ['.java', '.kt', '.kts', '.scala', '.groovy'],
  ['.ex', '.exs'],
];

function endingOf(path: string): string {
  return /\.\w+$/.exec(path)?.[0].toLowerCase() ?? '';
}
