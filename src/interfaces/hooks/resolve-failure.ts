import { isAbsolute, join, relative } from 'node:path';
import type { Engine } from '../../core/engine.ts';
import type { SourceFile } from '../../core/ports.ts';
import type { UnitRow } from '../../core/store.ts';
import { isTestPath } from '../../indexing/file-role.ts';
import type { Failure } from '../../knowledge/failures/failure.ts';
import { codeUnderTest, type Excerpt, filesEndingWith } from './code-under-test.ts';

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
  readonly excerpts: readonly Excerpt[];
}

const BEFORE = 8;
const AFTER = 4;

/** Finds the project's lines behind a failure, wherever in the project it ran; nothing if they are not its own. */
export async function resolveFailure(
  engine: Engine,
  { path, line, title }: Failure,
  place: RunPlace,
): Promise<FailureSource> {
  const nothing = { paths: [], excerpts: [] };
  const found = path === undefined ? await testNamed(engine, title) : undefined;
  const file = await findFile(engine, path ?? found?.path, place);
  if (file === undefined) return nothing;
  const begins = line === undefined ? (found?.startLine ?? lineOfTest(file.lines, title)) : undefined;
  const at = line ?? begins;
  if (at === undefined || at > file.lines.length) return nothing;
  const before = Math.max(1, at - BEFORE);
  const blank = file.lines.slice(before - 1, at).findIndex((text) => text.trim() !== '');
  const start = begins ?? before + Math.max(0, blank);
  const end = Math.min(
    file.lines.length,
    found?.endLine ?? Infinity,
    begins ? at + BEFORE + AFTER : at + AFTER,
  );
  const shown = file.lines.slice(start - 1, end);
  const holdsTests = isTestPath(file.path) || shown.some((text) => /^\s*#\[(?:\w+::)?test\]/.test(text));
  const tested = holdsTests
    ? await codeUnderTest(engine, {
        path: file.path,
        lines: file.lines,
        // What a test begins with, such as a fixture, names what it tests, too.
        shown: file.lines.slice(before - 1, end),
        start: before,
        failedAt: at,
      })
    : undefined;
  const failing = { path: file.path, start, lines: shown, about: 'failure' as const };
  return {
    paths: [...new Set([file.path, ...(tested === undefined ? [] : [tested.path])])],
    excerpts: [{ ...failing, failedAt: line === undefined ? [] : [line] }, ...(tested?.excerpts ?? [])],
  };
}

/** The only test of this name, where a runner's last lines give no more: `tests::adds`, `TestAdd/twice`. */
async function testNamed(engine: Engine, title: string | undefined): Promise<UnitRow | undefined> {
  const name = /(\w+)(?:\/.*)?$/.exec(title ?? '')?.[1];
  if (name === undefined) return undefined;
  const units = await (await engine.store()).index(engine.scope).unitsNamed([name], { limit: SAME_NAME });
  return units.length === 1 ? units[0] : undefined;
}
const SAME_NAME = 2;

/** Where a test begins, if the runner says only its name: `TestBasket::test_add[1]`. */
function lineOfTest(lines: readonly string[], title: string | undefined): number | undefined {
  const name = /(\w+)(?:\[.*)?$/.exec(title ?? '')?.[1];
  if (name === undefined) return undefined;
  const found = lines.findIndex((text) => new RegExp(`\\bdef ${name}\\b`).test(text));
  return found === -1 ? undefined : found + 1;
}

async function findFile(
  engine: Engine,
  path: string | undefined,
  place: RunPlace,
): Promise<SourceFile | undefined> {
  if (path === undefined) return undefined;
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
