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
};

interface Runner {
  readonly name: string;
  readonly source: keyof typeof SOURCES & string;
  readonly command: string;
  readonly print: (path: string) => string;
}
const RUNNERS: readonly Runner[] = [
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
    name: 'tsc',
    source: 'ts',
    command: 'npx tsc --noEmit',
    print: (path) => `${path}(${LINE},3): error TS2345: Argument of type 'string'.\n`,
  },
];

const PACKAGE = 'packages/web';
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
    ['with the folder as an option', { folder: '', command: `npm --prefix ${PACKAGE} test`, path: test }],
  ])('%s', async (_place, place) => {
    expect(parseRun(runner.print(place.path)).failures.length).toBeGreaterThan(0);
    const text = await said(runner, place);
    expect(text).toContain(`${PACKAGE}/${test}:1-`);
    expect(text).toContain(`${PACKAGE}/${code}:`);
  });
});
