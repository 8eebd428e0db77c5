import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/core/vocabulary.ts';
import { runBinary, temporaryFolder } from './run-binary.ts';

const ITEMS = JSON.stringify([
  {
    id: 'a',
    source: 'code',
    entityType: 'function',
    name: 'add',
    content: '',
    relevance: 0.9,
    location: { path: 'src/add.ts', startLine: 1, endLine: 3, language: 'typescript' },
  },
  {
    id: 'b',
    source: 'memory',
    entityType: 'decision',
    name: 'Sums',
    content: 'Sums are exact.',
    relevance: 0.5,
  },
  {
    id: 'c',
    source: 'document',
    entityType: 'section',
    name: 'Gone',
    content: 'Was here.',
    relevance: 0.2,
    location: { path: 'gone.md', startLine: 1, endLine: 1 },
  },
]);

function project(): string {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'src'));
  writeFileSync(join(cwd, 'src/add.ts'), 'export function add(a: number, b: number) {\n  return a + b;\n}\n');
  writeFileSync(join(cwd, 'src/other.ts'), 'export const colour = "red";\n');
  return cwd;
}

describe('assemble-items', () => {
  it.each(FORMATS)('reads items from a pipe and prints nothing but the context as %s', async (format) => {
    const { status, stdout, stderr } = await runBinary(['assemble-items', '--format', format], {
      cwd: project(),
      stdin: ITEMS,
    });
    expect(status).toBe(0);
    for (const text of ['return a + b;', 'Sums are exact.', 'Was here.']) expect(stdout).toContain(text);
    expect(stderr).toContain('marked stale');
  });

  it('never prints more tokens than asked for, the last line feed included', async () => {
    for (const maxTokens of [0, 30, 60, 90]) {
      const args = ['assemble-items', '--max-tokens', String(maxTokens)];
      const { stdout } = await runBinary(args, { cwd: project(), stdin: ITEMS });
      expect(countTokens(stdout)).toBeLessThanOrEqual(maxTokens);
    }
  });

  it('answers items that are none with status 2 and a sentence', async () => {
    const { status, stdout, stderr } = await runBinary(['assemble-items'], {
      cwd: project(),
      stdin: '[{"id": 1}]',
    });
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('items.0');
  });
});

describe('pack', () => {
  it('prints the files that share words with the task', async () => {
    const args = ['pack', 'src', '--task', 'add two numbers', '--max-tokens', '200', '--format', 'plain'];
    const { status, stdout } = await runBinary(args, { cwd: project() });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^src\/add\.ts:1-3 add/);
    expect(stdout).not.toContain('colour');
  });

  it('gives the whole reply with --json', async () => {
    const { stdout } = await runBinary(['pack', 'src/*.ts', '--json'], { cwd: project() });
    const reply = JSON.parse(stdout);
    expect(reply).toMatchObject({ budget: 8000, counter: { name: 'o200k_base', exact: true } });
    expect(reply.items).toHaveLength(2);
  });
});
