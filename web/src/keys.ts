import { useLayoutEffect } from 'preact/hooks';

/** True for a key that may be a shortcut: nothing is being typed, no dialog is open, no modifier is held. */
export function isShortcut(event: KeyboardEvent): boolean {
  const typing =
    event.target instanceof HTMLElement &&
    event.target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select');
  const inDialog = document.querySelector('dialog[open]') !== null;
  return !typing && !inDialog && !event.ctrlKey && !event.metaKey && !event.altKey;
}

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Keys that work while a view is shown, from its first paint. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const run = shortcuts[event.key];
      if (run === undefined) return;
      event.preventDefault();
      run(event);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [shortcuts]);
}
