import type { Engine } from '../core/engine.ts';
import type { Hit } from '../core/query.ts';
import { readUsage } from '../sessions/feedback.ts';

/** The share of a score's distance to 1 that full usage adds; also the weight of usage in a turn. */
const USAGE_WEIGHT = 0.1;

/** Reads which hits the owner found useful, and returns a function that ranks by that too. */
export async function rankByUsage(
  engine: Engine,
  found: readonly Hit[],
  now: number,
): Promise<(hits: readonly Hit[]) => readonly Hit[]> {
  const usage = await readUsage(
    engine,
    found.map(({ id }) => id),
    now,
  );
  if (usage.size === 0) return (same) => same;
  return (hits) => {
    const ranked: Hit[] = [];
    for (const hit of hits) {
      const used = usage.get(hit.id);
      if (used === undefined) {
        ranked.push(hit);
        continue;
      }
      const gain = USAGE_WEIGHT * used.score * (1 - hit.score);
      const score = hit.score + gain;
      const reason = { rule: 'usage', score: gain, detail: used.detail };
      // Only used hits move, and only up: the order of the rest has its own reasons.
      const place = ranked.findIndex((other) => other.score < score);
      const moved = { ...hit, score, reasons: [...hit.reasons, reason] };
      ranked.splice(place < 0 ? ranked.length : place, 0, moved);
    }
    return ranked;
  };
}
