import type { Engine } from '../../core/engine.ts';
import type { SourceFile } from '../../core/ports.ts';
import type { UnitRow } from '../../core/store.ts';
import { isTestPath } from '../../indexing/file-role.ts';

const DEFINITION_LINES = 24;
const MAX_DEFINITIONS = 2;
/** Of a common name there are many; the index gives the nearest names first. */
const MAX_NAMED = 60;

/** Lines of a file, from the line `start`. */
export interface Excerpt {
  readonly path: string;
  readonly start: number;
  readonly lines: readonly string[];
  readonly about: 'failure' | 'code under test';
  /** Lines that failures point at, where they say so. */
  readonly failedAt: readonly number[];
}

const TESTED = { about: 'code under test', failedAt: [] } as const;

export interface CodeUnderTest {
  readonly path: string;
  readonly excerpts: readonly Excerpt[];
}

/** A file that holds tests, and the lines of the one that failed. */
export interface FailingTest {
  readonly path: string;
  readonly lines: readonly string[];
  readonly shown: readonly string[];
  /** The first line shown, from 1. */
  readonly start: number;
  readonly failedAt: number;
}

/** The code a test is about: the file of its name, or else the one that defines what the failing lines call. */
export async function codeUnderTest(engine: Engine, test: FailingTest): Promise<CodeUnderTest | undefined> {
  const called = namesCalled(test.shown.join('\n'));
  const named = await ofItsName(engine, test, called);
  if (named !== undefined && named.excerpts.length > 0) return named;
  return (await calledElsewhere(engine, test, called)) ?? named;
}

function namesCalled(text: string): ReadonlySet<string> {
  return new Set(text.match(/[A-Za-z_]\w{2,}(?=\s*[({.<])|(?<=[.:])[A-Za-z_]\w{2,}/g));
}

async function ofItsName(
  engine: Engine,
  test: FailingTest,
  called: ReadonlySet<string>,
): Promise<CodeUnderTest | undefined> {
  const alike = endingsOf(test.path).map((ending) =>
    filesEndingWith(engine, `${subjectOf(test.path)}${ending}`),
  );
  const named = (await Promise.all(alike)).flat().filter((file) => file !== test.path && !isTestPath(file));
  const nearest = named.sort((a, b) => shared(b, test.path) - shared(a, test.path) || a.length - b.length)[0];
  if (nearest === undefined) return undefined;
  const file = await (await engine.reader()).read(nearest);
  if (typeof file === 'string') return undefined;
  const units = await (await engine.store()).index(engine.scope).unitsOfFile(file.path);
  const shown = excerptsOf(
    file,
    units.filter(({ name }) => called.has(name)),
    test,
  );
  return { path: file.path, excerpts: shown.length > 0 ? shown : declarations(file, called) };
}

/** What a file declares of these names, for languages without a parser. */
function declarations({ path, lines }: SourceFile, called: ReadonlySet<string>): readonly Excerpt[] {
  return lines
    .flatMap((line, index): readonly Excerpt[] => {
      const name = DEFINITION.exec(line)?.[1];
      if (name === undefined || !called.has(name)) return [];
      return [{ path, start: index + 1, lines: lines.slice(index, index + DEFINITION_LINES), ...TESTED }];
    })
    .slice(0, MAX_DEFINITIONS);
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

/**
 * Definitions of what the failing lines call: in files that the test names, such as those it imports, or wherever the
 * only definition of an imported name is, because many tests import from an index that only exports again.
 */
async function calledElsewhere(
  engine: Engine,
  test: FailingTest,
  called: ReadonlySet<string>,
): Promise<CodeUnderTest | undefined> {
  const index = (await engine.store()).index(engine.scope);
  const units = await index.unitsNamed([...called], { limit: MAX_NAMED });
  const endings = endingsOf(test.path);
  const words = new Set(test.lines.join('\n').match(/[\w-]+/g));
  // Rust keeps unit tests in the file they test.
  const own = isTestPath(test.path) ? undefined : test.path;
  const end = test.start + test.shown.length - 1;
  const isNamed = ({ path, startLine, endLine }: UnitRow) =>
    (path === own && (endLine < test.start || startLine > end)) ||
    (path !== test.path && (folderOf(path) === folderOf(test.path) || words.has(nameOf(path))));
  const candidates = units.filter(
    (unit) =>
      called.has(unit.name) &&
      endings.includes(endingOf(unit.path)) &&
      (unit.path === own || !isTestPath(unit.path)),
  );
  const found = [...candidates.filter(isNamed), ...onlyDefinitions(candidates, test)].toSorted(
    (a, b) => shared(b.path, test.path) - shared(a.path, test.path),
  );
  const onLine = namesCalled(test.lines[test.failedAt - 1] ?? '');
  const path = (found.find(({ name }) => onLine.has(name)) ?? found[0])?.path;
  if (path === undefined) return undefined;
  const file = await (await engine.reader()).read(path);
  if (typeof file === 'string') return undefined;
  // Methods are not imported, but their class is.
  const inFile = candidates.filter((unit) => unit.path === path);
  return { path, excerpts: excerptsOf(file, inFile, test) };
}

/** The definitions a failing test calls, those of the failing line first, each without the comment before it. */
function excerptsOf(
  { path, lines }: SourceFile,
  units: readonly UnitRow[],
  test: FailingTest,
): readonly Excerpt[] {
  const onLine = namesCalled(test.lines[test.failedAt - 1] ?? '');
  const isLong = ({ startLine, endLine }: UnitRow) => endLine - startLine >= DEFINITION_LINES;
  const holds = (outer: UnitRow, inner: UnitRow) =>
    outer !== inner && outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
  // Of a class and its method the class, if all of it can be shown.
  const apart = units.filter((unit) =>
    isLong(unit)
      ? !units.some((inner) => holds(unit, inner))
      : !units.some((outer) => holds(outer, unit) && !isLong(outer)),
  );
  const isOnLine = (unit: UnitRow) =>
    [unit, ...units.filter((inner) => holds(unit, inner))].some(({ name }) => onLine.has(name));
  return apart
    .toSorted((a, b) => Number(isOnLine(b)) - Number(isOnLine(a)))
    .slice(0, MAX_DEFINITIONS)
    .map(({ startLine, endLine }) => {
      const code = lines.slice(startLine - 1, endLine).findIndex((line) => !COMMENT.test(line));
      const start = startLine + Math.max(0, code);
      const last = Math.min(endLine, start + DEFINITION_LINES - 1);
      return { path, start, lines: lines.slice(start - 1, last), ...TESTED };
    });
}

/** Definitions of names the test imports: the nearest ones, and none where two files are equally near. */
function onlyDefinitions(candidates: readonly UnitRow[], test: FailingTest): readonly UnitRow[] {
  const imported = importedNames(test.lines);
  const ofImported = candidates.filter(({ path, name }) => path !== test.path && imported.has(name));
  const names = [...new Set(ofImported.map(({ name }) => name))];
  return names.flatMap((name) => {
    const ofName = ofImported.filter((unit) => unit.name === name);
    const nearest = Math.max(...ofName.map(({ path }) => commonFolders(path, test.path)));
    const near = ofName.filter(({ path }) => commonFolders(path, test.path) === nearest);
    return new Set(near.map(({ path }) => path)).size === 1 ? near : [];
  });
}

/** Names on the lines that import, in any of the languages' spellings, except from what runs the tests. */
function importedNames(lines: readonly string[]): ReadonlySet<string> {
  const text = lines.slice(0, IMPORT_LINES).join('\n');
  const statements = [...text.matchAll(IMPORT)].map(([statement]) => statement);
  return new Set(
    statements.filter((statement) => !RUNNER.test(statement)).flatMap((one) => one.match(/\w{3,}/g) ?? []),
  );
}
const IMPORT_LINES = 200;
const IMPORT =
  /^[ \t]*(?:import\b[^;'"]*?from[ \t]*['"][^'"\n]+['"]|(?:const|let|var)\b[^;=]*=[ \t]*(?:await[ \t]+)?(?:require|import)\([^)\n]+\)|from[ \t]+\S+[ \t]+import[ \t]+(?:\([^)]*\)|[^\n]+)|(?:pub )?use[ \t][^;]+;|import[ \t]+static[ \t][^;\n]+;)/gm;
const RUNNER =
  /['"](?:node:|vitest|@jest|@playwright|bun:test|mocha|chai|ava|tape|uvu|jasmine|sinon|@testing-library|@std)|\bfrom[ \t]+(?:pytest|unittest|hypothesis)\b|\b(?:org\.junit|org\.assertj|org\.mockito|org\.hamcrest)\b/;

/** How many folders the paths begin with alike. */
function commonFolders(a: string, b: string): number {
  const [one, other] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const apart = one.findIndex((part, at) => part !== other[at]);
  return apart === -1 ? one.length : apart;
}

/** A line of a comment; attributes of Rust and PHP begin with the same sign. */
const COMMENT = /^\s*(?:\/\*|\*|\/\/|#(?!\[)|--|$)/;

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** Found by name in the index: reading the list of all files takes longer than an agent should wait. */
export async function filesEndingWith(engine: Engine, ending: string): Promise<readonly string[]> {
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

function endingsOf(path: string): readonly string[] {
  return ENDINGS.find((family) => family.includes(endingOf(path))) ?? [endingOf(path)];
}

function endingOf(path: string): string {
  return /\.\w+$/.exec(path)?.[0].toLowerCase() ?? '';
}
