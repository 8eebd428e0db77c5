import { tokenEstimate } from '../assembly/estimate-tokens.ts';
import type { Printing } from '../assembly/fit-to-budget.ts';
import { exclude } from '../assembly/prepare.ts';
import { citationSalt } from '../core/citation-salt.ts';
import type { AssembleOptions, Context } from '../core/context.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import type { ExclusionReason } from '../core/vocabulary.ts';
import { recordDelivery, type SentItem, splitByDelivery } from '../sessions/session-ledger.ts';
import { assembleReading, type ReadForBudget } from './assemble-reading.ts';
import { indexedUnits } from './indexed-units.ts';

/** Renders what is new to the session, lists what it already has on one line, and records the delivery. */
export async function deliver(
  engine: Engine,
  delivery: {
    readonly operation: string;
    readonly query: string;
    readonly session: string | undefined;
    /** Repeat what the session already has. */
    readonly includeSent?: boolean;
    readonly items: readonly ContextItem[];
    /** Reads the new items before they are fitted, as far as needed. */
    readonly read?: ReadForBudget | undefined;
    /** Which items are printed as blocks; default: all. */
    readonly printing?: Printing | undefined;
  },
  options: AssembleOptions,
  now: number,
): Promise<Context> {
  const { session, items, operation, query } = delivery;
  const parted = await splitByDelivery(engine, delivery.includeSent === true ? undefined : session, items);
  const { sent } = parted;
  const footer = [options.footer, sentLine(sent)].filter((part) => part !== '').join('\n\n');
  const hooks = {
    unitsOf: indexedUnits(engine),
    printing: delivery.printing,
    salt: await citationSalt(engine),
  };
  const { context, items: unsent } = await assembleReading(
    engine,
    parted.unsent,
    { ...options, footer },
    { ...hooks, read: delivery.read },
  );
  if (session !== undefined && context.items.length > 0) {
    await recordDelivery(
      engine,
      { session, operation, query, context, items: unsent, repeated: sent.length },
      now,
    );
  }
  const estimate = tokenEstimate(context);
  const leave = (item: ContextItem, reason: ExclusionReason, detail?: string) => ({
    ...exclude(item, reason, detail),
    ...estimate(item),
  });
  return {
    ...context,
    ...(context.items.length + context.map.length === 0 && (await onlySent(engine, sent, options))),
    excluded: [
      ...context.excluded,
      ...sent.map(({ item }) => leave(item, 'already-sent')),
      ...mergedAway(parted.unsent, unsent).map((item) =>
        leave(item, 'duplicate', 'merged with the lines next to it'),
      ),
    ],
    stats: { ...context.stats, retrieved: items.length },
  };
}

function mergedAway(before: readonly ContextItem[], after: readonly ContextItem[]): readonly ContextItem[] {
  const kept = new Set(after.map(({ id }) => id));
  return before.filter(({ id }) => !kept.has(id));
}

/** With nothing new to print, the context is only that line. */
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

/** One line for everything the session already has; the parts of a block share its id. */
function sentLine(sent: readonly SentItem[]): string {
  const citations = sent.flatMap(({ citation }) => (citation === undefined ? [] : [`[${citation}]`]));
  const named = [...new Set(citations)].join(' ');
  return sent.length === 0 ? '' : `Already sent in this session: ${named || sent.length}`;
}
