import { z } from 'zod';
import { ownTypeSchema, reasonSchema } from '../core/item.ts';
import { SOURCES } from '../core/vocabulary.ts';

const placeSchema = z.object({
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  fileHash: z.string(),
});
/** What an item is and why it was chosen, so that a delivery can be looked at later. */
export const aboutSchema = z.object({
  name: z.string(),
  source: z.enum(SOURCES),
  entityType: ownTypeSchema,
  relevance: z.number(),
  reasons: z.array(reasonSchema),
});

export type SentPlace = Readonly<z.output<typeof placeSchema>>;

/** One reply given in a session: what was delivered, what it cost, what the answer used of it. */
export const deliverySchema = z.object({
  session: z.string().min(1),
  operation: z.string(),
  query: z.string(),
  at: z.number(),
  tokens: z.number(),
  /** Absent where the caller had none of its own. */
  budget: z.number().optional(),
  items: z.array(
    z.object({
      id: z.string(),
      /** Of the text as delivered: an item that changed since is news again. */
      contentHash: z.string(),
      tokens: z.number(),
      citation: z.string().optional(),
      /** Only a part was shown; the whole is still worth sending. */
      truncated: z.boolean().default(false),
      /** The lines shown, and which state of the file they are of. */
      place: placeSchema.optional(),
      about: aboutSchema.optional(),
    }),
  ),
  usedCitations: z.array(z.string()).default([]),
  /** Items that were only listed, because the session had them already. */
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

/** An item as the ledger knows it. */
interface LedgerItem {
  readonly id: string;
  readonly contentHash: string;
  readonly place?: SentPlace | undefined;
}

/**
 * Tells whether the session has an item in full: the very item, or every one of its lines, shown as part of
 * whatever else, while the file stayed the same. The answer is the citation under which it has it.
 */
export function alreadySent(
  deliveries: readonly Delivery[],
): (item: LedgerItem) => { readonly citation?: string | undefined } | undefined {
  const whole = deliveries.flatMap(({ items }) => items.filter((item) => !item.truncated));
  const byKey = new Map(whole.map((item) => [keyOf(item), item]));
  const byFile = new Map<string, (typeof whole)[number][]>();
  for (const item of whole) {
    if (item.place === undefined) continue;
    const key = fileKey(item.place);
    byFile.set(key, [...(byFile.get(key) ?? []), item]);
  }
  return (item) => {
    const same = byKey.get(keyOf(item));
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

function keyOf({ id, contentHash }: LedgerItem): string {
  return `${id} ${contentHash}`;
}

function fileKey({ path, fileHash }: SentPlace): string {
  return `${path} ${fileHash}`;
}

/** Notes which of the delivered citations an answer used; citations never delivered are ignored. */
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
