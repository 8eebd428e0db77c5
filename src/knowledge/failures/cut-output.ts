import { type Failure, type FailureParser, failure } from './failure.ts';

/**
 * What is left of a failed run whose beginning was cut off, as by `| tail -20`: the first place of each stack, where a
 * runner's last lines say that something failed. Which test it was is no longer known.
 */
export const cutOutput: FailureParser = (lines) => {
  if (!lines.some((line) => FAILED.test(line))) return [];
  const found: Failure[] = [];
  let inStack = false;
  let message: string | undefined;
  for (const line of lines) {
    const place = frameOf(line);
    if (place !== undefined && !inStack) {
      found.push(failure('cut output', { place, message: message ?? 'failed' }));
      message = undefined;
    }
    if (place === undefined && SAYS.test(line)) message = line;
    inStack = place !== undefined || (inStack && ELSEWHERE.test(line));
  }
  return found;
};

/** The place a line of a stack names, if it may be the project's own. */
function frameOf(line: string): { readonly path: string; readonly line: number } | undefined {
  if (ELSEWHERE.test(line)) return undefined;
  const match = FRAMES.map((pattern) => pattern.exec(line)).find((one) => one !== null);
  const [, path, at] = match ?? [];
  return path === undefined ? undefined : { path: path.replace(/^file:\/\//, ''), line: Number(at) };
}

const FRAMES = [
  /^\s+(?:at|❯|#|-->) (?:.*[\s(])?((?:file:\/\/)?[^\s():]+\.\w{1,6}):(\d+)(?::\d+)?[):,]?/,
  /^\s+(?:async )?[\w.<>$ ]+ \(((?:file:\/\/)?[^\s()]+\.\w{1,6}):(\d+):\d+\)$/,
  /^\s*File "([^"]+\.py)", line (\d+)/,
  /^(\S+\.py):(\d+): /,
  /^\s+(\S+\.go):(\d+)(?::| \+0x)/,
  /panicked at (\S+?\.rs):(\d+):\d+/,
] as const;

/** Frames of runners, packages and runtimes. */
const ELSEWHERE =
  /node_modules|\bnode:|\binternal\/|site-packages|\/(?:usr|lib)\/|\(<anonymous>\)|\/go\/src\//;

const SAYS = /^\s*(?:E {2,})?(?:\w*(?:Error|Exception|Failure)\b|assert|expected|panicked|thread ')/i;

/** Last lines of runs in which something failed. */
const FAILED = new RegExp(
  [
    /^\s*Test(?:s| Files| Suites):?\s+\d+ failed/, // vitest, jest
    /^ {2}\d+ failing$/, // mocha
    /^(?:#|ℹ) fail [1-9]|^ +code: 'ERR_(?:ASSERTION|TEST_FAILURE)',?$/, // node:test
    /^(?:=+ )?[1-9]\d* (?:failed|error).* in [\d.]+s/, // pytest
    /^FAILED \(/, // unittest
    /^FAIL(?:\t|$)/, // go test
    /^test result: FAILED/, // cargo test
    /^[1-9]\d* (?:examples?|tests?|runs?), .*[1-9]\d* (?:failure|error)/, // rspec, minitest, mix test
    /^(?:FAILURES|ERRORS)!$/, // phpunit
    /^ {2}[1-9]\d* (?:tests? )?failed$/, // ava, playwright
    /^ [1-9]\d* fail$/, // bun
    /^FAILED \| /, // deno
  ]
    .map((pattern) => `(?:${pattern.source})`)
    .join('|'),
);
