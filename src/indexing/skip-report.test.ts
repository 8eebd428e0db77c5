import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SKIP_REASONS } from '../core/vocabulary.ts';
import { skipReportOf } from './skip-report.ts';

const skipped = fc.array(fc.record({ path: fc.string(), reason: fc.constantFrom(...SKIP_REASONS) }), {
  maxLength: 300,
});

it('counts every file, and lists at most a hundred', () => {
  fc.assert(
    fc.property(skipped, (files) => {
      const report = skipReportOf(files);
      expect(Object.values(report.skippedByReason).reduce((sum, count) => sum + count, 0)).toBe(files.length);
      expect(report.skipped).toHaveLength(Math.min(100, files.length));
    }),
  );
});

it('lists what failed before what is left out by rule', () => {
  const { skipped: listed } = skipReportOf([
    { path: 'a.bin', reason: 'binary' },
    { path: 'b.ts', reason: 'failed', detail: 'no memory' },
    { path: '.env', reason: 'secret' },
  ]);
  expect(listed.map(({ path }) => path)).toEqual(['b.ts', '.env', 'a.bin']);
});
