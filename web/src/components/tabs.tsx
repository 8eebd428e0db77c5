import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** Of the next tab, so that one sees there is more; and for a count that comes later. */
const BESIDE = 24;

/** Tabs with arrow-key navigation; only the chosen panel is in the document. */
export function Tabs(props: {
  readonly label: string;
  /** When it changes, the first tab is shown again. */
  readonly reset?: unknown;
  /** For controlled use, together with `onChoose`. */
  readonly chosen?: number;
  readonly onChoose?: (index: number) => void;
  readonly tabs: readonly {
    readonly name: string;
    readonly count?: number;
    /** What may be dropped on it, for `drag`. */
    readonly drop?: string;
    readonly content: () => ComponentChildren;
  }[];
}) {
  const [own, setOwn] = useState(0);
  const { chosen = own, onChoose: choose = setOwn } = props;
  const id = useId();
  useEffect(() => setOwn(0), [props.reset]);
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the chosen tab may be cut off; only the tabs scroll, not the page.
  useEffect(() => {
    const tab = list.current?.children[chosen];
    if (chosen > 0 && tab instanceof HTMLElement)
      list.current?.scrollTo({ left: tab.offsetLeft + tab.offsetWidth + BESIDE - list.current.clientWidth });
  }, [chosen]);
  const { tabs } = props;
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    const next = (chosen + step + tabs.length) % tabs.length;
    choose(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <div>
      <div class="tabs" ref={list} role="tablist" aria-label={props.label} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            type="button"
            role="tab"
            data-drop={tab.drop}
            key={tab.name}
            id={`${id}-tab-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.name}
            {tab.count !== undefined && <span class="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${chosen}`}>
        {tabs[chosen]?.content()}
      </div>
    </div>
  );
}
