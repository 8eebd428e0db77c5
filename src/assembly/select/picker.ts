import type { AssembleOptions } from '../../core/context.ts';
import type { ContextItem } from '../../core/item.ts';
import { plural } from '../../core/text/plural.ts';
import type { ExclusionReason } from '../../core/vocabulary.ts';
import type { Meter } from '../meter.ts';
import { groupNameOf } from '../render/group-blocks.ts';
import type { Candidate, Priced } from './candidate.ts';

export interface Refusal {
  readonly reason: ExclusionReason;
  readonly detail?: string;
}

/** Keeps count of what has been picked and of the limits that are not about tokens. */
export interface Picker {
  readonly picked: ReadonlyMap<Candidate, Priced>;
  readonly refused: ReadonlyMap<Candidate, Refusal>;
  /** True once there was room for a candidate whose file was not read: the file must be read. */
  readonly lacksText: boolean;
  /** Takes a candidate if it fits; says what it cost, headings included, or undefined. */
  take(candidate: Candidate, options: TakeOptions): number | undefined;
}

interface TakeOptions {
  readonly room: number;
  /** The most one item may take, even if there is room. */
  readonly itemCap: number;
  /** Whether a part may be taken when the whole does not fit. */
  readonly cut: boolean;
}

/** Whether the user asked for this very item, by a reference or a pin. */
export function isRequested({ id, source }: ContextItem, { pin }: Pick<AssembleOptions, 'pin'>): boolean {
  return source === 'reference' || pin.includes(id);
}

/** From this many items on, no type may have more than its share of them. */
const DIVERSE_FROM = 5;
const LARGEST_TYPE_SHARE = 0.7;

/** Whether something of a passage that was not read could be printed. */
export function mayFit(candidate: Candidate, room: number): boolean {
  return room > 0 && candidate.leastTokens() <= room;
}

export function createPicker(
  options: AssembleOptions,
  tools: { readonly meter: Meter; readonly candidates: readonly Candidate[] },
): Picker {
  const picked = new Map<Candidate, Priced>();
  const refused = new Map<Candidate, Refusal>();
  const perFile = new Map<string, number>();
  const perType = new Map<string, number>();
  const groups = new Set<string>();
  let lacksText = false;
  const diverse =
    options.selection === 'density' &&
    new Set(tools.candidates.map(({ passage }) => passage.item.entityType)).size > 1;

  function limitOn({ passage: { item } }: Candidate): Refusal | undefined {
    if (options.maxItems !== undefined && picked.size >= options.maxItems) {
      return { reason: 'item-limit', detail: `at most ${plural(options.maxItems, 'item')}` };
    }
    const ofFile = perFile.get(item.location?.path ?? '') ?? 0;
    if (
      options.maxItemsPerFile !== undefined &&
      item.location !== undefined &&
      ofFile >= options.maxItemsPerFile
    ) {
      return { reason: 'file-limit', detail: `at most ${options.maxItemsPerFile} of ${item.location.path}` };
    }
    const ofType = (perType.get(item.entityType) ?? 0) + 1;
    if (
      diverse &&
      // References and pinned items are wanted, however many are of one type.
      !isRequested(item, options) &&
      picked.size >= DIVERSE_FROM &&
      ofType > LARGEST_TYPE_SHARE * (picked.size + 1)
    ) {
      return { reason: 'type-limit', detail: `at most ${100 * LARGEST_TYPE_SHARE} % of one type` };
    }
    return undefined;
  }

  function fitting(candidate: Candidate, { room, itemCap, cut }: TakeOptions): Priced | undefined {
    const whole = candidate.wholeWithin(Math.min(room, itemCap));
    if (whole !== undefined) return whole;
    // An item over its cap never fits whole, so more room would not help.
    return cut || itemCap <= room ? candidate.cutWithin(Math.min(room, itemCap)) : undefined;
  }

  return {
    picked,
    refused,
    get lacksText() {
      return lacksText;
    },
    take(candidate, take) {
      const limited = limitOn(candidate);
      if (limited !== undefined) {
        refused.set(candidate, limited);
        return undefined;
      }
      const { item } = candidate.passage;
      const group = groupNameOf(
        { ...item, ...(item.location === undefined ? {} : { path: item.location.path }) },
        options.groupBy,
      );
      const heading = groups.has(group) ? 0 : tools.meter.headingOf(group);
      const room = take.room - heading;
      if (candidate.passage.unread && mayFit(candidate, room)) lacksText = true;
      const priced = candidate.passage.unread ? undefined : fitting(candidate, { ...take, room });
      if (priced === undefined) {
        const capped = take.itemCap < take.room && options.truncation === 'none';
        refused.set(candidate, {
          reason: 'budget',
          ...(capped ? { detail: `over ${Math.floor(take.itemCap)} tokens, the most for one item` } : {}),
        });
        return undefined;
      }
      picked.set(candidate, priced);
      refused.delete(candidate);
      groups.add(group);
      perType.set(item.entityType, (perType.get(item.entityType) ?? 0) + 1);
      if (item.location !== undefined)
        perFile.set(item.location.path, (perFile.get(item.location.path) ?? 0) + 1);
      return priced.tokens + heading;
    },
  };
}
