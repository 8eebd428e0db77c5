import type { Engine } from '../../core/engine.ts';
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
}

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
}

/** The code a test is about: the file of its name, or else the one that defines what the failing lines call. */
export async function codeUnderTest(engine: Engine, test: FailingTest): Promise<CodeUnderTest | undefined> {
  const called = new Set(
    test.shown.join('\n').match(/[A-Za-z_]\w{2,}(?=\s*[({.<])|(?<=[.:])[A-Za-z_]\w{2,}/g) ?? [],
  );
  const named = await ofItsName(engine, test.path, called);
  if (named !== undefined && named.excerpts.length > 0) return named;
  return (await calledElsewhere(engine, test, called)) ?? named;
}

async function ofItsName(
  engine: Engine,
  testPath: string,
  called: ReadonlySet<string>,
): Promise<CodeUnderTest | undefined> {
  const alike = endingsOf(testPath).map((ending) =>
    filesEndingWith(engine, `${subjectOf(testPath)}${ending}`),
  );
  const named = (await Promise.all(alike)).flat().filter((file) => file !== testPath && !isTestPath(file));
  const nearest = named.sort((a, b) => shared(b, testPath) - shared(a, testPath) || a.length - b.length)[0];
  if (nearest === undefined) return undefined;
  const file = await (await engine.reader()).read(nearest);
  if (typeof file === 'string') return undefined;
  const excerpts: Excerpt[] = [];
  for (const [index, line] of file.lines.entries()) {
    const name = DEFINITION.exec(line)?.[1];
    if (name === undefined || !called.has(name) || excerpts.length >= MAX_DEFINITIONS) continue;
    excerpts.push({
      path: file.path,
      start: index + 1,
      lines: file.lines.slice(index, index + DEFINITION_LINES),
    });
  }
  return { path: file.path, excerpts };
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

/** Definitions of what the failing lines call, in files that the test names, such as those it imports. */
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
    (path !== test.path &&
      !isTestPath(path) &&
      (folderOf(path) === folderOf(test.path) || words.has(nameOf(path))));
  const found = units
    .filter((unit) => called.has(unit.name) && endings.includes(endingOf(unit.path)) && isNamed(unit))
    .sort((a, b) => shared(b.path, test.path) - shared(a.path, test.path));
  const path = found[0]?.path;
  if (path === undefined) return undefined;
  const file = await (await engine.reader()).read(path);
  if (typeof file === 'string') return undefined;
  const excerpts = found
    .filter((unit) => unit.path === path)
    .slice(0, MAX_DEFINITIONS)
    .map(({ startLine, endLine }) => {
      const last = Math.min(endLine, startLine + DEFINITION_LINES - 1);
      return { path, start: startLine, lines: file.lines.slice(startLine - 1, last) };
    });
  return { path, excerpts };
}

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
