import type { AskSettings } from './ask-settings.ts';

/** What a person may do with an item: keep it in, leave it out, or let the ranking decide again. */
export const PICK_ACTIONS = ['pin', 'drop', 'free'] as const;
export type PickAction = (typeof PICK_ACTIONS)[number];

/** The settings after a pick; an item is never both pinned and dropped. */
export function withPick(settings: AskSettings, id: string, pick: PickAction): AskSettings {
  const others = (ids: readonly string[]) => ids.filter((other) => other !== id);
  return {
    ...settings,
    pins: [...others(settings.pins), ...(pick === 'pin' ? [id] : [])],
    drops: [...others(settings.drops), ...(pick === 'drop' ? [id] : [])],
  };
}
