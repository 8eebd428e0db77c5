import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isShortcut } from '../keys.ts';

const UNDO_MS = 6000;

interface Offer {
  readonly message: string;
  /** Takes the change back, or drops one that was not made yet; absent: there is nothing to take back. */
  readonly undo?: () => void;
  /** Called when the time to undo is over. */
  readonly settle?: () => void;
}

/** Offers to take back the last change for a few seconds. `offer` replaces, and settles, an earlier offer. */
export function useUndo() {
  const [pending, setPending] = useState<Offer>();
  const current = useRef<Offer>(undefined);
  const settle = useCallback(() => {
    current.current?.settle?.();
    current.current = undefined;
    setPending(undefined);
  }, []);
  const offer = useCallback(
    (next: Offer) => {
      settle();
      current.current = next;
      setPending(next);
    },
    [settle],
  );
  const takeBack = useCallback(() => {
    const undo = current.current?.undo;
    if (undo === undefined) return;
    current.current = undefined;
    setPending(undefined);
    undo();
  }, []);
  useEffect(() => {
    if (pending === undefined) return;
    const timer = setTimeout(settle, UNDO_MS);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'u' && isShortcut(event)) takeBack();
    };
    addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      removeEventListener('keydown', onKey);
    };
  }, [pending, settle, takeBack]);
  useEffect(() => {
    // Leaving the page is not taking back.
    addEventListener('pagehide', settle);
    return () => {
      removeEventListener('pagehide', settle);
      settle();
    };
  }, [settle]);
  const toast = pending !== undefined && (
    <div class="toast" role="status">
      {pending.message}
      {pending.undo !== undefined && (
        <button type="button" title="Key u" onClick={takeBack}>
          Undo
        </button>
      )}
    </div>
  );
  return { offer, toast };
}
