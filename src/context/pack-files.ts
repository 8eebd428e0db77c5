import {
  type AssembleOptions,
  type Context,
  type ExcludedItem,
  NOTHING_TO_ASSEMBLE,
} from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import type { ParsedFile, Parser } from '../core/parser.ts';
import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { READ_FAILURES } from '../core/read-failures.ts';
import { readFiles } from '../core/read-files.ts';
import { matchesGlobs } from '../core/text/glob.ts';
import { maskSecretsInPath } from '../core/text/mask-secrets.ts';
import { plural } from '../core/text/plural.ts';
import { trimEndOf } from '../core/text/trim.ts';
import { isTestPath } from '../indexing/file-role.ts';
import { assembleItems } from './assemble-items.ts';
import { itemOfFile, itemsOfFile } from './items-of-file.ts';
import { scoreByKeywords } from './score-by-keywords.ts';

interface PackInput {
  /** Files, folders or globs; none means the whole project. */
  readonly paths: readonly string[];
  /** What the context is for; without it, the project's own text comes first, then files stay in path order. */
  readonly task: string;
  /** Whole files instead of their definitions and sections. */
  readonly whole: boolean;
}

/** Assembles files into a context without an index, scored by the words they share with a task. */
export async function packFiles(
  engine: Pick<Engine, 'counter' | 'reader' | 'parser' | 'lister' | 'localSalt'>,
  { paths, task, whole }: PackInput,
  options: AssembleOptions,
  signal?: AbortSignal,
): Promise<Context> {
  const listed = await (await engine.lister()).list(signal === undefined ? {} : { signal });
  const named = namedPaths(paths, listed);
  const read = [...(await readFiles(await engine.reader(), named))];
  const files = read.flatMap(([, file]) => (typeof file === 'string' ? [] : [file]));
  const unread = read.flatMap(([path, file]) => (typeof file === 'string' ? [unreadable(path, file)] : []));
  const parser = await engine.parser();
  const likely = likelyFiles(files, task, options.maxTokens);
  const items: ContextItem[] = [];
  for (const file of likely) {
    signal?.throwIfAborted();
    const parsed = whole ? unparsed(file, parser) : await parser.parse(file.path, file.lines.join('\n'));
    items.push(...(whole ? [itemOfFile(file, parsed)] : itemsOfFile(file, parsed)));
  }
  const scored = scoreItems(items, task);
  const relevant = task.trim() === '' ? scored : scored.filter((item) => item.relevance > 0);
  const context = await assembleItems(engine, relevant, options, { salt: engine.localSalt() });
  return {
    ...context,
    excluded: [...context.excluded, ...unread],
    warnings: [
      ...warningsOf({ named, read, files, relevant, paths }),
      ...context.warnings.filter((warning) => named.length === 0 || warning !== NOTHING_TO_ASSEMBLE),
    ],
    stats: { ...context.stats, retrieved: named.length, filesRead: files.length },
  };
}

/** The files the arguments name: existing files and folders, else globs; a named file may be ignored by git. */
function namedPaths(paths: readonly string[], listed: readonly string[]): readonly string[] {
  if (paths.length === 0) return listed;
  const including = paths.filter((path) => !path.startsWith('!'));
  const excluding = paths.filter((path) => path.startsWith('!'));
  const found = (including.length === 0 ? ['**'] : including).flatMap((given) => {
    const path = trimEndOf(given.replace(/^(?:\.\/+)+/, ''), '/');
    if (path === '' || path === '.') return listed;
    const below = listed.filter((each) => each === path || each.startsWith(`${path}/`));
    if (below.length > 0) return below;
    return /[*?[{]/.test(path) ? listed.filter((each) => matchesGlobs(each, [path])) : [path];
  });
  return [...new Set(found)].filter((path) => matchesGlobs(path, excluding)).sort();
}

function unreadable(written: string, failure: ReadFailure): ExcludedItem {
  const path = maskSecretsInPath(written);
  return { id: path, name: path, source: 'code', path, relevance: 0, reason: 'unreadable', detail: failure };
}

/** Parsing stops at this many characters per token of the budget, but never below about a tenth of a second's work. */
const CHARACTERS_PER_TOKEN = 40;
const ALWAYS_PARSED_CHARACTERS = 400_000;

/** The files with the most words of the task, enough to fill the budget several times over. */
function likelyFiles(files: readonly SourceFile[], task: string, maxTokens: number): readonly SourceFile[] {
  if (task.trim() === '') return files;
  const scores = scoreByKeywords(
    task,
    files.map((file) => ({ name: '', path: file.path, text: file.lines.join('\n') })),
  );
  const most = Math.max(ALWAYS_PARSED_CHARACTERS, maxTokens * CHARACTERS_PER_TOKEN);
  let characters = 0;
  return files
    .map((file, index) => ({ file, score: scores[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .filter(({ file }) => {
      const room = characters <= most;
      characters += file.size;
      return room;
    })
    .map(({ file }) => file);
}

function unparsed(file: SourceFile, parser: Parser): ParsedFile {
  return {
    language: parser.languageOf(file.path) ?? '',
    units: [],
    references: [],
    imports: [],
    approximate: true,
  };
}

/** README and manifest, then code and documents, then tests, then pictures and settings of tools. */
function importanceOf(path: string): number {
  if (/^(?:readme(?:\.\w+)?|package\.json|pyproject\.toml|cargo\.toml|go\.mod|pom\.xml)$/i.test(path))
    return 0.6;
  if (/(?:^|\/)\.|\.(?:svg|csv|tsv|lock)$/i.test(path)) return 0.3;
  return isTestPath(path) ? 0.4 : 0.5;
}

/** Tests repeat every word of the code they test, so they rank below it unless asked for. */
const TEST_FACTOR = 0.5;

/** Without a task, what tells most about a project comes first, then path order decides. */
function scoreItems(items: readonly ContextItem[], task: string): ContextItem[] {
  if (task.trim() === '') {
    return items.map((item) => ({ ...item, relevance: importanceOf(item.location?.path ?? '') }));
  }
  const scores = scoreByKeywords(
    task,
    items.map((item) => ({ name: item.name, path: item.location?.path ?? '', text: item.content })),
  );
  const aboutTests = /\b(?:tests?|specs?)\b/i.test(task);
  return items.map((item, index) => {
    const isTest = !aboutTests && isTestPath(item.location?.path ?? '');
    const relevance = (scores[index] ?? 0) * (isTest ? TEST_FACTOR : 1);
    return { ...item, relevance, reasons: [{ rule: 'keywords', score: relevance }] };
  });
}

function warningsOf(state: {
  readonly named: readonly string[];
  readonly read: readonly (readonly [path: string, file: SourceFile | ReadFailure])[];
  readonly files: readonly SourceFile[];
  readonly relevant: readonly ContextItem[];
  readonly paths: readonly string[];
}): string[] {
  if (state.named.length === 0) {
    return [
      state.paths.length === 0 ? 'The project has no file.' : `No file matches ${state.paths.join(' ')}.`,
    ];
  }
  return [
    ...unreadWarnings(state),
    ...(state.files.length > 0 && state.relevant.length === 0 ? ['No file has a word of the task.'] : []),
  ];
}

/** Files that were asked for by name are missed, and so is everything when nothing can be read. */
function unreadWarnings({
  read,
  files,
  paths,
}: Pick<Parameters<typeof warningsOf>[0], 'read' | 'files' | 'paths'>): string[] {
  const missed = read.flatMap(([path, file]) =>
    typeof file === 'string' && (files.length === 0 || paths.includes(path))
      ? [`${maskSecretsInPath(path)} cannot be read: ${READ_FAILURES[file]}.`]
      : [],
  );
  const more = missed.length - MOST_WARNINGS;
  return more > 0
    ? [...missed.slice(0, MOST_WARNINGS), `${plural(more, 'more file')} cannot be read.`]
    : missed;
}
const MOST_WARNINGS = 5;
