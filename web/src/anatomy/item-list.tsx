import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Context } from '../../../src/core/context.ts';
import { effectOf } from './effect.ts';
import { type ItemActions, ItemRow } from './item-row.tsx';
import { useDrawn } from './use-drawn.ts';

/** The question and the budget stand above; no row is lower. */
const ABOVE = 300;
const ROW_HEIGHT = 75;

/** The items of a context: the first screen at once, their actions and the rest in the frames after it. */
export function ItemList(props: {
  readonly context: Context;
  readonly selected: string | undefined;
  readonly open: ReadonlySet<string>;
  readonly pins: readonly string[];
  readonly actions: ItemActions;
}) {
  const { context, selected } = props;
  const fresh = useNewItems(context);
  const citations = useMemo(
    () => new Map(context.citations.map((citation) => [citation.itemId, citation])),
    [context],
  );
  const first = Math.max(1, Math.ceil((innerHeight - ABOVE) / ROW_HEIGHT));
  const drawn = useDrawn(context.items.length, first);
  const at = context.items.findIndex((item) => item.id === selected);
  return (
    <ol class="items">
      {context.items.slice(0, Math.max(drawn, at + 1)).map((item) => (
        <ItemRow
          key={item.id}
          item={item}
          citation={citations.get(item.id)}
          selected={item.id === selected}
          open={props.open.has(item.id)}
          pinned={props.pins.includes(item.id)}
          isNew={fresh.has(item.id)}
          bare={drawn <= first}
          actions={props.actions}
        />
      ))}
    </ol>
  );
}

/** Items that came with the last change of the same answer; none for the first. */
function useNewItems(context: Context): ReadonlySet<string> {
  const before = useRef<Context>(undefined);
  const found = useMemo(
    () =>
      new Set(
        before.current === undefined ? [] : effectOf(before.current, context).entered.map(({ id }) => id),
      ),
    [context],
  );
  useEffect(() => {
    before.current = context;
  }, [context]);
  return found;
}
