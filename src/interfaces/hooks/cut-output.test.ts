import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { indexProject } from '../../indexing/index-project.ts';
import { parseRun } from '../../knowledge/failures/parse-run.ts';
import { openEngine } from '../../open-engine.ts';
import { onCommand } from './on-command.ts';

/** Packages of one repository, as people lay them out. */
const FILES: Readonly<Record<string, string>> = {
  'packages/core/src/index.js': "export { Ledger } from './ledger.js';\nexport * from './money/split.js';\n",
  'packages/core/src/ledger.js':
    '/** Bookings, newest last. */\nexport class Ledger {\n  book(amount) {\n    return this;\n  }\n\n  balanceOf(account) {\n    return 0;\n  }\n}\n',
  'packages/core/src/money/split.js':
    '/** Splits an amount. */\nexport function splitEvenly(cents, parts) {\n  return [];\n}\n',
  'packages/core/test/bookkeeping.test.js':
    "import { Ledger, splitEvenly } from '../src/index.js';\n\nit('adds', () => {\n  const ledger = new Ledger().book(5);\n  assert.equal(ledger.balanceOf('a'), 6);\n});\nit('splits', () => {\n  assert.deepEqual(splitEvenly(100, 3), [34, 33, 33]);\n});\n",
  'packages/api/src/router.js':
    'function matchRoute(pattern, path) {\n  return undefined;\n}\nmodule.exports = { matchRoute };\n',
  'packages/api/__tests__/requests.test.js':
    "const { matchRoute } = require('../src/router');\n\ntest('reads', () => {\n  expect(matchRoute('/users/:id', '/users/7')).toEqual({ id: '7' });\n});\n",
  'services/billing/__init__.py': 'from .invoice import Invoice\n',
  'services/billing/invoice.py':
    'from dataclasses import dataclass\n\n\n@dataclass\nclass Invoice:\n    days: int = 14\n\n    def due(self):\n        return 0\n',
  'services/tests/test_reminders.py':
    'from billing import Invoice\n\n\ndef test_due():\n    assert Invoice().due() == 14\n',
  'services/rates/convert.go':
    'package rates\n\n// Convert gives an amount.\nfunc Convert(euros float64) float64 {\n\treturn 0\n}\n',
  'services/rates/exchange_test.go':
    'package rates\n\nimport "testing"\n\nfunc TestConvert(t *testing.T) {\n\tif Convert(10) != 11 {\n\t\tt.Fatal("wrong")\n\t}\n}\n',
  'crates/fees/src/lib.rs': 'mod tiers;\npub use tiers::fee_for;\n',
  'crates/fees/src/tiers.rs':
    '#[inline]\n/// Cents to pay.\npub fn fee_for(cents: u64) -> u64 {\n    cents / 100\n}\n',
  'crates/fees/tests/charging.rs':
    'use fees::fee_for;\n\n#[test]\nfn gold_pays_less() {\n    assert!(fee_for(10_000) < 1);\n}\n',
};

const TAILS: readonly (readonly [what: string, command: string, output: string, shown: readonly string[]])[] =
  [
    [
      'vitest',
      'cd packages/core && npx vitest run 2>&1 | tail -12',
      '+ Received\n\n- 6\n\n ❯ test/bookkeeping.test.js:5:33\n      5|   assert.equal(ledger.balanceOf());\n       |                                 ^\n\n⎯⎯⎯⎯⎯⎯⎯⎯[9/9]⎯\n\n Test Files  1 failed (1)\n      Tests  9 failed | 36 passed (45)\n',
      ['fails at line 5', 'export class Ledger'],
    ],
    [
      'vitest, of a file that cannot be parsed',
      'npx vitest run --root packages/core',
      ' FAIL  test/bookkeeping.test.js [ test/bookkeeping.test.js ]\nRolldownError: Transform failed with 1 error:\n\n[PARSE_ERROR] Unexpected token\n     ╭─[ src/ledger.js:3:5 ]\n     │\n   3 │     return\n─────╯\n\n  File: /x/packages/core/src/ledger.js\n ❯ transformWithOxc ../../node_modules/vite/dist/node/chunks/node.js:7618:19\n\n⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯\n\n Test Files  1 failed (1)\n',
      ['fails at line 3', 'export class Ledger'],
    ],
    [
      'jest',
      'npm test --prefix packages/api | tail -9',
      "    >  4 |   expect(matchRoute('/users/:id', '/users/7')).toEqual({ id: '7' });\n\n      at Object.toEqual (__tests__/requests.test.js:4:46)\n\nTest Suites: 1 failed, 1 total\nTests:       2 failed, 2 total\nSnapshots:   0 total\nTime:        1.3 s\n",
      ['fails at line 4', 'function matchRoute'],
    ],
    [
      'node:test, as it prints to a terminal',
      'node --test packages/core | tail -10',
      "  -   33\n    ]\n      at TestContext.<anonymous> (file:///builds/x/packages/core/test/bookkeeping.test.js:8:12)\n      at Test.run (node:internal/test_runner/test:796:25)\n      at async Promise.all (index 0) {\n    generatedMessage: true,\n    code: 'ERR_ASSERTION',\n    operator: 'deepStrictEqual'\n  }\n",
      ['fails at line 8', 'export function splitEvenly'],
    ],
    [
      'node:test, as it prints to a pipe',
      'npm test -w @acme/core | tail -14',
      '      stack: |-\n        TestContext.<anonymous> (file:///builds/x/packages/core/test/bookkeeping.test.js:8:12)\n        Test.run (node:internal/test_runner/test:796:25)\n      ...\n1..1\n# tests 3\n# pass 1\n# fail 2\n# cancelled 0\nnpm error Lifecycle script `test` failed with error:\n',
      ['fails at line 8', 'export function splitEvenly'],
    ],
    [
      'pytest',
      'cd services && pytest -q | tail -3',
      'FAILED tests/test_reminders.py::test_due - assert 0 == 14\n1 failed in 0.4s\n',
      ['failing test', '@dataclass'],
    ],
    [
      'go test, without what the test printed',
      'go test ./... | grep -E "^(---|FAIL)"',
      '--- FAIL: TestConvert (0.00s)\nFAIL\tacme.example/rates\t0.006s\nFAIL\n',
      ['failing test', 'func Convert(euros'],
    ],
    [
      'go test, in the middle of a panic',
      'go test ./services/rates | tail -6',
      'panic({0x508f00, 0x5feab0})\n\t/usr/lib/go-1.19/src/runtime/panic.go:884 +0x212\nacme.example/rates.TestConvert(0xc000096d00?)\n\t/builds/x/services/rates/exchange_test.go:6 +0x16\nFAIL\tacme.example/rates\t0.005s\nFAIL\n',
      ['fails at line 6', 'func Convert(euros'],
    ],
    [
      'cargo test, with a backtrace before the names',
      'cargo test -p fees | tail -8',
      'note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.\n\n\nfailures:\n    gold_pays_less\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.23s\n',
      ['failing test', 'pub fn fee_for'],
    ],
  ];

let engine: Engine;
let root = '';
let calls = 0;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-cut-'));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
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

const said = (command: string, output: string, failed: boolean) =>
  onCommand(
    engine,
    {
      kind: 'command',
      dialect: 'claude',
      eventName: 'PostToolUse',
      session: `s${calls++}`,
      folder: root,
      command,
      output,
      failed,
    },
    calls,
  );

describe('a failure whose beginning was cut off is shown with the code under test', () => {
  // A pipe hides the exit status.
  it.each(TAILS)('%s', async (_what, command, output, shown) => {
    const text = await said(command, output, false);
    for (const part of shown) expect(text).toContain(part);
  });
});

it('shows lines that several failures share once, and says where each failed', async () => {
  const output =
    "TAP version 13\nnot ok 1 - adds\n  ---\n  location: '/x/packages/core/test/bookkeeping.test.js:5:3'\n  error: 'no'\n  ...\nnot ok 2 - splits\n  ---\n  location: '/x/packages/core/test/bookkeeping.test.js:8:3'\n  error: 'no'\n  ...\n# fail 2\n";
  const text = await said('npm test', output, true);
  expect(text).toContain('fails at lines 5, 8');
  expect(text.match(/const ledger = /g)).toHaveLength(1);
  expect(text).toContain('export class Ledger');
  expect(text).toContain('export function splitEvenly');
});

it('never takes a run that passed for one that failed, however much of it is left', () => {
  const passed = [
    ' ❯ test/a.test.ts:3:1\n\n Test Files  3 passed (3)\n      Tests  9 passed (9)\n',
    'at f (src/a.js:3:4)\nTests:       2 passed, 2 total\n',
    '# fail 0\n',
    '3 passed in 0.1s\n',
    'ok  \tacme.example/rates\t0.006s\n',
    'test result: ok. 3 passed; 0 failed\n',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...passed), fc.nat(40), (output, start) => {
      expect(parseRun(output.slice(start)).verdict).not.toBe('failed');
    }),
  );
});
