import { eslint, tsc } from './checkers.ts';
import { cutOutput } from './cut-output.ts';
import type { Failure, FailureParser } from './failure.ts';
import { ava, bun, deno, jasmine, playwright, unittest } from './further-runners.ts';
import { jest, mocha, nodeTest, vitest } from './javascript-runners.ts';
import { cargo, goTest, junit, pytest } from './other-runners.ts';
import { dotnet, mix, php, ruby } from './scripting-runners.ts';

export interface Run {
  readonly verdict: 'passed' | 'failed' | 'unknown';
  readonly failures: readonly Failure[];
}

const PARSERS: readonly FailureParser[] = [
  vitest,
  jest,
  mocha,
  nodeTest,
  ava,
  playwright,
  jasmine,
  bun,
  deno,
  pytest,
  unittest,
  goTest,
  cargo,
  junit,
  ruby,
  php,
  mix,
  dotnet,
  tsc,
  eslint,
];

/** Runners print what matters last, so only the end of a long output is read. */
const READ_CHARACTERS = 200_000;
/** Runners' own lines are shorter, and some patterns are quadratic in the length of a line. */
const LONGEST_LINE = 2000;
const MAX_FAILURES = 50;

/** What a test or build run reported, from the output of any known runner. */
export function parseRun(output: string): Run {
  const lines = withoutEscapes(output.slice(-READ_CHARACTERS))
    .split(/\r?\n/)
    .map((line) => line.slice(0, LONGEST_LINE));
  const known = distinct(PARSERS.flatMap((parse) => parse(lines)));
  const failures = known.length > 0 ? known : distinct(cutOutput(lines));
  if (failures.length > 0) return { verdict: 'failed', failures };
  return { verdict: lines.some((line) => PASSED.test(line)) ? 'passed' : 'unknown', failures };
}

function distinct(found: readonly Failure[]): readonly Failure[] {
  const keyOf = ({ title, path, line, message }: Failure) => [title, path, line, message].join('\n');
  return [...new Map(found.toReversed().map((one) => [keyOf(one), one])).values()]
    .toReversed()
    .slice(0, MAX_FAILURES);
}

/** Summary lines of runs where something ran and nothing failed. */
const PASSED = new RegExp(
  [
    /^\s*Tests:?\s+(?:\d+ (?:skipped|todo)[ ,|]+)*\d+ passed(?!.*failed)/, // vitest, jest
    /^ {2}\d+ passing \(/, // mocha
    /^(?:#|ℹ) fail 0$/, // node:test
    /^(?:=+ )?\d+ passed(?!.*(?:failed|error)).* in [\d.]+s/, // pytest
    /^ok {2}\t\S+/, // go test
    /^test result: ok\. [1-9]/, // cargo test
    /^\[INFO\] Tests run: [1-9]\d*, Failures: 0, Errors: 0/, // maven
    /^BUILD SUCCESSFUL in /, // gradle
    /^[1-9]\d* (?:examples?|tests?|runs?), (?:\d+ assertions, )?0 failures/, // rspec, mix test, minitest
    /^OK \(\d+ tests?, /, // phpunit
    /^Passed! +- Failed: +0, /, // dotnet test
    /^ {2}\d+ tests? passed$/, // ava
    /^ {2}[1-9]\d* passed \([\d.]+m?s\)$/, // playwright
    /^[1-9]\d* specs?, 0 failures/, // jasmine
    /^ 0 fail$/, // bun
    /^ok \| [1-9]\d* passed/, // deno
    /^OK(?: \(skipped=\d+\))?$/, // unittest
    /^\s+Summary \[.*\] +\d+ tests? run: [1-9]\d* passed(?!.*failed)/, // nextest
  ]
    .map((pattern) => `(?:${pattern.source})`)
    .join('|'),
);

function withoutEscapes(text: string): string {
  // Colours and cursor movements.
  return text.replaceAll(ESCAPES, '');
}
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

const COMMAND =
  /\b(?:vitest|jest|mocha|ava|jasmine|playwright|tape|tap|cypress|pytest|unittest|tox|nox|manage\.py\s+test|go\s+(?:test|build|vet)|cargo\s+(?:test|build|check|clippy|nextest)|mvnw?|gradlew?|tsc|eslint|biome|make|ctest|rspec|phpunit|pest|(?:rails|rake)\s+test|mix\s+(?:test|compile)|dotnet\s+(?:test|build)|node\s+.*--test|(?:npm|pnpm|yarn|bun|deno)\b.*\b(?:test|build|lint|types?|typecheck|check|ci))\b/;

/** Longer commands embed a file; what they run comes before it. */
const LONGEST_COMMAND = 5000;

/** Whether a shell command runs tests, a compiler or a linter. */
export function isRunCommand(command: string): boolean {
  return COMMAND.test(command.slice(0, LONGEST_COMMAND));
}
