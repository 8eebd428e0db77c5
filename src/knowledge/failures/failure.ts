/** A failing test, or an error of a compiler or linter, as printed by a runner. */
export interface Failure {
  readonly runner: string;
  /** The test's full title; absent for compilers. */
  readonly title?: string;
  /** As printed: relative or absolute. */
  readonly path?: string;
  /** Absent where the runner names only the test and its file. */
  readonly line?: number;
  readonly message: string;
}

/** Parses a runner's output, given as lines without escape codes. */
export type FailureParser = (lines: readonly string[]) => readonly Failure[];

/** Omits absent fields instead of setting them to undefined. */
export function failure(
  runner: string,
  fields: {
    readonly title?: string | undefined;
    readonly place?: { readonly path: string; readonly line?: number } | undefined;
    readonly message: string | undefined;
  },
): Failure {
  const { title, place } = fields;
  return {
    runner,
    ...(title === undefined ? {} : { title }),
    ...(place === undefined ? {} : { path: place.path }),
    ...(place?.line === undefined ? {} : { line: place.line }),
    message: (fields.message ?? '').trim().slice(0, LONGEST_MESSAGE),
  };
}
const LONGEST_MESSAGE = 300;

export interface Place {
  readonly path: string;
  readonly line: number;
}

/** The `path:line:column` at the end of a stack line, unless it is the runner's own code. */
function placeInLine(line: string): Place | undefined {
  const match = /(?:^|[\s(])(?:file:\/\/)?([^\s():]+):(\d+)(?::\d+)?\)?$/.exec(line.trimEnd());
  const path = match?.[1];
  if (path === undefined || /node_modules|^node:|internal\//.test(path)) return undefined;
  return { path, line: Number(match?.[2]) };
}

/** The lines from `start` to the first match of `ends`, at most `limit`. */
export function block(lines: readonly string[], start: number, ends: RegExp, limit = 60): readonly string[] {
  const found: string[] = [];
  for (const line of lines.slice(start, start + limit)) {
    if (ends.test(line)) break;
    found.push(line);
  }
  return found;
}

export function firstText(lines: readonly string[]): string | undefined {
  return lines.find((line) => line.trim() !== '')?.trim();
}

export function firstPlace(lines: readonly string[]): Place | undefined {
  for (const line of lines) {
    const place = placeInLine(line);
    if (place !== undefined) return place;
  }
  return undefined;
}
