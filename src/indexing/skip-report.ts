import { z } from 'zod';
import { DossierError } from '../core/errors.ts';
import type { IndexStore } from '../core/store.ts';
import { SKIP_REASONS, type SkipReason } from '../core/vocabulary.ts';

export interface Skipped {
  readonly path: string;
  readonly reason: SkipReason;
  readonly detail?: string;
}

/** What a run skipped: a count per reason, and a list of limited length. */
export const skipReportSchema = z.object({
  skippedByReason: z
    .partialRecord(z.enum(SKIP_REASONS), z.number())
    .describe('Files and whole folders left out, counted by reason'),
  skipped: z
    .array(z.object({ path: z.string(), reason: z.enum(SKIP_REASONS), detail: z.string().optional() }))
    .describe('Up to 100 of them, those that failed first'),
});
export type SkipReport = z.output<typeof skipReportSchema>;

const META_KEY = 'skipped';
const LISTED = 100;
/** What a user may want to act on comes before what is skipped by rule. */
const ORDER = [
  'failed',
  'unreadable',
  'secret',
  'too-large',
  'submodule',
  'missing',
  'outside-root',
  'not-a-file',
];

export function skipReportOf(skipped: readonly Skipped[]): SkipReport {
  const counts: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of skipped) counts[reason] = (counts[reason] ?? 0) + 1;
  const rank = (reason: string) => (ORDER.includes(reason) ? ORDER.indexOf(reason) : ORDER.length);
  const worstFirst = [...skipped].sort((a, b) => rank(a.reason) - rank(b.reason));
  return { skippedByReason: counts, skipped: worstFirst.slice(0, LISTED) };
}

/** Stored with the index, so that it can be reported later without reading the files again. */
export async function keepSkipReport(index: IndexStore, skipped: readonly Skipped[]): Promise<void> {
  await index.setMeta(META_KEY, JSON.stringify(skipReportOf(skipped)));
}

/** The report of the last run over the whole project; undefined before one has finished. */
export async function readSkipReport(index: IndexStore): Promise<SkipReport | undefined> {
  const text = await index.getMeta(META_KEY);
  if (text === undefined) return undefined;
  const parsed = skipReportSchema.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new DossierError(
    'store-corrupt',
    'The list of skipped files cannot be read. Run "dossier index" to write it again.',
    { cause: parsed.error },
  );
}
