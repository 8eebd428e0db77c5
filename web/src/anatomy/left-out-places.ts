import type { Context, ExcludedItem } from '../../../src/core/context.ts';
import type { ExclusionReason } from '../../../src/core/vocabulary.ts';

export interface Lines {
  readonly path?: string | undefined;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}

export interface LeftOutPlace extends Omit<ExcludedItem, 'reason'> {
  readonly reason: ExclusionReason | 'named';
  /** What spoke for a place that is named. */
  readonly why?: string | undefined;
}

/** About, of code. */
const TOKENS_A_LINE = 10;

/**
 * The places that were found and are not printed, the most relevant first; those that the text names in one line are
 * told apart. A piece of a place that is printed or listed itself is none of its own: pieces are merged before they are
 * weighed, and what is told of the whole holds for them.
 */
export function leftOutPlaces(context: Pick<Context, 'items' | 'excluded' | 'map'>): readonly LeftOutPlace[] {
  const printed = context.items.flatMap(({ location }) => (location === undefined ? [] : [location]));
  const weighed = context.excluded.filter(({ reason }) => reason !== 'duplicate');
  const named = new Map(context.map.map((place) => [place.id, place]));
  const known = new Set(context.excluded.map(({ id }) => id));
  return [
    ...context.map
      .filter(({ id }) => !known.has(id))
      .map(
        (place): LeftOutPlace => ({
          ...place,
          relevance: 0,
          about: (place.endLine - place.startLine + 1) * TOKENS_A_LINE,
          reason: 'named',
        }),
      ),
    ...context.excluded.flatMap((item): readonly LeftOutPlace[] => {
      const place = named.get(item.id);
      if (place !== undefined && item.reason === 'budget')
        return [{ ...item, reason: 'named', why: place.why }];
      if (item.reason !== 'duplicate' || item.path === undefined) return [item];
      if (printed.some((other) => overlap(item, other))) return [];
      const whole = weighed.some((other) => overlap(item, other) || item.detail?.endsWith(other.id) === true);
      return whole ? [] : [item];
    }),
  ].toSorted((a, b) => b.relevance - a.relevance);
}

function overlap(a: Lines, b: Lines): boolean {
  return (
    a.path === b.path && (a.startLine ?? 0) <= (b.endLine ?? 0) && (b.startLine ?? 0) <= (a.endLine ?? 0)
  );
}
