import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { connection } from '../connection.ts';
import { useStore } from '../store.ts';
import { Icon, type IconName } from './icon.tsx';

/** Shown in place of an empty list: why there is nothing, and what to do. */
export function Empty(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <Icon name={props.icon} />
      <strong>{props.title}</strong>
      {props.children}
    </div>
  );
}

/** What went wrong; once the server is back, it is tried again without being asked. */
export function ErrorNote(props: { readonly text: string | undefined; readonly onRetry?: () => void }) {
  const state = useStore(connection);
  const before = useRef(state);
  const failed = props.text !== undefined && props.text !== '';
  useEffect(() => {
    if (failed && before.current !== 'online' && state === 'online') props.onRetry?.();
    before.current = state;
  }, [state]);
  // The banner says what is wrong.
  const away = state === 'offline';
  if (!failed || (away && props.onRetry === undefined)) return null;
  return (
    <p class={away ? 'note' : 'error-note'} role="alert">
      <Icon name={away ? 'clock' : 'alert'} />
      <span>{away ? 'What is missing here comes when the server is back.' : props.text}</span>
      {props.onRetry !== undefined && (
        <button type="button" onClick={props.onRetry}>
          Try again
        </button>
      )}
    </p>
  );
}

/** Grey placeholder lines, so that nothing jumps when the content arrives. */
export function Skeleton(props: { readonly rows: number }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">Loading</span>
      {Array.from({ length: props.rows }, (_, row) => (
        <i key={row} />
      ))}
    </div>
  );
}
