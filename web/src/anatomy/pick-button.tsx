import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PickAction } from '../picks.ts';
import { createStore, useStore } from '../store.ts';
import { drag } from './drag.tsx';
import { describeEffect, type Effect } from './effect.ts';

/** Actions on the items of a context; absent where the context cannot be requested again. */
export interface Picking {
  readonly pins: readonly string[];
  readonly pick: (id: string, pick: PickAction, name: string) => void;
  /** What the pick would change, from the server, without applying it. */
  readonly weigh: (id: string, pick: PickAction, signal: AbortSignal) => Promise<Effect>;
}

interface Tip {
  readonly id: string;
  readonly does: PickAction;
  readonly top: number;
  readonly right: number;
  readonly effect?: Effect;
  readonly error?: string;
}
const tip = createStore<Tip | undefined>(undefined);
/** Moving across a button must not trigger a request. */
const HOVER_DELAY_MS = 120;

/** A button that shows its effect while hovered or focused. */
export function PickButton(props: {
  readonly id: string;
  readonly name: string;
  readonly does: PickAction;
  readonly picking: Picking;
  readonly label: string;
  readonly pressed?: boolean;
  readonly children: ComponentChildren;
}) {
  const { id, does, picking } = props;
  const stop = useRef<AbortController>(undefined);
  const leave = () => {
    stop.current?.abort();
    if (tip.get()?.id === id) tip.set(undefined);
  };
  const rest = (button: HTMLElement) => {
    leave();
    const controller = new AbortController();
    stop.current = controller;
    const timer = setTimeout(async () => {
      const { bottom, right } = button.getBoundingClientRect();
      const place = { id, does, top: bottom, right: innerWidth - right };
      tip.set(place);
      try {
        const effect = await picking.weigh(id, does, controller.signal);
        if (!controller.signal.aborted) tip.set({ ...place, effect });
      } catch (error) {
        if (!controller.signal.aborted)
          tip.set({ ...place, error: error instanceof Error ? error.message : String(error) });
      }
    }, HOVER_DELAY_MS);
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
  };
  useEffect(() => leave, []);
  return (
    <button
      type="button"
      class="ghost"
      aria-label={props.label}
      {...(props.pressed === undefined ? {} : { 'aria-pressed': props.pressed })}
      onPointerEnter={(event) => event.pointerType === 'mouse' && rest(event.currentTarget)}
      onPointerLeave={leave}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && rest(event.currentTarget)}
      onBlur={leave}
      onClick={() => {
        leave();
        picking.pick(id, does, props.name);
      }}
    >
      {props.children}
    </button>
  );
}

/** Which items would leave, for the bar; undefined while no effect is shown. */
export function useLeaving(): ReadonlySet<string> | undefined {
  const dragged = useStore(drag)?.effect;
  const effect = useStore(tip)?.effect ?? dragged;
  return effect === undefined ? undefined : new Set(effect.left.map(({ id }) => id));
}

const DOES: Readonly<Record<PickAction, string>> = {
  pin: 'Pin it',
  drop: 'Leave it out',
  free: 'Rank it again',
};

/** The tooltip for the effect of a pick, above everything that could clip it. */
export function PickTip() {
  const shown = useStore(tip);
  return (
    <div class="tip-place" role="status">
      {shown !== undefined && (
        <p class="tip" style={{ top: `${shown.top + 4}px`, right: `${Math.max(8, shown.right)}px` }}>
          {DOES[shown.does]}.{' '}
          {shown.effect === undefined ? shown.error : describeEffect(shown.effect, shown.id)}
        </p>
      )}
    </div>
  );
}
