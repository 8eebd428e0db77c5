import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { indexFiles } from '../indexing/index-project.ts';
import { openEngine } from '../open-engine.ts';
import { printSource, readSource, requireIndexed } from './read-source.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-read-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const engine = openEngine({ root, environment: { XDG_CACHE_HOME: join(root, 'cache') } });

it('what is printed never exceeds the budget, with its heading and its note', async () => {
  const counter = await engine.counter('o200k_base');
  const line = fc.string({
    unit: fc.constantFrom('a', 'function ', '{ x: 1 }', '\t', 'ü', '→ '),
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 40 }),
      fc.nat(120),
      async (lines, maxTokens) => {
        writeFileSync(join(root, 'file.txt'), `${lines.join('\n')}\nend\n`);
        const source = await readSource(engine, {
          path: 'file.txt',
          startLine: 1,
          endLine: undefined,
          maxTokens,
          counter: 'o200k_base',
        });
        const printed = printSource(source);
        expect(counter.count(printed)).toBeLessThanOrEqual(maxTokens);
        expect(source.tokenCount).toBe(counter.count(printed));
        expect(source.warnings.length).toBe(printed === '' ? 1 : 0);
      },
    ),
    { numRuns: 60 },
  );
});

const ask = (path: string, given: { readonly startLine?: number; readonly endLine?: number } = {}) =>
  readSource(engine, { path, startLine: 1, endLine: undefined, maxTokens: 900, counter: 'words', ...given });

it.each([
  ['ten.txt:3-5', 3, 5],
  ['ten.txt:2-3,7-8', 2, 8],
  ['ten.txt:4,6', 4, 6],
  ['ten.txt:9', 9, 10],
  ['ten.txt:9:14', 9, 10],
  ['ten.txt:0-2', 1, 2],
])('a place as headings write it is a path and its lines: %s', async (place, startLine, endLine) => {
  writeFileSync(join(root, 'ten.txt'), 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n');
  expect(await ask(place)).toMatchObject({ path: 'ten.txt', startLine, endLine });
});

it('lines given beside a place count', async () => {
  expect(await ask('ten.txt:3-5', { startLine: 7, endLine: 8 })).toMatchObject({ startLine: 7, endLine: 8 });
});

it('a place in a file that is not indexed is refused where only indexed files are shown', async () => {
  await expect(requireIndexed(engine, 'ten.txt:3-5')).rejects.toThrow('ten.txt is not indexed');
});

it('lines that are not there are refused in words', async () => {
  await expect(ask('ten.txt:40')).rejects.toThrow('ten.txt has only 10 lines: line 40 is past its end.');
  await expect(ask('ten.txt', { startLine: 7, endLine: 3 })).rejects.toThrow(
    'ten.txt cannot be read from line 7 to 3: the end comes before the start.',
  );
});

it('a file that is not there is looked for by its name', async () => {
  const asked = { startLine: 1, endLine: undefined, maxTokens: 100, counter: 'o200k_base' };
  mkdirSync(join(root, 'lib'));
  writeFileSync(join(root, 'lib/tax.ts'), 'export const tax = 1;\n');
  await indexFiles(engine, ['lib/tax.ts'], {
    now: 1,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  await expect(readSource(engine, { ...asked, path: 'src/tax.ts' })).rejects.toThrow(
    'src/tax.ts cannot be read: there is no such file in the project. Did you mean lib/tax.ts?',
  );
  await expect(readSource(engine, { ...asked, path: 'src/vat.ts' })).rejects.toThrow(
    'src/vat.ts cannot be read: there is no such file in the project. Search for its name.',
  );
});
