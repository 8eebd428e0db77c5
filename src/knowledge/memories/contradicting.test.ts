import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradicting } from './contradicting.ts';
import { differsInOneValue } from './near-duplicate.ts';

const said = (...contents: string[]) => contents.map((content, index) => ({ id: `m${index}`, content }));

describe('contradicting', () => {
  it('names both of two that differ in one value', () => {
    const found = contradicting(
      said(
        'The database listens on port 5432',
        'Invoices are never deleted',
        'The database listens on port 6543',
      ),
    );
    expect([...found]).toEqual([
      ['m2', ['m0']],
      ['m0', ['m2']],
    ]);
  });

  it('names one that says yes where another says no', () => {
    expect(
      contradicting(
        said('Invoices are deleted by the cron job', 'Invoices are never deleted by the cron job'),
      ).size,
    ).toBe(2);
  });

  it('tells only of pairs that differ in one value, and of each for both', () => {
    const word = fc.constantFrom('port', 'cache', 'server', 'never', '8080', '9090', 'redis', 'listens');
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
        const memories = said(...texts);
        const found = contradicting(memories);
        const textOf = new Map(memories.map(({ id, content }) => [id, content]));
        for (const [id, others] of found)
          for (const other of others) {
            expect(differsInOneValue(textOf.get(id) ?? '', textOf.get(other) ?? '')).toBe(true);
            expect(found.get(other)).toContain(id);
          }
      }),
    );
  });

  it('misses none of a few whose numbers differ', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 99_999 }), { minLength: 2, maxLength: 6 }),
        (ports) => {
          const found = contradicting(
            said(...ports.map((port) => `The proxy of staging listens on ${port}`)),
          );
          for (const index of ports.keys()) expect(found.get(`m${index}`)).toHaveLength(ports.length - 1);
        },
      ),
    );
  });

  it('compares few of very many alike', () => {
    const many = said(
      ...Array.from({ length: 3000 }, (_, port) => `The proxy of staging listens on ${port}`),
    );
    const found = contradicting(many);
    expect(Math.max(...[...found.values()].map((others) => others.length))).toBeLessThanOrEqual(16);
  });
});
