import { useLayoutEffect } from 'preact/hooks';
import { Icon } from './components/icon.tsx';
import { isShortcut } from './keys.ts';
import { createStore, useStore } from './store.ts';

const UNDO_MS = 8000;
const TOLD_MS = 4000;

export interface Offer {
  readonly message: string;
  /** Takes the change back, or drops one that was not made yet; absent: there is nothing to take back. */
  readonly undo?: () => void;
  /** Called when the time to undo is over. */
  readonly settle?: () => void;
}

const current = createStore<Offer | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says what was done and offers to take it back for a few seconds. A new offer settles the one before. */
export function offer(next: Offer): void {
  settle();
  current.set(next);
  timer = setTimeout(settle, next.undo === undefined ? TOLD_MS : UNDO_MS);
}

/** Ends the time to undo: what was held back is done now. */
export function settle(): void {
  clearTimeout(timer);
  const before = current.get();
  current.set(undefined);
  before?.settle?.();
}

function takeBack(): void {
  const undo = current.get()?.undo;
  if (undo === undefined) return;
  clearTimeout(timer);
  current.set(undefined);
  undo();
}

// Leaving the page is not taking back.
addEventListener('pagehide', settle);

/** The place where changes are told; one for all views, so that going elsewhere does not lose the offer. */
export function Toasts() {
  const shown = useStore(current);
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'u' && isShortcut(event)) takeBack();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="toasts" role="status">
      {shown !== undefined && (
        <div class="toast">
          <span>{shown.message}</span>
          {shown.undo !== undefined && (
            <button type="button" class="toast-undo" onClick={takeBack}>
              Undo <kbd>u</kbd>
            </button>
          )}
          <button type="button" class="toast-close" aria-label="Dismiss" onClick={settle}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
