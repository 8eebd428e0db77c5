import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Context } from '../../../src/core/context.ts';
import type { AskedContext } from '../ask-context.ts';
import { ScoreLegend } from '../components/score-bar.tsx';
import { Tabs } from '../components/tabs.tsx';
import { copyText } from '../copy-text.ts';
import { useShortcuts } from '../keys.ts';
import { counted } from '../names.ts';
import { useWide, useWidest } from '../use-narrow.ts';
import { BudgetBar } from './budget-bar.tsx';
import { ContextText } from './context-text.tsx';
import { DropStrip, useDrag } from './drag.tsx';
import { FoundPlaces } from './found.tsx';
import { ItemList } from './item-list.tsx';
import type { ItemActions } from './item-row.tsx';
import { LeftOut } from './left-out.tsx';
import { leftOutPlaces } from './left-out-places.ts';
import { type Picking, PickTip } from './pick-button.tsx';

/** A context taken apart: its budget, its items with reasons, what was excluded, and the rendered text. */
export function Anatomy(props: {
  readonly context: AskedContext;
  readonly question?: string;
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly picking?: Picking | undefined;
  /** Actions on the whole context, beside the tabs. */
  readonly tools?: ComponentChildren;
}) {
  const { context, selected, onSelect } = props;
  const left = useMemo(() => leftOutPlaces(context), [context]);
  const wide = useWide();
  const widest = useWidest();
  const [tab, setTab] = useState(0);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((before) =>
      before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
    );
  const view = useRef<HTMLDivElement>(null);
  useLinkedHover(view);
  useDrag(
    view,
    useStable({
      picking: props.picking,
      nameOf: (id: string) => {
        const item = context.items.find((each) => each.id === id);
        const left = context.excluded.find((each) => each.id === id);
        return item?.location?.path ?? item?.name ?? left?.path ?? left?.name ?? id;
      },
    }),
  );
  useItemKeys(context, { selected, onSelect, onToggle: toggle, picking: props.picking });
  useEffect(() => {
    if (selected === undefined) return;
    document.getElementById(`item-${selected}`)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const actions = useStable<ItemActions>({
    question: props.question ?? '',
    onSelect,
    onToggle: toggle,
    picking: props.picking,
  });
  const others = {
    name: 'Why not others',
    drop: 'out',
    count: left.length,
    content: () => <LeftOut places={left} picking={props.picking} />,
  };
  const text = () => <ContextText context={context} selected={selected} onSelect={onSelect} />;
  return (
    <div class="anatomy" ref={view}>
      {context.items.length > 0 && (
        <FoundPlaces context={context} left={left} onSelect={onSelect} onLeftOut={() => setTab(1)} />
      )}
      <BudgetBar context={context} selected={selected} onSelect={onSelect} />
      {context.warnings.map((warning) => (
        <Warning key={warning} text={warning} />
      ))}
      <div class={widest ? 'columns is-three' : wide ? 'columns' : ''}>
        <section aria-label="Items">
          <Tabs
            label="Items"
            chosen={tab}
            onChoose={setTab}
            tabs={[
              {
                name: 'Why these',
                drop: 'in',
                count: context.items.length,
                content: () => (
                  <>
                    <ScoreLegend />
                    <ItemList
                      context={context}
                      selected={selected}
                      open={open}
                      pins={props.picking?.pins ?? []}
                      actions={actions}
                    />
                  </>
                ),
              },
              ...(widest ? [] : [others]),
              ...(wide ? [] : [{ name: 'Text', content: text }]),
            ]}
          />
        </section>
        {widest && (
          <section aria-label="Others">
            <Tabs label="Others" tabs={[others]} />
          </section>
        )}
        {wide && (
          <section aria-label="Text" class="text-pane" data-drop="in">
            <header class="pane-head">
              <h2>As the model gets it</h2>
              <span class="quiet">{counted(context.context.length, 'character')}</span>
              {props.tools}
            </header>
            {text()}
          </section>
        )}
      </div>
      <PickTip />
      <DropStrip />
    </div>
  );
}

const LONG = 180;

/** A long list of files is collapsed. */
function Warning(props: { readonly text: string }) {
  const { text } = props;
  if (text.length <= LONG) return <p class="note">{text}</p>;
  return (
    <details class="note">
      <summary>{text.slice(0, text.lastIndexOf(' ', LONG))} …</summary>
      {text}
    </details>
  );
}

/** Hovering a piece of the bar, an item or a stretch of the text highlights the other two. */
function useLinkedHover(view: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const element = view.current;
    if (element === null) return;
    let hot = '';
    const mark = (id: string, on: boolean) => {
      if (id === '') return;
      for (const part of element.querySelectorAll(`[data-item="${CSS.escape(id)}"]`))
        part.toggleAttribute('data-hot', on);
    };
    const move = (event: Event) => {
      const target =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null;
      const id = event.type === 'mouseleave' ? '' : (target?.dataset['item'] ?? '');
      if (id === hot) return;
      mark(hot, false);
      mark(id, true);
      hot = id;
    };
    for (const type of ['mouseover', 'mouseleave', 'focusin']) element.addEventListener(type, move);
    return () => {
      for (const type of ['mouseover', 'mouseleave', 'focusin']) element.removeEventListener(type, move);
    };
  }, [view]);
}

function useItemKeys(
  context: Context,
  {
    selected,
    onSelect,
    onToggle,
    picking,
  }: Pick<ItemActions, 'onToggle' | 'picking'> & {
    readonly selected: string | undefined;
    readonly onSelect: (id: string | undefined) => void;
  },
): void {
  const { items } = context;
  const move = (step: number) => {
    const at = items.findIndex((item) => item.id === selected);
    const next = items[Math.max(0, Math.min(items.length - 1, at + step))];
    if (next !== undefined) onSelect(next.id);
  };
  const pick = (does: 'pin' | 'drop') => {
    const at = items.findIndex((item) => item.id === selected);
    const item = items[at];
    if (item === undefined || picking === undefined) return;
    // Select the item below, so that the keys act on it next.
    if (does === 'drop') onSelect(items[at + 1]?.id);
    const pinned = picking.pins.includes(item.id);
    picking.pick(item.id, does === 'pin' && pinned ? 'free' : does, item.location?.path ?? item.name);
  };
  const toggle = () => selected !== undefined && onToggle(selected);
  const keys = useStable({ move, toggle, pick, context });
  useShortcuts(
    useMemo(
      () => ({
        j: () => keys.move(1),
        k: () => keys.move(-1),
        o: () => void keys.toggle(),
        p: () => keys.pick('pin'),
        x: () => keys.pick('drop'),
        c: () => void copyText(keys.context.context, 'The context is copied.'),
      }),
      [keys],
    ),
  );
}

/** A stable object whose members are always current, so that components given it do not re-render. */
function useStable<Members extends object>(members: Members): Members {
  const stable = useRef(members);
  Object.assign(stable.current, members);
  return stable.current;
}
