import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openEngine } from '../open-engine.ts';
import { printSource, readSource } from './read-source.ts';

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
