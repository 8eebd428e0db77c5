import type { IncludedItem } from '../core/context.ts';
import { asBody, decodeRecord } from '../core/decode-record.ts';
import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import type { ContextItem, Location } from '../core/item.ts';
import type { StoredRecord } from '../core/store.ts';
import { hashText } from '../core/text/hash.ts';
import { maskSecretsIn } from '../core/text/mask-secrets.ts';
import { putNew, updateRecord } from '../core/write-records.ts';
import {
  alreadySent,
  type Delivery,
  deliverySchema,
  noteUsed,
  type SentPlace,
  type SessionSummary,
  summarise,
} from './deliveries.ts';
import { recordFeedback } from './feedback.ts';

const DELIVERY = 'delivery';
/** Sessions end or are compacted long before; older deliveries are out of the model's context. */
const REMEMBERED_DELIVERIES = 200;

export interface SentItem {
  readonly item: ContextItem;
  /** The citation it was delivered under. */
  readonly citation: string | undefined;
}

/** Splits items into those new to the session and those it already received verbatim. */
export async function splitByDelivery(
  engine: Engine,
  session: string | undefined,
  items: readonly ContextItem[],
): Promise<{ readonly unsent: readonly ContextItem[]; readonly sent: readonly SentItem[] }> {
  if (session === undefined) return { unsent: items, sent: [] };
  const deliveries = (await deliveriesOf(engine, session)).map(({ delivery }) => delivery);
  if (deliveries.length === 0) return { unsent: items, sent: [] };
  const sentBefore = alreadySent(deliveries);
  const shown = new Set(deliveries.flatMap((delivery) => delivery.items.map(({ place }) => place?.path)));
  const unsent: ContextItem[] = [];
  const sent: SentItem[] = [];
  for (const item of items) {
    const contentHash = contentHashOf(item);
    const place = shown.has(item.location?.path) ? await sentPlaceOf(engine, item.location) : undefined;
    const before = sentBefore({ id: item.id, contentHash, place });
    if (before === undefined) unsent.push(item);
    else sent.push({ item, citation: before.citation });
  }
  return { unsent, sent };
}

/** An item whose file was not read yet has the hash of its lines, but no text. */
function contentHashOf({ content, location }: ContextItem): string {
  return content === '' ? (location?.contentHash ?? hashText('')) : hashText(content);
}

/** The lines and the version of their file; undefined if the file is gone. */
async function sentPlaceOf(engine: Engine, location: Location | undefined): Promise<SentPlace | undefined> {
  if (location === undefined) return undefined;
  const file = await (await engine.reader()).read(location.path);
  if (typeof file === 'string') return undefined;
  const { path, startLine, endLine } = location;
  return { path, startLine, endLine, fileHash: file.contentHash };
}

/** Records what a session received. */
export async function recordDelivery(
  engine: Engine,
  delivered: {
    readonly session: string;
    readonly operation: string;
    readonly query: string;
    readonly context: {
      readonly items: readonly Pick<
        IncludedItem,
        'id' | 'tokens' | 'citation' | 'truncated' | 'location' | 'stale'
      >[];
      readonly tokenCount: number;
      readonly budget?: number | undefined;
    };
    readonly items: readonly ContextItem[];
    /** How many items the session already had. */
    readonly repeated?: number;
  },
  now: number,
): Promise<void> {
  const given = new Map(delivered.items.map((item) => [item.id, item]));
  const { budget } = delivered.context;
  const delivery: Delivery = {
    session: delivered.session,
    operation: delivered.operation,
    query: maskSecretsIn(delivered.query).text,
    at: now,
    tokens: delivered.context.tokenCount,
    ...(budget !== undefined && { budget }),
    items: await Promise.all(
      delivered.context.items.map(async ({ id, tokens, citation, truncated, location, stale }) => {
        const place = stale ? undefined : await sentPlaceOf(engine, location);
        const item = given.get(id);
        return {
          id,
          contentHash: item === undefined ? hashText('') : contentHashOf(item),
          tokens,
          truncated,
          ...(citation !== undefined && { citation }),
          ...(place !== undefined && { place }),
          ...(item !== undefined && { about: aboutOf(item) }),
        };
      }),
    ),
    usedCitations: [],
    repeated: delivered.repeated ?? 0,
  };
  await putNew(await recordsOf(engine), (attempt) =>
    recordOf(`del-${hashText(`${delivery.session}\n${delivery.query}\n${now}\n${attempt}`)}`, delivery),
  );
}

/** Enough to say why an item was chosen; every question reads the whole ledger. */
const KEPT_REASONS = 4;

function aboutOf({ name, source, entityType, relevance, reasons }: ContextItem) {
  const strongest = reasons.toSorted((a, b) => b.score - a.score).slice(0, KEPT_REASONS);
  return { name, source, entityType, relevance, reasons: strongest };
}

/** Records the citations an answer used, in the session's ledger and as usage of the items. */
export async function recordUsedCitations(
  engine: Engine,
  session: string,
  answer: string,
  now: number,
): Promise<readonly string[]> {
  const records = await recordsOf(engine);
  const mentioned = [...answer.matchAll(/\[([a-z]{3}-[0-9a-z]+(?:-\d+)?)\]/g)].map((match) => match[1] ?? '');
  const used = new Map<string, string>();
  for (const { id, delivery } of await deliveriesOf(engine, session)) {
    const items = delivery.items.filter(
      (item) => item.citation !== undefined && mentioned.includes(item.citation),
    );
    const newlyUsed = items.filter((item) => !delivery.usedCitations.includes(item.citation ?? ''));
    if (newlyUsed.length === 0) continue;
    for (const item of newlyUsed) used.set(item.citation ?? '', item.id);
    await updateRecord(records, DELIVERY, id, (before) =>
      recordOf(
        id,
        noteUsed(before === undefined ? delivery : decodeRecord(deliverySchema, before), mentioned),
      ),
    );
  }
  const verdicts = [...new Set(used.values())].map((itemId) => ({ itemId, verdict: 'useful' as const }));
  await recordFeedback(engine, verdicts, now);
  return [...used.keys()];
}

export async function sessionSummary(
  engine: Engine,
  session: string,
): Promise<{ readonly summary: SessionSummary; readonly deliveries: readonly Delivery[] }> {
  const deliveries = (await deliveriesOf(engine, session)).map(({ delivery }) => delivery);
  return { summary: summarise(session, deliveries), deliveries };
}

/** Deliveries of all sessions, newest first. */
export async function recentDeliveries(
  engine: Engine,
  options: { readonly limit: number; readonly offset: number; readonly since?: number | undefined },
): Promise<{
  readonly total: number;
  readonly listed: readonly { readonly id: string; readonly delivery: Delivery }[];
}> {
  const { since, ...page } = options;
  const records = await recordsOf(engine);
  const filter = since === undefined ? {} : { since };
  const found = await records.list(DELIVERY, { ...filter, ...page, order: 'newest' });
  return {
    total: await records.count(DELIVERY, filter),
    listed: found.map((record) => ({ id: record.id, delivery: decodeRecord(deliverySchema, record) })),
  };
}

/** The session lost what it received, for example because its context was compacted. */
export async function forgetDeliveries(engine: Engine, session: string): Promise<number> {
  const records = await recordsOf(engine);
  const deliveries = await deliveriesOf(engine, session);
  for (const { id } of deliveries) await records.delete(DELIVERY, id);
  return deliveries.length;
}

async function deliveriesOf(
  engine: Engine,
  session: string,
): Promise<readonly { readonly id: string; readonly delivery: Delivery }[]> {
  const found = await (await recordsOf(engine)).list(DELIVERY, {
    where: { session },
    limit: REMEMBERED_DELIVERIES,
  });
  return found.map((record) => ({ id: record.id, delivery: decodeRecord(deliverySchema, record) }));
}

function recordOf(id: string, delivery: Delivery): Omit<StoredRecord, 'version'> {
  const { at } = delivery;
  return { kind: DELIVERY, id, body: asBody(delivery), text: '', createdAt: at, updatedAt: at };
}
