import { block, type Failure, type FailureParser, failure, firstPlace, firstText } from './failure.ts';

const FRAME = /^\s*(?:at |› )/;
/** With line and column: Playwright also names the line of its excerpt, relative to the test. */
const WHOLE_FRAME = /^\s*at .*:\d+:\d+\)?$/;

export const ava: FailureParser = (lines) => {
  const bar = lines.findIndex((line) => /^ {2}─$/.test(line));
  if (bar === -1) return [];
  const titles = lines.slice(0, bar).flatMap((line) => {
    const title = /^\s*✘ \[fail\]: (.+)$/.exec(line)?.[1];
    return title === undefined ? [] : [title.replace(AVA_SAYS, '')];
  });
  return titles.flatMap((title): readonly Failure[] => {
    const start = lines.indexOf(`  ${title}`, bar);
    if (start === -1) return [];
    const others = new Set(titles.map((other) => `  ${other}`));
    const end = lines.findIndex((line, index) => index > start && (others.has(line) || /^ {2}─$/.test(line)));
    const body = lines.slice(start + 1, end === -1 ? undefined : end);
    const thrown = body.find((line) => /^ {2}\w*Error: /.test(line));
    const said = body.filter((line) => !/^ {2}\S+:\d+$|^ *\d+: /.test(line));
    const place = firstPlace(body.filter((line) => FRAME.test(line)));
    return [failure('ava', { title, place, message: thrown ?? oneLine(said) })];
  });
};
const AVA_SAYS = / (?:Error thrown in test|Rejected promise returned by test|Test finished without .*)$/;

export const playwright: FailureParser = (lines) =>
  lines.flatMap((line, index): readonly Failure[] => {
    const match = /^ {2}\d+\) (?:\[[^\]]+\] › )?(\S+):(\d+):\d+ › (.+?) ─+$/.exec(line);
    if (match === null) return [];
    const [, path = '', at, title] = match;
    const body = block(lines, index + 1, /^ {2}\d+\) |^ {2}\d+ (?:failed|flaky|passed)/);
    const place = firstPlace(body.filter((text) => WHOLE_FRAME.test(text))) ?? { path, line: Number(at) };
    return [failure('playwright', { title, place, message: firstText(body) })];
  });

export const jasmine: FailureParser = (lines) => {
  if (!lines.some((line) => /^\d+ specs?, [1-9]\d* failures?/.test(line))) return [];
  return lines.flatMap((line, index): readonly Failure[] => {
    const title = /^\d+\) (\S.*)$/.exec(line)?.[1];
    if (title === undefined || lines[index + 1] !== '  Message:') return [];
    const body = block(lines, index + 2, /^\d+\) |^\d+ specs?, /);
    const place = firstPlace(body.filter((text) => FRAME.test(text)));
    return [failure('jasmine', { title, place, message: firstText(body) })];
  });
};

/** Bun prints what went wrong before it names the test. */
export const bun: FailureParser = (lines) => {
  if (!lines.some((line) => /^bun test v/.test(line))) return [];
  let start = 0;
  return lines.flatMap((line, index): readonly Failure[] => {
    if (!/^(?:✓|✗|»|\(pass\)|\(fail\)|\(skip\)|\(todo\)) /.test(line)) return [];
    const body = lines.slice(start, index);
    start = index + 1;
    const title = /^(?:✗|\(fail\)) (.+?)(?: \[[\d.]+m?s\])?$/.exec(line)?.[1];
    if (title === undefined) return [];
    const said = body.find((text) => /^(?:error|\w*Error): /.test(text))?.replace(/^error: /, '');
    const place = firstPlace(body.filter((text) => FRAME.test(text)));
    return [failure('bun', { title, place, message: said ?? 'failed' })];
  });
};

export const deno: FailureParser = (lines) => {
  const start = lines.findIndex((line) => /^ ERRORS ?$/.test(line));
  if (start === -1) return [];
  return lines.slice(start).flatMap((line, offset): readonly Failure[] => {
    const match = /^(\S.*) => (\S+?):(\d+):\d+$/.exec(line);
    const body = block(lines, start + offset + 1, /^\S.* => \S+:\d+:\d+$|^ FAILURES ?$/);
    const said = /^error: (.+)$/.exec(body[0] ?? '')?.[1];
    if (match === null || said === undefined) return [];
    const [, title, path = '', at] = match;
    const place = firstPlace(body.filter((text) => FRAME.test(text))) ?? { path, line: Number(at) };
    return [failure('deno', { title, place, message: said })];
  });
};

/** unittest, and Django's tests. */
export const unittest: FailureParser = (lines) =>
  lines.flatMap((line, index): readonly Failure[] => {
    const title = /^(?:ERROR|FAIL): (\w+ \([\w.]+\))/.exec(line)?.[1];
    if (title === undefined || !/^={20,}$/.test(lines[index - 1] ?? '')) return [];
    const body = block(lines, index + 1, /^={20,}$|^Ran \d+ tests? in /, 200);
    const frames = body
      .map((text) => /^ {2}File "([^"]+)", line (\d+)/.exec(text))
      .filter((match) => match !== null && !/site-packages|\/lib\/python/.test(match[1] ?? ''));
    const last = frames.at(-1);
    const place = last == null ? undefined : { path: last[1] ?? '', line: Number(last[2]) };
    const said = body.findLast((text) => /^\w[\w.]*(?:Error|Exception|Warning|Exit)?\b.*$/.test(text));
    return [failure('unittest', { title, place, message: said ?? 'failed' })];
  });

function oneLine(lines: readonly string[]): string {
  return lines
    .filter((line) => !FRAME.test(line))
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}
