import { z } from 'zod';
import { ownTypeSchema, reasonSchema } from '../core/item.ts';
import { SOURCES } from '../core/vocabulary.ts';

const placeSchema = z.object({
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  fileHash: z.string(),
});
/** What an item is and why it was chosen, for later inspection of a delivery. */
export const aboutSchema = z.object({
  name: z.string(),
  source: z.enum(SOURCES),
  entityType: ownTypeSchema,
  relevance: z.number(),
  reasons: z.array(reasonSchema),
});

export type SentPlace = Readonly<z.output<typeof placeSchema>>;

/** One reply in a session: what was delivered, its cost, and what the answer used. */
export const deliverySchema = z.object({
  session: z.string().min(1),
  operation: z.string(),
  query: z.string(),
  at: z.number(),
  tokens: z.number(),
  /** Absent if the caller set none. */
  budget: z.number().optional(),
  items: z.array(
    z.object({
      id: z.string(),
      /** Hash of the delivered text: an item that changed since is new again. */
      contentHash: z.string(),
      tokens: z.number(),
      citation: z.string().optional(),
      /** Only part was shown; the whole is still worth sending. */
      truncated: z.boolean().default(false),
      /** The lines shown, and the file version they belong to. */
      place: placeSchema.optional(),
      about: aboutSchema.optional(),
    }),
  ),
  usedCitations: z.array(z.string()).default([]),
  /** Items only listed because the session already had them. */
  repeated: z.int().min(0).default(0),
});
export type Delivery = Readonly<z.output<typeof deliverySchema>>;

export interface SessionSummary {
  readonly session: string;
  readonly deliveries: number;
  readonly items: number;
  readonly tokens: number;
  readonly citationsUsed: number;
}

/** An item as recorded in the ledger. */
interface LedgerItem {
  readonly id: string;
  readonly contentHash: string;
  readonly place?: SentPlace | undefined;
}

/**
 * Whether the session has an item in full: the item itself, or all of its lines as part of other items while the file
 * stayed the same. Returns the citation it was delivered under.
 */
export function alreadySent(
  deliveries: readonly Delivery[],
): (item: LedgerItem) => { readonly citation?: string | undefined } | undefined {
  const whole = deliveries.flatMap(({ items }) => items.filter((item) => !item.truncated));
  const byKey = new Map(whole.map((item) => [itemKey(item), item]));
  const byFile = new Map<string, (typeof whole)[number][]>();
  for (const item of whole) {
    if (item.place === undefined) continue;
    const key = fileKey(item.place);
    byFile.set(key, [...(byFile.get(key) ?? []), item]);
  }
  return (item) => {
    const same = byKey.get(itemKey(item));
    if (same !== undefined || item.place === undefined) return same;
    const shown = byFile.get(fileKey(item.place)) ?? [];
    let first: (typeof whole)[number] | undefined;
    for (let line = item.place.startLine; line <= item.place.endLine; ) {
      const by = shown.find(
        ({ place }) => place !== undefined && place.startLine <= line && place.endLine >= line,
      );
      if (by?.place === undefined) return undefined;
      first ??= by;
      line = by.place.endLine + 1;
    }
    return first;
  };
}

function itemKey({ id, contentHash }: LedgerItem): string {
  return `${id} ${contentHash}`;
}

function fileKey({ path, fileHash }: SentPlace): string {
  return `${path} ${fileHash}`;
}

/** Records which delivered citations an answer used; others are ignored. */
export function noteUsed(delivery: Delivery, citations: readonly string[]): Delivery {
  const delivered = new Set(delivery.items.flatMap((item) => item.citation ?? []));
  const used = citations.filter((citation) => delivered.has(citation));
  return { ...delivery, usedCitations: [...new Set([...delivery.usedCitations, ...used])] };
}

export function summarise(session: string, deliveries: readonly Delivery[]): SessionSummary {
  return {
    session,
    deliveries: deliveries.length,
    items: new Set(deliveries.flatMap(({ items }) => items.map((item) => item.id))).size,
    tokens: deliveries.reduce((sum, delivery) => sum + delivery.tokens, 0),
    citationsUsed: deliveries.reduce((sum, delivery) => sum + delivery.usedCitations.length, 0),
  };
}
