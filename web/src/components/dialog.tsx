import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

/** A window over the page; Escape, the cross and a click beside it close it. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  /** Slides up from below on a small screen, within reach of a thumb. */
  readonly sheet?: boolean;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={props.sheet === true ? 'sheet' : ''}
      aria-labelledby={id}
      onCancel={props.onClose}
      onClose={props.onClose}
      onClick={(event) => {
        if (event.target === dialog.current) props.onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{props.title}</h2>
          <button type="button" class="ghost" aria-label="Close" onClick={props.onClose}>
            <Icon name="close" />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
