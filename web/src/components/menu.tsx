import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A quiet button that opens a small panel below it. */
export function Menu(props: {
  readonly label: string;
  readonly value?: string;
  readonly children: ComponentChildren;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (element === null || !element.open) return;
      const escaped = event instanceof KeyboardEvent && event.key === 'Escape';
      const elsewhere =
        event.type === 'pointerdown' && event.target instanceof Node && !element.contains(event.target);
      if (escaped || elsewhere) element.open = false;
      if (escaped) element.querySelector('summary')?.focus();
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details class="menu" ref={details}>
      <summary>
        <span class="quiet">{props.label}</span>
        {props.value !== undefined && <span>{props.value}</span>}
      </summary>
      <div class="menu-panel">{props.children}</div>
    </details>
  );
}
