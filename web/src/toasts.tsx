import { useLayoutEffect } from 'preact/hooks';
import { Icon } from './components/icon.tsx';
import { isShortcut } from './keys.ts';
import { createStore, useStore } from './store.ts';

const UNDO_MS = 8000;
const TOAST_MS = 4000;

export interface Offer {
  readonly message: string;
  /** Undoes the change, or cancels one not made yet; absent: there is nothing to undo. */
  readonly undo?: () => void;
  /** Called when the undo period is over. */
  readonly settle?: () => void;
}

const current = createStore<Offer | undefined>(undefined);
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says what was done and offers undo for a few seconds. A new offer settles the previous one. */
export function offer(next: Offer): void {
  settle();
  current.set(next);
  timer = setTimeout(settle, next.undo === undefined ? TOAST_MS : UNDO_MS);
}

/** Ends the undo period: a change held back is made now. */
function settle(): void {
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

// Leaving the page is not undoing.
addEventListener('pagehide', settle);

/** Where changes are announced; shared by all views, so that navigating does not lose the offer. */
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
