import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

const UNDO_MS = 6000;

export interface Offer {
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
  useEffect(() => {
    if (pending === undefined) return;
    const timer = setTimeout(settle, UNDO_MS);
    return () => clearTimeout(timer);
  }, [pending, settle]);
  useEffect(() => {
    // Leaving the page is not taking back.
    addEventListener('pagehide', settle);
    return () => {
      removeEventListener('pagehide', settle);
      settle();
    };
  }, [settle]);
  const undo = pending?.undo;
  const toast = pending !== undefined && (
    <div class="toast" role="status">
      {pending.message}
      {undo !== undefined && (
        <button
          type="button"
          onClick={() => {
            undo();
            current.current = undefined;
            setPending(undefined);
          }}
        >
          Undo
        </button>
      )}
    </div>
  );
  return { offer, toast };
}
