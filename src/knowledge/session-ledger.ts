import { z } from 'zod';

/** One reply given in a session: what was delivered, what it cost, what the answer used of it. */
export const deliverySchema = z.object({
  session: z.string().min(1),
  operation: z.string(),
  query: z.string(),
  at: z.number(),
  tokens: z.number(),
  items: z.array(
    z.object({
      id: z.string(),
      /** Of the text as delivered: an item that changed since is news again. */
      contentHash: z.string(),
      tokens: z.number(),
      citation: z.string().optional(),
      /** Only a part was shown; the whole is still worth sending. */
      truncated: z.boolean().default(false),
    }),
  ),
  usedCitations: z.array(z.string()).default([]),
});
export type Delivery = Readonly<z.output<typeof deliverySchema>>;

export interface SessionSummary {
  readonly session: string;
  readonly deliveries: number;
  readonly items: number;
  readonly tokens: number;
  readonly citationsUsed: number;
}

/** What the session already has in full, as the model was given it, with its citation. */
export function alreadySent(deliveries: readonly Delivery[]): ReadonlyMap<string, string | undefined> {
  return new Map(
    deliveries.flatMap(({ items }) =>
      items
        .filter((item) => !item.truncated)
        .map((item) => [sentKey(item.id, item.contentHash), item.citation] as const),
    ),
  );
}

export function sentKey(id: string, contentHash: string): string {
  return `${id} ${contentHash}`;
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
