import type { Reason } from '../core/item.ts';

/** Reasons on one line: `words +0.83, definition +0.40 (Store.open), role -0.50 (test)`. */
export function explainReasons(reasons: readonly Reason[]): string {
  return reasons
    .map(({ rule, score, detail }) => {
      const sign = score < 0 ? '-' : '+';
      return `${rule} ${sign}${Math.abs(score).toFixed(2)}${detail === undefined ? '' : ` (${detail})`}`;
    })
    .join(', ');
}
