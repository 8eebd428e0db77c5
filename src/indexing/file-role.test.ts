import { expect, test } from 'vitest';
import type { ParsedFile } from '../core/parser.ts';
import { chunkRoleOf, fileRoleOf } from './file-role.ts';

const parsed = (language: string): ParsedFile => ({
  language,
  units: [],
  references: [],
  imports: [],
  approximate: false,
});

test.each([
  ['src/a.ts', 'typescript', 'source'],
  ['src/a.test.ts', 'typescript', 'test'],
  ['pkg/a_test.go', 'go', 'test'],
  ['tests/test_a.py', 'python', 'test'],
  ['src/test/java/FooTest.java', 'java', 'test'],
  ['Shop.Tests/Orders/Refund.cs', 'csharp', 'test'],
  ['Shop.Tests.Contracts/Sagas.cs', 'csharp', 'test'],
  ['Shop.IntegrationTests/Refund.cs', 'csharp', 'test'],
  ['Tests/Helpers/Server.swift', 'swift', 'test'],
  ['lib/src/androidUnitTest/kotlin/Io.kt', 'kotlin', 'test'],
  ['pkg/testhelpers/server.go', 'go', 'test'],
  ['src/__typetest__/form.ts', 'typescript', 'test'],
  ['src/io/tests.rs', 'rust', 'test'],
  ['client-testing-support/src/main/kotlin/Clock.kt', 'kotlin', 'test'],
  ['test_util/clock.cc', 'cpp', 'test'],
  ['tools/db_bench_tool.cc', 'cpp', 'example'],
  ['src/benchmark.py', 'python', 'source'],
  ['BENCH.md', 'markdown', 'document'],
  ['src/workbench.ts', 'typescript', 'source'],
  ['docs/scripts/theme.js', 'javascript', 'example'],
  ['docs/guide.md', 'markdown', 'document'],
  ['src/docs/Page.tsx', 'typescript', 'source'],
  ['Sources/Guide.docc/Resources/Cell-1.swift', 'swift', 'example'],
  ['src/latest/a.ts', 'typescript', 'source'],
  ['src/Contest/Entry.cs', 'csharp', 'source'],
  ['src/Testing/Harness.cs', 'csharp', 'source'],
  ['src/attestation/verify.ts', 'typescript', 'source'],
  ['src/contest.py', 'python', 'source'],
  ['examples/a.ts', 'typescript', 'example'],
  ['README.md', 'markdown', 'document'],
  ['types/a.d.ts', 'typescript', 'declaration'],
  ['tsconfig.json', 'json', 'config'],
  ['vite.config.ts', 'typescript', 'config'],
  ['src/generated/a.ts', 'typescript', 'generated'],
])('%s (%s) is %s', (path, language, role) => {
  expect(fileRoleOf(path, parsed(language))).toBe(role);
});

test('a file that only re-exports is a barrel', () => {
  const imports = [
    { module: './a.ts', names: ['a'], line: 1 },
    { module: './b.ts', names: ['b'], line: 2 },
  ];
  expect(fileRoleOf('src/index.ts', { ...parsed('typescript'), imports })).toBe('barrel');
  expect(fileRoleOf('src/all.ts', { ...parsed('typescript'), imports })).toBe('barrel');
});

test.each([
  ['tests.reads_empty', 'rust', 'source', 'test'],
  ['parser.tests', 'rust', 'source', 'test'],
  ['parser.test_mode', 'rust', 'source', 'source'],
  ['tests.reads_empty', 'rust', 'example', 'example'],
  ['Client.test', 'python', 'source', 'source'],
] as const)('%s (%s) in a file for %s is %s', (qualifiedName, language, role, expected) => {
  expect(chunkRoleOf({ role, language, qualifiedName })).toBe(expected);
});
