import type { SkipReport } from '../indexing/skip-report.ts';

/** `left out: 2 binary, 1 secret`; empty when nothing was left out. */
export function printSkipped({ skippedByReason }: Pick<SkipReport, 'skippedByReason'>): string {
  const counts = Object.entries(skippedByReason).map(([reason, count]) => `${count} ${reason}`);
  return counts.length === 0 ? '' : `left out: ${counts.join(', ')}`;
}
