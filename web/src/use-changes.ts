import { useCallback, useState } from 'preact/hooks';
import { createStore, useStore } from './store.ts';
import { offer } from './toasts.tsx';

/** Entries that are deleted after the undo period, and hidden until then. */
const hiddenIds = createStore<ReadonlySet<string>>(new Set());

/** Changes to a list: whether they failed, and the undo offer for the last one. */
export function useChanges(refresh: () => Promise<void>) {
  const [error, setError] = useState('');
  const hidden = useStore(hiddenIds);

  /** Returns whether it succeeded, so that a form keeps rejected input. */
  const attempt = useCallback(
    async <Result>(work: () => Promise<Result>, then?: (result: Result) => void): Promise<boolean> => {
      try {
        const result = await work();
        setError('');
        await refresh();
        then?.(result);
        return true;
      } catch (cause) {
        setError(cause instanceof Error ? cause.message : String(cause));
        return false;
      }
    },
    [refresh],
  );

  /** Makes a change at once; `undo` is the change that reverts it. */
  const change = <Result>(
    work: () => Promise<Result>,
    told: (result: Result) => { readonly message: string; readonly undo?: () => Promise<unknown> },
  ) =>
    attempt(work, (result) => {
      const { message, undo } = told(result);
      offer(undo === undefined ? { message } : { message, undo: () => attempt(undo) });
    });

  /** Hides an entry at once and deletes it after the undo period: nothing has to be restored. */
  const remove = (id: string, message: string, work: () => Promise<unknown>) => {
    hiddenIds.set(new Set([...hiddenIds.get(), id]));
    const show = () => hiddenIds.set(new Set([...hiddenIds.get()].filter((other) => other !== id)));
    offer({ message, undo: show, settle: () => attempt(work).then(show) });
  };
  return { attempt, change, remove, hidden, error };
}
