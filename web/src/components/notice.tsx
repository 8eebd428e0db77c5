import type { ComponentChildren } from 'preact';
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

export function ErrorNote(props: { readonly text: string | undefined; readonly onRetry?: () => void }) {
  if (props.text === undefined || props.text === '') return null;
  return (
    <p class="error-note" role="alert">
      <Icon name="alert" />
      <span>{props.text}</span>
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
