import { type Failure, type FailureParser, failure } from './failure.ts';

export const tsc: FailureParser = (lines) =>
  lines.flatMap((line): readonly Failure[] => {
    const match =
      /^(\S.*?)\((\d+),\d+\): error (TS\d+: .+)$/.exec(line) ??
      /^(\S+?):(\d+):\d+ - error (TS\d+: .+)$/.exec(line);
    if (match === null) return [];
    return [failure('tsc', { place: { path: match[1] ?? '', line: Number(match[2]) }, message: match[3] })];
  });

export const eslint: FailureParser = (lines) => {
  let path = '';
  return lines.flatMap((line): readonly Failure[] => {
    if (/^(?:\/|[A-Za-z]:\\|\.{1,2}\/|\w)\S*\.\w+$/.test(line)) path = line;
    const stylish = /^ {2}(\d+):\d+ {2,}error {2,}(\S.*?)(?: {2,}([\w@/-]+))?$/.exec(line.trimEnd());
    if (stylish !== null && path !== '') {
      const message = stylish[3] === undefined ? stylish[2] : `${stylish[2]} (${stylish[3]})`;
      return [failure('eslint', { place: { path, line: Number(stylish[1]) }, message })];
    }
    const compact = /^(\S+): line (\d+), col \d+, Error - (.+)$/.exec(line);
    if (compact === null) return [];
    return [
      failure('eslint', { place: { path: compact[1] ?? '', line: Number(compact[2]) }, message: compact[3] }),
    ];
  });
};
