import type { AssembleOptions, Context } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { partByDelivery, recordDelivery, type SentItem } from '../sessions/session-ledger.ts';
import { assembleRoomy } from './assemble-roomy.ts';

/** Renders what is new to the session, names what it already has, and notes the delivery. */
export async function deliver(
  engine: Engine,
  delivery: {
    readonly operation: string;
    readonly query: string;
    readonly session: string | undefined;
    /** Give also what the session already has. */
    readonly again?: boolean;
    readonly items: readonly ContextItem[];
    /** Done to what is new before it is fitted. */
    readonly arrange?: (items: readonly ContextItem[]) => Promise<readonly ContextItem[]>;
  },
  options: AssembleOptions,
  now: number,
): Promise<Context> {
  const { session, items, operation, query } = delivery;
  const parted = await partByDelivery(engine, delivery.again === true ? undefined : session, items);
  const fresh = (await delivery.arrange?.(parted.fresh)) ?? parted.fresh;
  const { sent } = parted;
  const context = await assembleRoomy(engine, fresh, {
    ...options,
    footer: [options.footer, sentLine(sent)].filter((part) => part !== '').join('\n\n'),
  });
  if (session !== undefined && context.items.length > 0) {
    await recordDelivery(engine, { session, operation, query, context, items: fresh }, now);
  }
  return {
    ...context,
    ...(context.items.length === 0 && (await onlySent(engine, sent, options))),
    excluded: [
      ...context.excluded,
      ...sent.map(({ item: { id, name, source, relevance, location } }) => ({
        id,
        name,
        source,
        relevance,
        reason: 'already-sent' as const,
        ...(location !== undefined && { path: location.path }),
      })),
    ],
    stats: { ...context.stats, retrieved: items.length },
  };
}

/** The line alone, when there is nothing new to print it below. */
async function onlySent(
  engine: Engine,
  sent: readonly SentItem[],
  { counter, maxTokens, format }: AssembleOptions,
): Promise<Partial<Context>> {
  const line = sentLine(sent);
  if (line === '' || (format !== 'markdown' && format !== 'plain')) return {};
  const tokenCount = (await engine.counter(counter)).count(line);
  return tokenCount > maxTokens ? {} : { context: line, tokenCount, warnings: [] };
}

/** One line in place of what the session has already. */
function sentLine(sent: readonly SentItem[]): string {
  const citations = sent.flatMap(({ citation }) => (citation === undefined ? [] : [`[${citation}]`]));
  return sent.length === 0 ? '' : `Already sent in this session: ${citations.join(' ') || sent.length}`;
}
