import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { indexProject } from '../../indexing/index-project.ts';
import { parseRun } from '../../knowledge/failures/parse-run.ts';
import { openEngine } from '../../open-engine.ts';
import { onCommand } from './on-command.ts';

const LINE = 3;
/** A test and the code it tests, in a package, by language; the third line of the test fails. */
const SOURCES: Readonly<
  Record<string, readonly [test: string, code: string, text: string, codeText: string]>
> = {
  js: [
    'src/price.test.js',
    'src/price.js',
    "it('adds tax', () => {\n  // one\n  expect(priceOf(1)).toBe(2);\n});\n",
    'export function priceOf(cents) {\n  return cents - 1;\n}\n',
  ],
  py: [
    'tests/test_order.py',
    'shop/order.py',
    'def test_total():\n    # one\n    assert total_of(1) == 2\n',
    'def total_of(cents):\n    return cents - 1\n',
  ],
  go: [
    'calc/rate_test.go',
    'calc/rate.go',
    'func TestRate(t *testing.T) {\n  // one\n  if RateOf(1) != 2 { t.Errorf("RateOf") }\n}\n',
    'func RateOf(cents int) int {\n  return cents - 1\n}\n',
  ],
  rs: [
    'tests/stock_test.rs',
    'src/stock.rs',
    '#[test]\nfn counts() {\n  assert_eq!(stock_of(1), 2);\n}\n',
    'pub fn stock_of(count: i32) -> i32 {\n  count - 1\n}\n',
  ],
  java: [
    'src/test/java/shop/CartTest.java',
    'src/main/java/shop/Cart.java',
    'class CartTest {\n  @Test void sums() {\n    assertEquals(2, Cart.sumOf(1));\n  }\n}\n',
    'class Cart {\n  static int sumOf(int cents) {\n    return cents - 1;\n  }\n}\n',
  ],
  ts: [
    'src/label.spec.ts',
    'src/label.ts',
    "it('labels', () => {\n  // one\n  expect(labelOf(1)).toBe('2');\n});\n",
    'export const labelOf = (count: number): string => {\n  return String(count - 1);\n};\n',
  ],
  rb: [
    'spec/basket_spec.rb',
    'lib/basket.rb',
    "RSpec.describe Basket do\n  it 'adds tax' do\n    expect(Basket.total).to eq(2)\n  end\nend\n",
    'class Basket\n  def self.total\n    0\n  end\nend\n',
  ],
  minitest: [
    'test/parcel_test.rb',
    'app/models/parcel.rb',
    'class ParcelTest < Minitest::Test\n  def test_weight\n    assert_equal 2, Parcel.new.weight\n  end\nend\n',
    'class Parcel\n  def weight\n    0\n  end\nend\n',
  ],
  php: [
    'tests/Unit/TariffTest.php',
    'src/Tariff.php',
    '<?php\nfinal class TariffTest extends TestCase {\n  public function testRate() { $this->assertSame(2, Tariff::rateFor(1)); }\n}\n',
    '<?php\nfinal class Tariff {\n  public static function rateFor(int $cents): int {\n    return $cents - 1;\n  }\n}\n',
  ],
  cs: [
    'Shop.Tests/LedgerTests.cs',
    'Shop/Ledger.cs',
    'public class LedgerTests {\n  [Fact] public void Balances() {\n    Assert.Equal(2, Ledger.BalanceOf(1));\n  }\n}\n',
    'public static class Ledger {\n  public static int BalanceOf(int cents) {\n    return cents - 1;\n  }\n}\n',
  ],
  /** Tests named after a story, not after the code. */
  story: [
    'test/refunding.test.js',
    'src/ledger-entries.js',
    "import { reversalOf } from '../src/ledger-entries.js';\nit('refunds', () => {\n  expect(reversalOf(1)).toBe(2);\n});\n",
    '/** Reverses. */\nexport function reversalOf(cents) {\n  return cents - 1;\n}\n',
  ],
  pystory: [
    'tests/test_refunding.py',
    'shop/entries.py',
    'from shop.entries import reversal_of\ndef test_refund():\n    assert reversal_of(1) == 2\n',
    'RATE = 1\n\ndef reversal_of(cents):\n    return cents - 1\n',
  ],
  ex: [
    'test/shop/coupon_test.exs',
    'lib/shop/coupon.ex',
    'defmodule Shop.CouponTest do\n  test "applies" do\n    assert Shop.Coupon.apply_to(1) == 2\n  end\nend\n',
    'defmodule Shop.Coupon do\n  def apply_to(cents) do\n    cents - 1\n  end\nend\n',
  ],
};

interface Runner {
  readonly name: string;
  readonly source: keyof typeof SOURCES & string;
  readonly command: string;
  readonly print: (path: string) => string;
}
const RUNNERS: readonly Runner[] = [
  {
    name: 'playwright',
    source: 'story',
    command: 'npx playwright test',
    print: (path) =>
      `  1) [chromium] › ${path}:2:1 › refunds ────\n\n    Error: expect(received).toBe(expected)\n\n        at ${path}:${LINE}:9\n\n  1 failed\n`,
  },
  {
    name: 'ava',
    source: 'story',
    command: 'npx ava',
    print: (path) =>
      `  ✘ [fail]: refunds\n  ─\n\n  refunds\n\n  ${path}:${LINE}\n\n  Difference (- actual, + expected):\n\n  - 0\n  + 2\n\n  › file://${path}:${LINE}:5\n\n  ─\n\n  1 test failed\n`,
  },
  {
    name: 'jasmine',
    source: 'story',
    command: 'npx jasmine',
    print: (path) =>
      `Failures:\n1) refunds\n  Message:\n    Expected 0 to be 2.\n  Stack:\n        at <Jasmine>\n        at UserContext.<anonymous> (${path}:${LINE}:9)\n\n1 spec, 1 failure\n`,
  },
  {
    name: 'bun',
    source: 'story',
    command: 'bun test',
    print: (path) =>
      `bun test v1.1.38\n\n${path}:\nerror: expect(received).toBe(expected)\n\n      at <anonymous> (${path}:${LINE}:9)\n(fail) refunds [0.42ms]\n\n 0 pass\n 1 fail\n`,
  },
  {
    name: 'deno',
    source: 'story',
    command: 'deno test -A',
    print: (path) =>
      ` ERRORS \n\nrefunds => ./${path}:2:6\nerror: AssertionError: Values are not equal.\n    at ${path}:${LINE}:3\n\n FAILURES \n\nrefunds => ./${path}:2:6\n`,
  },
  {
    name: 'pytest without tracebacks',
    source: 'pystory',
    command: 'pytest --tb=no -q',
    print: (path) => `FAILED ${path}::test_refund - assert 0 == 2\n1 failed in 0.02s\n`,
  },
  {
    name: 'unittest',
    source: 'pystory',
    command: 'python3 -m unittest',
    print: (path) =>
      `F\n${'='.repeat(70)}\nFAIL: test_refund (tests.test_refunding.T.test_refund)\n${'-'.repeat(70)}\nTraceback (most recent call last):\n  File "${path}", line ${LINE}, in test_refund\n    assert reversal_of(1) == 2\nAssertionError: 0 != 2\n\nRan 1 test in 0.1s\n`,
  },
  {
    name: 'vitest',
    source: 'js',
    command: 'npx vitest run',
    print: (path) => ` FAIL  ${path} > adds tax\nAssertionError: expected 0 to be 2\n ❯ ${path}:${LINE}:9\n`,
  },
  {
    name: 'jest',
    source: 'js',
    command: 'npx jest',
    print: (path) =>
      `FAIL ${path}\n  ● adds tax\n\n    expect(received).toBe(expected)\n\n      at Object.toBe (${path}:${LINE}:9)\n`,
  },
  {
    name: 'mocha',
    source: 'js',
    command: 'npx mocha',
    print: (path) =>
      `  0 passing (1ms)\n  1 failing\n\n  1) adds tax:\n\n      AssertionError: 0 !== 2\n      at Context.<anonymous> (${path}:${LINE}:9)\n`,
  },
  {
    name: 'node:test',
    source: 'js',
    command: 'node --test',
    print: (path) =>
      `✖ adds tax (1.5ms)\n✖ failing tests:\n\ntest at ${path}:${LINE}:1\n✖ adds tax (1.5ms)\n  AssertionError [ERR_ASSERTION]: 0 !== 2\n`,
  },
  {
    name: 'pytest',
    source: 'py',
    command: 'pytest',
    print: (path) =>
      `=== FAILURES ===\n___ test_total ___\n\n    def test_total():\n>       assert total_of(1) == 2\nE       assert 0 == 2\n\n${path}:${LINE}: AssertionError\n=== short test summary info ===\nFAILED ${path}::test_total - assert 0 == 2\n`,
  },
  {
    name: 'go',
    source: 'go',
    command: 'go test ./...',
    print: (path) =>
      `--- FAIL: TestRate (0.00s)\n    ${path.split('/').at(-1)}:${LINE}: RateOf\nFAIL\nFAIL\texample.com/shop/${dirname(path)}\t0.003s\n`,
  },
  {
    name: 'cargo',
    source: 'rs',
    command: 'cargo test',
    print: (path) =>
      `---- counts stdout ----\n\nthread 'counts' panicked at ${path}:${LINE}:3:\nassertion failed\n\ntest result: FAILED. 0 passed; 1 failed\n`,
  },
  {
    name: 'maven',
    source: 'java',
    command: 'mvn test',
    print: () => `[ERROR] Failures:\n[ERROR]   CartTest.sums:${LINE} expected: <2> but was: <0>\n`,
  },
  {
    name: 'gradle',
    source: 'java',
    command: './gradlew test',
    print: () =>
      `CartTest > sums() FAILED\n    org.opentest4j.AssertionFailedError: expected: <2> but was: <0>\n        at app//shop.CartTest.sums(CartTest.java:${LINE})\n\n`,
  },
  {
    name: 'rspec',
    source: 'rb',
    command: 'bundle exec rspec',
    print: (path) =>
      `F\n\nFailures:\n\n  1) Basket adds tax\n     Failure/Error: expect(Basket.total).to eq(2)\n\n       expected: 2\n            got: 0\n\n       (compared using ==)\n     # /usr/lib/ruby/gems/3.3.0/gems/rspec-support/support.rb:97:in \`block'\n     # ./${path}:${LINE}:in \`block (2 levels) in <top (required)>'\n\nFinished in 0.01 seconds (files took 0.1 seconds to load)\n1 example, 1 failure\n\nFailed examples:\n\nrspec ./${path}:2 # Basket adds tax\n`,
  },
  {
    name: 'minitest',
    source: 'minitest',
    command: 'bin/rails test',
    print: (path) =>
      `# Running:\n\nF\n\n  1) Failure:\nParcelTest#test_weight [${path}:${LINE}]:\nExpected: 2\n  Actual: 0\n\n1 runs, 1 assertions, 1 failures, 0 errors, 0 skips\n`,
  },
  {
    name: 'phpunit',
    source: 'php',
    command: 'vendor/bin/phpunit',
    print: (path) =>
      `PHPUnit 11.2.0 by Sebastian Bergmann and contributors.\n\nF  1 / 1 (100%)\n\nThere was 1 failure:\n\n1) Tests\\Unit\\TariffTest::testRate\nFailed asserting that 0 is identical to 2.\n\n${path}:${LINE}\n\nFAILURES!\nTests: 1, Assertions: 1, Failures: 1.\n`,
  },
  {
    name: 'pest',
    source: 'php',
    command: './vendor/bin/pest',
    print: (path) =>
      `   FAIL  Tests\\Unit\\TariffTest\n  ⨯ rate 0.01s\n  ────────────\n   FAILED  Tests\\Unit\\TariffTest > rate\n  Failed asserting that 0 is identical to 2.\n\n  at ${path}:${LINE}\n\n  Tests:    1 failed (1 assertions)\n`,
  },
  {
    name: 'dotnet test',
    source: 'cs',
    command: 'dotnet test',
    print: (path) =>
      `[xUnit.net 00:00:00.51]     Shop.Tests.LedgerTests.Balances [FAIL]\n  Failed Shop.Tests.LedgerTests.Balances [3 ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: 2\nActual:   0\n  Stack Trace:\n     at Shop.Tests.LedgerTests.Balances() in /build/agent/${path}:line ${LINE}\n     at System.Reflection.MethodBaseInvoker.InvokeWithNoArgs(Object obj, BindingFlags invokeAttr)\n\nFailed!  - Failed:     1, Passed:     0, Skipped:     0, Total:     1, Duration: 3 ms - Shop.Tests.dll (net8.0)\n`,
  },
  {
    name: 'mix test',
    source: 'ex',
    command: 'mix test',
    print: (path) =>
      `  1) test applies (Shop.CouponTest)\n     ${path}:2\n     Assertion with == failed\n     code:  assert Shop.Coupon.apply_to(1) == 2\n     left:  0\n     right: 2\n     stacktrace:\n       ${path}:${LINE}: (test)\n\nFinished in 0.03 seconds\n1 test, 1 failure\n`,
  },
  {
    name: 'tsc',
    source: 'ts',
    command: 'npx tsc --noEmit',
    print: (path) => `${path}(${LINE},3): error TS2345: Argument of type 'string'.\n`,
  },
];

const PACKAGE = 'packages/web';
/** Tests that import from an index, and what it exports again. */
const BEHIND_AN_INDEX: Readonly<Record<string, string>> = {
  'src/index.ts': "export * from './amounts/rounding.ts';\nexport * from './x.ts';\n",
  'src/amounts/rounding.ts': 'export function rounded(cents: number) {\n  return cents - 1;\n}\n',
  'src/amounts/other.ts': 'export function unrelated(cents: number) {\n  return cents;\n}\n',
  'src/x.ts': 'export function twice(n: number) {\n  return n;\n}\n',
  'src/y.ts': 'export function twice(n: number) {\n  return n + 1;\n}\n',
  'src/assertions.ts': 'export function expectation(n: number) {\n  return n;\n}\n',
  'test/through-index.test.ts':
    "import { expect, it } from 'vitest';\nimport {\n  rounded } from '../src'; it('rounds', () => expect(rounded(1)).toBe(2));\n",
  'test/ambiguous.test.ts':
    "import { expect, it } from 'vitest';\nimport { twice } from '../src';\nit('doubles', () => expect(twice(1)).toBe(2));\n",
  'test/of-the-runner.test.ts':
    "import { it } from 'vitest';\nimport { expectation } from 'vitest';\nit('expects', () => expectation(1).toBe(2));\n",
};
let engine: Engine;
let root = '';
let calls = 0;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-failing-'));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('dossier.config.json', '{}');
  for (const [test, code, text, codeText] of Object.values(SOURCES)) {
    write(`${PACKAGE}/${test}`, text);
    write(`${PACKAGE}/${code}`, codeText);
  }
  for (const [path, text] of Object.entries(BEHIND_AN_INDEX)) write(`${PACKAGE}/${path}`, text);
  engine = openEngine({
    root,
    environment: { XDG_CACHE_HOME: `${root}-cache` },
    settings: { 'embedder.kind': 'none' },
  });
  await indexProject(engine, { now: 0, signal: new AbortController().signal, progress: () => undefined });
});
afterAll(async () => {
  await engine.close();
  for (const made of [root, `${root}-cache`]) rmSync(made, { recursive: true, force: true });
});

const said = (
  runner: Runner,
  place: { readonly folder: string; readonly command: string; readonly path: string },
) =>
  onCommand(
    engine,
    {
      kind: 'command',
      dialect: 'claude',
      eventName: 'PostToolUse',
      session: `s${calls++}`,
      folder: join(root, place.folder),
      command: place.command,
      output: runner.print(place.path),
      failed: true,
    },
    calls,
  );

describe.each(RUNNERS)('a failure of $name is shown with the code under test', (runner) => {
  const [test = '', code = ''] = SOURCES[runner.source] ?? [];
  it.each([
    ['run in the root', { folder: '', command: runner.command, path: `${PACKAGE}/${test}` }],
    ['after cd', { folder: '', command: `cd ${PACKAGE} && ${runner.command}`, path: test }],
    ['in a folder of the project', { folder: PACKAGE, command: runner.command, path: test }],
    ['in a container', { folder: '', command: runner.command, path: `/builds/7/${PACKAGE}/${test}` }],
    ['with the folder as an option', { folder: '', command: `npm --prefix ${PACKAGE} test`, path: test }],
  ])('%s', async (_place, place) => {
    expect(parseRun(runner.print(place.path)).failures.length).toBeGreaterThan(0);
    const text = await said(runner, place);
    expect(text).toMatch(new RegExp(`\`${PACKAGE}/${test}:\\d+-\\d+\``));
    expect(text).toContain(`${PACKAGE}/${code}:`);
  });
});

it('shows no line twice when one failure points at a test and the next at the code', async () => {
  const failed = (name: string, path: string, line: number) =>
    `${'='.repeat(70)}\nFAIL: ${name} (tests.T.${name})\nTraceback (most recent call last):\n  File "${path}", line ${line}, in f\nValueError: 0\n\n`;
  const runner: Runner = {
    name: 'unittest',
    source: 'pystory',
    command: 'python3 -m unittest',
    print: (path) => failed('test_a', path, LINE) + failed('test_b', `${PACKAGE}/shop/entries.py`, 4),
  };
  const path = `${PACKAGE}/tests/test_refunding.py`;
  const text = await said(runner, { folder: '', command: runner.command, path });
  expect(text.match(/def reversal_of/g)).toHaveLength(1);
});

it('shows the code behind an index that only exports again, and nothing where two files define the name', async () => {
  const test = (name: string) => `${PACKAGE}/test/${name}.test.ts`;
  const runner = (name: string): Runner => ({
    name: 'vitest',
    source: 'ts',
    command: 'npx vitest run 2>&1 | tail -20',
    print: (path) =>
      ` FAIL  ${path} > ${name}\nAssertionError: expected 0 to be 2\n\n ❯ ${path}:${LINE}:9\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)\n`,
  });
  const shown = (name: string) =>
    said(runner(name), { folder: '', command: runner(name).command, path: test(name) });
  expect(await shown('through-index')).toContain('export function rounded(');
  expect(await shown('through-index')).not.toContain('export function unrelated(');
  expect(await shown('ambiguous')).not.toContain('export function twice(');
  expect(await shown('of-the-runner')).not.toContain('export function expectation(');
});
