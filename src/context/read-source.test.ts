import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../open-engine.ts';
import { readSource } from './read-source.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'dossier-read-'));
  writeFileSync(
    join(root, 'a.txt'),
    Array.from({ length: 200 }, (_, index) => `line ${index + 1}`).join('\n'),
  );
  writeFileSync(join(root, '.env'), 'TOKEN=1');
});
afterAll(() => rmSync(root, { recursive: true }));

const read = (fields: Partial<Parameters<typeof readSource>[1]>) =>
  readSource(openEngine({ root, environment: {} }), {
    path: 'a.txt',
    startLine: 1,
    endLine: undefined,
    maxTokens: 8000,
    counter: 'characters',
    ...fields,
  });

describe('reading lines', () => {
  it('gives the lines asked for and says how many there are', async () => {
    expect(await read({ startLine: 3, endLine: 4 })).toMatchObject({
      text: 'line 3\nline 4',
      endLine: 4,
      totalLines: 200,
      truncated: false,
    });
    expect((await read({ startLine: 199, endLine: 999 })).text).toBe('line 199\nline 200');
  });

  it('never exceeds the budget and gives as many lines as fit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 1, max: 200 }),
        async (maxTokens, startLine) => {
          const counter = await openEngine({ root, environment: {} }).counter('characters');
          const found = await read({ maxTokens, startLine });
          expect(found.tokenCount).toBeLessThanOrEqual(maxTokens);
          expect(found.tokenCount).toBe(counter.count(found.text));
          const more = Array.from(
            { length: found.endLine - startLine + 2 },
            (_, index) => `line ${startLine + index}`,
          );
          if (found.truncated) expect(counter.count(more.join('\n'))).toBeGreaterThan(maxTokens);
        },
      ),
    );
  });

  it.each([
    ['nothing.ts', 'not-found'],
    ['../../etc/passwd', 'forbidden'],
    ['/etc/passwd', 'forbidden'],
    ['.env', 'forbidden'],
  ])('refuses %s as %s', async (path, code) => {
    await expect(read({ path })).rejects.toMatchObject({ code });
  });

  it('says what is there when the lines are not', async () => {
    await expect(read({ startLine: 300 })).rejects.toThrow('200 lines');
  });
});
