import {
  block,
  type Failure,
  type FailureParser,
  failure,
  firstPlace,
  firstText,
  type Place,
} from './failure.ts';

export const vitest: FailureParser = (lines) =>
  lines.flatMap((line, index): readonly Failure[] => {
    const title = /^ FAIL {1,2}(?:\|[^|]*\| )?(\S.*)$/.exec(line)?.[1];
    // Jest prints the same word without the leading space, and for a whole file.
    if (title === undefined) return [];
    const body = block(lines, index + 1, /^⎯{3}|^ FAIL /);
    const place = placeOfSyntax(body) ?? firstPlace(body.filter((text) => text.includes('❯')));
    return [failure('vitest', { title, place, message: firstText(body) })];
  });

/** Where a file cannot be parsed: `╭─[ src/a.ts:3:5 ]`. */
function placeOfSyntax(body: readonly string[]): Place | undefined {
  const match = body.map((text) => /─\[ ?(\S+?):(\d+):\d+ ?\]/.exec(text)).find((one) => one !== null);
  return match == null ? undefined : { path: match[1] ?? '', line: Number(match[2]) };
}

export const jest: FailureParser = (lines) =>
  lines.flatMap((line, index): readonly Failure[] => {
    const title = /^ {2}● (\S.*)$/.exec(line)?.[1];
    if (title === undefined || !lines.some((text) => /^(FAIL|PASS) \S/.test(text))) return [];
    const body = block(lines, index + 1, /^ {2}● |^Test Suites:|^(FAIL|PASS) /);
    const place = firstPlace(body.filter((text) => /^\s+at /.test(text)));
    return [failure('jest', { title, place, message: firstText(body) })];
  });

export const mocha: FailureParser = (lines) => {
  const start = lines.findIndex((line) => /^ {2}\d+ failing$/.test(line));
  if (start < 0) return [];
  return lines.slice(start).flatMap((line, offset): readonly Failure[] => {
    const suite = /^ {2}\d+\) (\S.*)$/.exec(line)?.[1];
    if (suite === undefined) return [];
    const body = block(lines, start + offset + 1, /^ {2}\d+\) /);
    const end = body.findIndex((text) => text.endsWith(':'));
    const title = [suite, ...body.slice(0, end + 1)].map((text) => text.trim()).join(' › ');
    const rest = body.slice(end + 1);
    const place = firstPlace(rest.filter((text) => /^\s+at /.test(text)));
    return [failure('mocha', { title: title.replace(/:$/, ''), place, message: firstText(rest) })];
  });
};

export const nodeTest: FailureParser = (lines) => [...fromSpec(lines), ...fromTap(lines)];

function fromSpec(lines: readonly string[]): readonly Failure[] {
  // Where the beginning was cut off, the last lines still say that something failed.
  const start = lines.findIndex((line) => /^(?:✖ failing tests:|ℹ fail [1-9])/.test(line));
  if (start < 0) return [];
  return lines.slice(start).flatMap((line, offset): readonly Failure[] => {
    const at = /^test at (.+):(\d+):\d+$/.exec(line);
    if (at === null) return [];
    const body = block(lines, start + offset + 1, /^test at /);
    const title = /^✖ (.+?)(?: \([\d.]+ms\))?$/.exec(body[0] ?? '')?.[1];
    const thrown = firstPlace(body.filter((text) => /^\s+at /.test(text)));
    const place = thrown ?? { path: at[1] ?? '', line: Number(at[2]) };
    return [failure('node:test', { title, place, message: firstText(body.slice(1)) })];
  });
}

function fromTap(lines: readonly string[]): readonly Failure[] {
  if (!lines.some((line) => /^(?:TAP version|# fail [1-9])/.test(line))) return [];
  const all = lines.flatMap((line, index): readonly TapPoint[] => {
    const title = /^\s*not ok \d+(?: -)? (.+)$/.exec(line)?.[1];
    if (title === undefined || /# (SKIP|TODO)/.test(line)) return [];
    const body = block(lines, index + 1, /^\s*\.\.\.$/);
    return [{ title, body, isSuite: body.some((text) => text.includes("failureType: 'subtestsFailed'")) }];
  });
  // The tests of a suite say why it failed, unless they were cut off.
  const tests = all.filter(({ isSuite }) => !isSuite);
  return (tests.length > 0 ? tests : all).map(({ title, body }) => {
    const at = body.map((text) => /location: '(.+):(\d+):\d+'/.exec(text)).find((found) => found !== null);
    const error = body.findIndex((text) => /^\s*error: /.test(text));
    const inline = /error: '?(.*?)'?$/.exec(body[error] ?? '')?.[1];
    const message = inline === '|-' ? body[error + 1] : inline;
    const said = compared(body);
    const started = at == null ? undefined : { path: at[1] ?? '', line: Number(at[2]) };
    const stack = body.findIndex((text) => /^\s*stack: /.test(text));
    const frames = body.filter((text, place) => /^\s*at: /.test(text) || (stack !== -1 && place > stack));
    return failure('node:test', { title, place: firstPlace(frames) ?? started, message: message ?? said });
  });
}

interface TapPoint {
  readonly title: string;
  readonly body: readonly string[];
  /** Whether it failed because a test in it did. */
  readonly isSuite: boolean;
}

/** What tape says of a comparison. */
function compared(body: readonly string[]): string | undefined {
  const fieldOf = (field: string) =>
    body
      .map((text) => new RegExp(`^\\s*${field}: +(.+)$`).exec(text)?.[1])
      .find((value) => value !== undefined);
  const [expected, actual] = [fieldOf('expected'), fieldOf('actual')];
  return expected === undefined || actual === undefined ? undefined : `expected ${expected}, got ${actual}`;
}
