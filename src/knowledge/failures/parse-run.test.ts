import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRunCommand, parseRun } from './parse-run.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../test/fixtures/runners/${name}`, import.meta.url), 'utf8');
const brief = (name: string) =>
  parseRun(fixture(name)).failures.map(({ runner, title, path, line, message }) =>
    [runner, title ?? '', path === undefined ? '' : `${path}:${line ?? '?'}`, message].join(' | '),
  );

/** In microseconds of the processor, which does not depend on what else a machine is doing. */
const FIVE_SECONDS = 5_000_000;

describe('failures are read from', () => {
  it.each([
    [
      'ava.txt',
      [
        'ava | adds tax | test/checkout.ava.js:5 | Difference (- actual, + expected): - 99 + 119',
        'ava | reads amounts | /project/packages/web/src/pricing.js:7 | TypeError: not an amount: 12,50',
        "ava | loads | /project/packages/web/src/pricing.js:14 | TypeError: Cannot read properties of undefined (reading 'price')",
      ],
    ],
    [
      'playwright.txt',
      [
        'playwright | checkout › adds tax | /project/packages/web/test/checkout.pw.js:6 | Error: expect(received).toBe(expected) // Object.is equality',
        'playwright | checkout › reads amounts | /project/packages/web/src/pricing.js:7 | TypeError: not an amount: 12,50',
      ],
    ],
    [
      'jasmine.txt',
      [
        'jasmine | checkout adds tax | /project/packages/web/test/checkout.jasmine.js:5 | Expected 99 to be 119.',
        'jasmine | checkout reads amounts | /project/packages/web/src/pricing.js:7 | TypeError: not an amount: 12,50',
      ],
    ],
    [
      'bun.txt',
      [
        'bun | checkout > adds tax | /project/packages/web/test/checkout.test.js:6 | expect(received).toBe(expected)',
        'bun | checkout > reads amounts | /project/packages/web/src/pricing.js:7 | TypeError: not an amount: 12,50',
      ],
    ],
    [
      'deno.txt',
      [
        'deno | adds tax | /project/packages/web/test/checkout.test.js:6 | AssertionError: Values are not equal.',
        'deno | reads amounts | /project/packages/web/src/pricing.js:7 | TypeError: not an amount: 12,50',
      ],
    ],
    [
      'unittest.txt',
      [
        'unittest | test_add (tests.test_unit.CheckoutTest.test_add) | /project/packages/api/shop/orders.py:14 | ValueError: quantity must be positive',
        'unittest | test_total (tests.test_unit.CheckoutTest.test_total) | /project/packages/api/tests/test_unit.py:8 | AssertionError: 1 != 2',
      ],
    ],
    [
      'tape.txt',
      [
        'node:test | should be strictly equal | /project/packages/web/test/checkout.test.js:6 | expected 119, got 99',
        'node:test | TypeError: not an amount: 12,50 | /project/packages/web/src/pricing.js:7 | ',
      ],
    ],
    [
      'nextest.txt',
      [
        'cargo test | stock::tests::leaves_all | crates/core/src/stock.rs:19 | assertion `left == right` failed',
      ],
    ],
    [
      'pytest-line.txt',
      [
        'pytest | test_total | /project/packages/api/tests/test_checkout.py:7 | AssertionError: assert 1 == 2',
        "pytest | test_missing_key | /project/packages/api/shop/orders.py:5 | KeyError: 'cents'",
        'pytest | TestBasket::test_add | /project/packages/api/shop/orders.py:14 | ValueError: quantity mu...',
      ],
    ],
    [
      'pytest-no.txt',
      [
        'pytest | test_total | tests/test_checkout.py:? | AssertionError: assert 1 == 2',
        "pytest | test_missing_key | tests/test_checkout.py:? | KeyError: 'cents'",
        'pytest | TestBasket::test_add | tests/test_checkout.py:? | ValueError: quantity mu...',
      ],
    ],
    [
      'vitest.txt',
      [
        'vitest | src/sum.vitest.test.mjs > sum > adds two numbers | src/sum.vitest.test.mjs:2 | AssertionError: expected -1 to be 3 // Object.is equality',
        'vitest | src/sum.vitest.test.mjs > sum > takes negatives | src/sum.js:2 | TypeError: negative is not allowed',
      ],
    ],
    [
      'jest.txt',
      [
        'jest | sum › adds two numbers | src/sum.jest.test.js:3 | expect(received).toBe(expected) // Object.is equality',
        'jest | sum › takes negatives | src/sum.js:2 | TypeError: negative is not allowed',
      ],
    ],
    [
      'mocha.txt',
      [
        'mocha | sum › adds two numbers | src/sum.mocha.js:2 | AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
        'mocha | sum › takes negatives | src/sum.js:2 | TypeError: negative is not allowed',
      ],
    ],
    [
      'node-test-spec.txt',
      [
        'node:test | adds two numbers | /project/src/sum.node.mjs:3 | AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:',
        'node:test | takes negatives | /project/src/sum.js:2 | TypeError [Error]: negative is not allowed',
      ],
    ],
    [
      'node-test-tap.txt',
      [
        'node:test | adds two numbers | /project/src/sum.node.mjs:3 | Expected values to be strictly equal:',
        'node:test | takes negatives | /project/src/sum.js:2 | negative is not allowed',
      ],
    ],
    ...['pytest.txt', 'pytest-short.txt'].map((name): [string, string[]] => [
      name,
      [
        'pytest | TestSum::test_adds | src/test_sum.py:8 | assert -1 == 3',
        'pytest | test_negative | src/test_sum.py:4 | ValueError: negative is not allowed',
        'pytest | test_param[2] | src/test_sum.py:13 | assert 2 == 1',
      ],
    ]),
    ['go-test.txt', ['go test | TestSum/adds_two_numbers | sum_test.go:12 | Sum(1, 2) = -1, want 3']],
    ['go-panic.txt', ['go test | TestNegative | /project/sum.go:5 | negative is not allowed [recovered]']],
    [
      'go-build.txt',
      ['go build |  | ./sum.go:4 | undefined: c', 'go build |  | ./sum.go:9 | missing return'],
    ],
    [
      'cargo-test.txt',
      [
        'cargo test | tests::adds | src/lib.rs:9 | assertion `left == right` failed',
        'cargo test | tests::takes_negatives | src/lib.rs:2 | negative is not allowed',
      ],
    ],
    ['cargo-build.txt', ['cargo build |  | src/lib.rs:3 | cannot find value `c` in this scope']],
    [
      'maven.txt',
      [
        'junit | SumTest.addsTwoNumbers | SumTest.java:12 | expected: <3> but was: <-1>',
        'junit | SumTest.takesNegatives | SumTest.java:17 | IllegalArgument negative is not allowed',
      ],
    ],
    [
      'gradle.txt',
      [
        'junit | SumTest > addsTwoNumbers() | SumTest.java:12 | org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>',
        'junit | SumTest > takesNegatives() | SumTest.java:17 | java.lang.IllegalArgumentException',
      ],
    ],
    [
      'junit.xml',
      [
        'junit | com.example.SumTest.addsTwoNumbers | src/SumTest.java:12 | expected: <3> but was: <-1>',
        'junit | com.example.SumTest.takesNegatives |  | negative is not allowed',
      ],
    ],
    ...['tsc.txt', 'tsc-pretty.txt'].map((name): [string, string[]] => [
      name,
      [
        "tsc |  | src/bad.ts:1 | TS2322: Type 'string' is not assignable to type 'number'.",
        "tsc |  | src/bad.ts:3 | TS2339: Property 'title' does not exist on type '{ id: number; }'.",
      ],
    ]),
    [
      'eslint.txt',
      [
        "eslint |  | /project/src/lint.js:1 | 'unused' is assigned a value but never used (no-unused-vars)",
        "eslint |  | /project/src/lint.js:2 | 'foo' is not defined (no-undef)",
      ],
    ],
  ])('%s', (name, expected) => {
    expect(brief(name)).toEqual(expected);
  });
});

describe('a run', () => {
  it.each([
    ['      Tests  12 passed (12)'],
    ['Tests:       3 passed, 3 total'],
    ['  4 passing (16ms)'],
    ['ℹ fail 0'],
    ['# fail 0'],
    ['========= 3 passed, 1 warning in 0.72s ========='],
    ['ok  \texample.com/sum\t0.002s'],
    ['test result: ok. 3 passed; 0 failed; 0 ignored'],
    ['BUILD SUCCESSFUL in 2s'],
  ])('passed when it says %j', (line) => {
    expect(parseRun(`noise\n${line}\n`).verdict).toBe('passed');
  });

  it.each([['Tests:       1 failed, 2 passed, 3 total'], ['3 failed, 1 passed in 0.66s'], ['hello']])(
    'is not taken for passed when it says %j',
    (line) => {
      expect(parseRun(line).verdict).toBe('unknown');
    },
  );

  it('never throws and stays quick, whatever was printed', () => {
    const noise = fc.array(
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          ' FAIL  a > b',
          '  ● x',
          '  2 failing',
          '  1) a',
          '✖ failing tests:',
          'test at a:1:2',
        ),
        fc.constantFrom('TAP version 13', 'not ok 1 - x', '___ t ___', 'FAILED a.py::t - x', '--- FAIL: T'),
        fc.constantFrom('---- t stdout ----', 'error: x', '<testsuite><testcase name="a"><failure'),
      ),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(noise, (lines) => {
        const started = process.cpuUsage();
        parseRun(lines.join('\n'));
        expect(process.cpuUsage(started).user).toBeLessThan(FIVE_SECONDS);
      }),
    );
  });

  it('reads a megabyte without line ends in a moment', () => {
    const started = process.cpuUsage();
    parseRun('a:1 '.repeat(250_000));
    parseRun(' '.repeat(1_000_000));
    expect(process.cpuUsage(started).user).toBeLessThan(FIVE_SECONDS);
  });
});

describe('a command', () => {
  it.each([
    'npm test',
    'pnpm run build',
    'npx vitest run src',
    'cd a && go test ./...',
    'node --test',
    'yarn lint',
  ])('%s runs tests or a build', (command) => {
    expect(isRunCommand(command)).toBe(true);
  });
  it.each(['ls', 'git status', 'cat test.log', 'npm install'])('%s does not', (command) => {
    expect(isRunCommand(command)).toBe(false);
  });
});

it('a long line without an end takes no longer to read than it is', () => {
  const started = process.cpuUsage();
  expect(parseRun(`x${' > '.repeat(60_000)}`).verdict).toBe('unknown');
  expect(isRunCommand('npm '.repeat(50_000))).toBe(false);
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});
