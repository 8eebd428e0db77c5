import fc from 'fast-check';
import { describe, it } from 'vitest';
import { createCounter } from '../../src/adapters/tokenizers/create-counter.ts';
import { assemble } from '../../src/assembly/assemble.ts';
import type { AssembleOptions } from '../../src/core/context.ts';
import { optionsArbitrary, type World, worldArbitrary } from './arbitrary-items.ts';
import { CHECKS } from './check-context.ts';

/** Random cases: 2,000 by default, DOSSIER_PROPERTY_RUNS=200000 for a long run. */
const RUNS = Number(process.env['DOSSIER_PROPERTY_RUNS'] ?? 2000);
const MILLISECONDS_PER_RUN = 200;

const COUNTERS = [
  'o200k_base',
  'o200k_base',
  'cl100k_base',
  'llama3',
  'characters',
  'words',
  'claude-sonnet-4',
];

describe('every assembled context, whatever the items and options', () => {
  it(
    Object.keys(CHECKS).join('; '),
    async () => {
      const names = [...new Set(COUNTERS)];
      const counters = new Map(
        await Promise.all(names.map(async (name) => [name, await createCounter(name)] as const)),
      );
      fc.assert(
        fc.property(
          worldArbitrary,
          optionsArbitrary,
          fc.constantFrom(...COUNTERS),
          (world, given, counterName) => {
            const options: AssembleOptions = { ...given, counter: counterName };
            const counter = counters.get(counterName)!;
            const rerun = (items: World, other: AssembleOptions) =>
              assemble(items.items, { files: items.files, units: new Map() }, { counter, options: other })
                .context;
            const result = rerun(world, options);
            for (const [claim, check] of Object.entries(CHECKS)) {
              try {
                check({ world, options, counter, result, rerun });
              } catch (error) {
                throw new Error(`Not so: ${claim}`, { cause: error });
              }
            }
          },
        ),
        { numRuns: RUNS },
      );
    },
    60_000 + RUNS * MILLISECONDS_PER_RUN,
  );
});
