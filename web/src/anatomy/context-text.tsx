import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Context } from '../../../src/core/context.ts';
import { highlightRendered } from '../components/highlight.ts';
import { type Region, textRegions } from './text-regions.ts';
import { useDrawn } from './use-drawn.ts';

/** The text exactly as the model gets it; hovering a stretch shows its item, a click selects it. */
export function ContextText(props: {
  readonly context: Context;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  const { context, selected } = props;
  const regions = useMemo(() => textRegions(context), [context]);
  const languages = useMemo(
    () => new Map(context.items.map((item) => [item.id, item.location?.language ?? ''])),
    [context],
  );
  const first = useMemo(() => firstScreen(regions), [regions]);
  const drawn = useDrawn(regions.length, first);
  const at = regions.findIndex(({ itemId }) => itemId !== undefined && itemId === selected);
  const scroller = useRef<HTMLElement>(null);
  useEffect(() => {
    if (selected === undefined) return;
    const region = scroller.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(selected)}"]`);
    // Only the text scrolls: the page stays where the reader is.
    if (region != null) scroller.current?.scrollTo({ top: region.offsetTop - 8 });
  }, [selected, regions]);
  return (
    <section class="text" ref={scroller} tabIndex={0} aria-label="The context as text">
      <pre>
        {regions.slice(0, Math.max(drawn, at + 1)).map((region) => (
          <Stretch
            key={region.itemId ?? region.text.slice(0, 40)}
            region={region}
            language={languages.get(region.itemId ?? '') ?? ''}
            selected={region.itemId !== undefined && region.itemId === selected}
            onSelect={props.onSelect}
          />
        ))}
      </pre>
    </section>
  );
}

function Stretch(props: {
  readonly region: Region;
  readonly language: string;
  readonly selected: boolean;
  readonly onSelect: (id: string) => void;
}) {
  const { region } = props;
  const element = useRef<HTMLSpanElement>(null);
  const seen = useSeen(element);
  const content = useMemo(
    () =>
      seen
        ? highlightRendered(region.text, props.language).map((token) =>
            token.kind === undefined ? token.text : <span class={`token-${token.kind}`}>{token.text}</span>,
          )
        : region.text,
    [seen, region.text, props.language],
  );
  const { itemId } = region;
  return (
    <span
      ref={element}
      class={`stretch ${props.selected ? 'is-selected' : ''}`}
      style={{ '--lines': region.text.split('\n').length - 1 }}
      {...(itemId === undefined ? {} : { 'data-item': itemId, onClick: () => props.onSelect(itemId) })}
    >
      {content}
    </span>
  );
}

/** No line is lower. */
const LINE_HEIGHT = 18;

/** How many regions fill the screen. */
function firstScreen(regions: readonly Region[]): number {
  let lines = innerHeight / LINE_HEIGHT;
  const at = regions.findIndex(({ text }) => {
    lines -= text.split('\n').length;
    return lines < 0;
  });
  return at < 0 ? regions.length : at + 1;
}

/** Whether it has scrolled into view: a long context is highlighted only where it is seen. */
function useSeen(element: { readonly current: HTMLElement | null }): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || element.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, seen]);
  return seen;
}
