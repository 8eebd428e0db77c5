import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { languageOfPath } from '../core/languages.ts';
import { largestFitting } from '../core/largest-fitting.ts';
import { READ_FAILURES } from '../core/read-failures.ts';
import { plural } from '../core/text/plural.ts';

export interface SourceLines {
  readonly path: string;
  /** Empty where it is not known. */
  readonly language: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly totalLines: number;
  readonly text: string;
  /** Of the output of `printSource`, including heading and note. */
  readonly tokenCount: number;
  /** True when the budget cut the requested lines short. */
  readonly truncated: boolean;
  readonly warnings: string[];
}

interface Reading {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number | undefined;
  readonly maxTokens: number;
  readonly counter: string;
}

/** The current lines of a file, as many as fit the budget, with secrets masked. */
export async function readSource(engine: Engine, asked: Reading): Promise<SourceLines> {
  const input = atPlace(asked);
  const file = await (await engine.reader()).read(input.path);
  if (typeof file === 'string') {
    const code = file === 'outside-root' || file === 'secret' ? 'forbidden' : 'not-found';
    const next = file === 'missing' ? ` ${await elsewhere(engine, input.path)}` : '';
    throw new DossierError(code, `${input.path} cannot be read: ${READ_FAILURES[file]}.${next}`);
  }
  const totalLines = file.lines.length;
  const last = Math.min(input.endLine ?? totalLines, totalLines);
  if (input.startLine > last) {
    const why =
      input.startLine > totalLines
        ? `has only ${plural(totalLines, 'line')}: line ${input.startLine} is past its end`
        : `cannot be read from line ${input.startLine} to ${last}: the end comes before the start`;
    throw new DossierError('invalid-input', `${input.path} ${why}.`);
  }
  const counter = await engine.counter(input.counter);
  const wanted = file.lines.slice(input.startLine - 1, last);
  const first = (kept: number): Omit<SourceLines, 'tokenCount'> => ({
    path: file.path,
    language: languageOfPath(file.path)?.name ?? '',
    startLine: input.startLine,
    endLine: input.startLine + kept - 1,
    totalLines,
    text: wanted.slice(0, kept).join('\n'),
    truncated: kept < wanted.length,
    warnings: [],
  });
  const tokensOf = (kept: number) => counter.count(printSource(first(kept)), input.maxTokens);
  const kept =
    tokensOf(wanted.length) <= input.maxTokens
      ? wanted.length
      : largestFitting(wanted.length - 1, (tried) => tokensOf(tried) <= input.maxTokens);
  if (kept > 0) return { ...first(kept), tokenCount: tokensOf(kept) };
  const warning = `${plural(input.maxTokens, 'token')} are too few for line ${input.startLine} of ${file.path}.`;
  return { ...first(0), tokenCount: 0, warnings: [warning] };
}

/** A place as headings, errors and editors write it: `src/a.ts:12-40`, `src/a.ts:12-20,31-40`, `src/a.ts:12:5`. */
const PLACE = /^(?<path>.+?):(?<first>\d+)(?:[-,](?:\d+[-,])*(?<last>\d+))?(?::\d+)?$/;

/** The lines that the path ends in count where none were given beside it. */
function atPlace(input: Reading): Reading {
  const { path, first, last } = PLACE.exec(input.path)?.groups ?? {};
  if (path === undefined) return input;
  if (input.startLine !== 1 || input.endLine !== undefined) return { ...input, path };
  return {
    ...input,
    path,
    startLine: Math.max(1, Number(first)),
    endLine: last === undefined ? undefined : Number(last),
  };
}

/** The printed form: the place, the lines, and where the rest is. Empty when not even one line fits. */
export function printSource(source: Omit<SourceLines, 'tokenCount' | 'warnings' | 'language'>): string {
  const { path, startLine, endLine, totalLines, text, truncated } = source;
  if (endLine < startLine) return '';
  const rest = truncated ? `\n… ${path}:${endLine + 1}-${totalLines} left out: the budget is full` : '';
  return `${path}:${startLine}-${endLine}\n${text}${rest}`;
}

/** Files of the same name, since callers know a name better than its folder. */
async function elsewhere(engine: Engine, path: string): Promise<string> {
  const [name = path] = /[^/\\]+$/.exec(path) ?? [];
  const found = await (await engine.store()).index(engine.scope).filesEndingWith(name);
  const paths = found.slice(0, MAX_ELSEWHERE).map((file) => file.path);
  return paths.length === 0 ? 'Search for its name.' : `Did you mean ${paths.join(' or ')}?`;
}
const MAX_ELSEWHERE = 3;

/** Refuses a file that is not in the caller's own index: the limit of what a server shows of a shared project. */
export async function requireIndexed(engine: Engine, asked: string): Promise<void> {
  const path = PLACE.exec(asked)?.groups?.['path'] ?? asked;
  const files = await (await engine.store()).index(engine.scope).filesEndingWith(path);
  if (files.some((file) => file.path === path)) return;
  throw new DossierError('not-found', `${path} is not indexed. ${await elsewhere(engine, path)}`);
}
