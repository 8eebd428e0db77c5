import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { query } from '../../src/operations/query.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { openFilledEngine } from './filled-engine.ts';
import { NOW } from './open-test-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openFilledEngine();
});
afterAll(() => engine.close());

const LEARNT: readonly string[] = ['memory', 'experience', 'value'];
/** A record counts with its own relevance; one that says the same as another that is shown counts whole. */
const ROUNDED = 0.005;

async function learntIn(question: string, maxTokens: number): Promise<number> {
  const call = { now: NOW, signal: new AbortController().signal, progress: () => undefined };
  const { items, excluded } = await runOperation(engine, query, { query: question, maxTokens }, call);
  const told = items
    .filter(({ source }) => LEARNT.includes(source))
    .map(({ relevance, reasons }) => relevance - (reasons.find(({ rule }) => rule === 'learnt')?.score ?? 0));
  return (
    told.reduce((sum, each) => sum + each, 0) + excluded.filter((each) => each.reason === 'duplicate').length
  );
}

it('a larger budget never brings less of what was learnt', async () => {
  const question = fc.constantFrom(
    'upload retry proxy',
    'login cookie stripped',
    'which folder do the upload tests share',
    'why does the upload retry fail behind the proxy',
  );
  await fc.assert(
    fc.asyncProperty(
      question,
      fc.integer({ min: 150, max: 4000 }),
      fc.integer({ min: 1, max: 2000 }),
      async (asked, budget, more) => {
        const less = await learntIn(asked, budget);
        expect(await learntIn(asked, budget + more)).toBeGreaterThanOrEqual(less - ROUNDED);
      },
    ),
    { numRuns: 60 },
  );
});
