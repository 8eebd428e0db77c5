import { asBody, decodeRecord } from '../core/decode-record.ts';
import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import type { StoredRecord } from '../core/store.ts';
import { hashText } from '../core/text/hash.ts';
import { updateRecord } from '../core/write-records.ts';
import {
  addVerdict,
  newUsage,
  USAGE,
  type Usage,
  type UsageScore,
  usageSchema,
  usageScore,
  type Verdict,
  withoutVerdict,
} from './usage.ts';

const REVISION = 'revision';
const FEEDBACK_REVISION = 'feedback';

/** Records a verdict of the engine's owner on each item, or takes one such verdict back. */
export async function recordFeedback(
  engine: Engine,
  verdicts: readonly { readonly itemId: string; readonly verdict: Verdict }[],
  now: number,
  options: { readonly withdraw?: boolean } = {},
): Promise<void> {
  const change = options.withdraw === true ? withoutVerdict : addVerdict;
  const records = await recordsOf(engine);
  for (const { itemId, verdict } of verdicts) {
    const id = usageId(itemId);
    await updateRecord(records, USAGE, id, (before) => {
      const usage = before === undefined ? newUsage(id, itemId, now) : decodeRecord(usageSchema, before);
      return recordOfUsage(change(usage, verdict, now), now);
    });
  }
  if (verdicts.length === 0) return;
  // Its version is part of every cached turn's key.
  await records.put({
    kind: REVISION,
    id: FEEDBACK_REVISION,
    body: {},
    text: '',
    createdAt: now,
    updatedAt: now,
  });
}

/** Increases with every verdict of the owner. */
export async function feedbackVersion(engine: Engine): Promise<number> {
  const records = await recordsOf(engine);
  return (await records.get(REVISION, FEEDBACK_REVISION))?.version ?? 0;
}

type UsageScores = ReadonlyMap<string, UsageScore>;

/** How useful the owner found these items, by id: the usage part of a score. Unknown items are omitted. */
export async function readUsage(
  engine: Engine,
  itemIds: readonly string[],
  now: number,
): Promise<UsageScores> {
  if (itemIds.length === 0) return new Map();
  const records = await recordsOf(engine);
  const found = await records.list(USAGE, {
    where: { itemId: [...new Set(itemIds)] },
    limit: itemIds.length,
  });
  return new Map(
    found.map((record) => {
      const usage = decodeRecord(usageSchema, record);
      return [usage.itemId, usageScore(usage, now)];
    }),
  );
}

/** Items the owner gave a verdict on most recently, latest first, without those that were not useful. */
export async function recentlyUsed(engine: Engine, limit: number): Promise<readonly Usage[]> {
  const records = await recordsOf(engine);
  const found = await records.list(USAGE, { limit: limit * 4, order: 'newest' });
  return found
    .map((record) => decodeRecord(usageSchema, record))
    .filter((usage) => usage.weight > 0)
    .slice(0, limit);
}

function usageId(itemId: string): string {
  return `use-${hashText(itemId)}`;
}

/** Recreated by each verdict, so that the newest records are the items used last. */
function recordOfUsage(usage: Usage, now: number): Omit<StoredRecord, 'version'> {
  const { id, ...body } = usage;
  return { kind: USAGE, id, body: asBody(body), text: '', createdAt: now, updatedAt: now };
}
