import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planWorkers } from './plan-workers.ts';

test('a server with the usual memory is one process', () => {
  expect(planWorkers({}, 8)).toEqual({ workers: 1, memory: 512 });
  expect(planWorkers({ memory: 900 }, 8)).toEqual({ workers: 1, memory: 900 });
});

test('more memory gives more workers, at most one per core', () => {
  expect(planWorkers({ memory: 2048 }, 2).workers).toBe(2);
  expect(planWorkers({ memory: 2048 }, 16).workers).toBe(4);
});

test('more workers take more memory unless it is bounded', () => {
  expect(planWorkers({ workers: 4 }, 2)).toEqual({ workers: 4, memory: 496 });
});

test('too little memory or no worker is refused with what to do', () => {
  expect(() => planWorkers({ workers: 4, memory: 512 }, 8)).toThrow('4 workers need --memory 1088 or more');
  expect(() => planWorkers({ workers: 0 }, 8)).toThrow('--workers must be a number from 1');
});

test('the workers and what starts them never exceed the memory that was given', () => {
  const asked = fc.tuple(
    fc.option(fc.integer({ min: 1, max: 32 }), { nil: undefined }),
    fc.integer({ min: 256, max: 100_000 }),
    fc.integer({ min: 1, max: 256 }),
  );
  fc.assert(
    fc.property(asked, ([workers, memory, cores]) => {
      fc.pre(workers === undefined || workers * 256 + 64 <= memory);
      const shared = planWorkers({ workers, memory }, cores);
      expect(shared.workers * shared.memory + (shared.workers > 1 ? 64 : 0)).toBeLessThanOrEqual(memory);
    }),
  );
});
