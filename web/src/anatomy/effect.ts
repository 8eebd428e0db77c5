import type { Context, IncludedItem } from '../../../src/core/context.ts';
import { counted, splitPath } from '../names.ts';

/** How one context differs from another of the same question. */
export interface Effect {
  readonly entered: readonly IncludedItem[];
  readonly left: readonly IncludedItem[];
  /** In both, with fewer tokens in the second. */
  readonly shortened: readonly IncludedItem[];
  readonly tokens: number;
}

export function effectOf(before: Context, after: Context): Effect {
  const known = new Map(before.items.map((item) => [item.id, item]));
  const stays = new Set(after.items.map(({ id }) => id));
  return {
    entered: after.items.filter(({ id }) => !known.has(id)),
    left: before.items.filter(({ id }) => !stays.has(id)),
    shortened: after.items.filter(({ id, tokens }) => tokens < (known.get(id)?.tokens ?? 0)),
    tokens: after.tokenCount,
  };
}

const NAMED = 3;

/** The effect of a pick in sentences, without naming the picked item again. */
export function describeEffect({ entered, left, shortened, tokens }: Effect, picked: string): string {
  const others = (items: readonly IncludedItem[]) => items.filter(({ id }) => id !== picked);
  const said = [
    ['Pushes out', others(left)],
    ['Shortens', others(shortened)],
    ['Makes room for', others(entered)],
  ] as const;
  const parts = said.flatMap(([verb, items]) => (items.length === 0 ? [] : [`${verb} ${listOf(items)}.`]));
  const changes = parts.length === 0 ? 'Nothing else changes.' : parts.join(' ');
  return `${changes} ${counted(tokens, 'token')} then.`;
}

function listOf(items: readonly IncludedItem[]): string {
  const names = items.slice(0, NAMED).map(placeOf);
  const more = items.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

function placeOf({ location, name }: IncludedItem): string {
  return location === undefined
    ? name
    : `${splitPath(location.path).file}:${location.startLine}–${location.endLine}`;
}
