import { z } from 'zod';

export const VERDICTS = ['useful', 'not-useful', 'cited', 'dismissed'] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * How useful one owner found one item. `weight` is the decayed sum of verdicts as of `weighedAt`: one number
 * suffices, because an exponentially decayed sum is the sum of its decayed parts.
 */
export const usageSchema = z.object({
  id: z.string(),
  itemId: z.string(),
  useful: z.int(),
  notUseful: z.int(),
  cited: z.int(),
  dismissed: z.int(),
  weight: z.number(),
  weighedAt: z.number(),
});
export type Usage = Readonly<z.output<typeof usageSchema>>;

export const USAGE = 'usage';

/** A verdict counts half after 30 days: long enough to learn a project, short enough to follow it. */
const HALF_LIFE = 30 * 24 * 3_600_000;
/** At most ten decayed useful verdicts count. */
const FULL_USAGE = 10;
const POINTS: Readonly<Record<Verdict, number>> = { useful: 1, cited: 1, 'not-useful': -1, dismissed: -0.5 };
const COUNTER = {
  useful: 'useful',
  cited: 'cited',
  'not-useful': 'notUseful',
  dismissed: 'dismissed',
} as const;

export function newUsage(id: string, itemId: string, now: number): Usage {
  return { id, itemId, useful: 0, notUseful: 0, cited: 0, dismissed: 0, weight: 0, weighedAt: now };
}

/** Adds one verdict. The sum stays within ±10, so that ten new verdicts unlearn an old habit. */
export function addVerdict(usage: Usage, verdict: Verdict, now: number): Usage {
  return counting(usage, { verdict, by: 1, now });
}

/** The decayed sum of verdicts at a given time; negative if the item was found not useful. */
export function weightAt(usage: Usage, now: number): number {
  return usage.weight * 2 ** (-Math.max(0, now - usage.weighedAt) / HALF_LIFE);
}

/** Takes one verdict back, as it counts by now; nothing changes if there is none of its kind. */
export function withoutVerdict(usage: Usage, verdict: Verdict, now: number): Usage {
  return usage[COUNTER[verdict]] === 0 ? usage : counting(usage, { verdict, by: -1, now });
}

function counting(
  usage: Usage,
  { verdict, by, now }: { readonly verdict: Verdict; readonly by: 1 | -1; readonly now: number },
): Usage {
  const counter = COUNTER[verdict];
  const sum = weightAt(usage, now) + by * POINTS[verdict];
  const weight = Math.min(FULL_USAGE, Math.max(-FULL_USAGE, sum));
  return { ...usage, [counter]: usage[counter] + by, weight, weighedAt: Math.max(now, usage.weighedAt) };
}

/** An owner's verdicts on an item, summed up. */
export interface UsageScore {
  /** 0..1, the usage part of a score. */
  readonly score: number;
  /** -1..1: halfway after two verdicts of one kind, nearly there after six. */
  readonly balance: number;
  /** The counts in words, for explanations. */
  readonly detail: string;
}

export function usageScore(usage: Usage, now: number): UsageScore {
  const weight = weightAt(usage, now);
  const score = Math.min(1, Math.max(0, weight / FULL_USAGE));
  const counts = VERDICTS.flatMap((verdict) => {
    const count = usage[COUNTER[verdict]];
    return count === 0 ? [] : [`${verdict.replace('-', ' ')} ${count}`];
  });
  return { score, balance: Math.tanh(weight / 3), detail: counts.join(', ') };
}
