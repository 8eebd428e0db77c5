import { useEffect } from 'preact/hooks';
import { PICK_ACTIONS, type PickAction } from '../picks.ts';
import { createStore, useStore } from '../store.ts';
import { describeEffect, type Effect } from './effect.ts';
import type { Picking } from './pick-button.tsx';

interface Drag {
  readonly id: string;
  readonly name: string;
  readonly does: PickAction;
  readonly x: number;
  readonly y: number;
  /** Over a place where it may be dropped. */
  readonly over: boolean;
  readonly effect?: Effect;
  readonly error?: string;
}
export const drag = createStore<Drag | undefined>(undefined);

/** Elements with this name in `data-drop` take what is dragged. */
const zoneOf = (does: PickAction) => (does === 'drop' ? 'out' : 'in');

/** A shorter way is a click. */
const LEAST_WAY = 6;

/**
 * Drags items by their icons, with a mouse, a pen or a finger; their buttons and keys do the same. One listener for
 * all: there may be hundreds. `given.nameOf` says what an item is called.
 */
export function useDrag(
  view: { readonly current: HTMLElement | null },
  given: { readonly picking?: Picking | undefined; readonly nameOf: (id: string) => string },
): void {
  useEffect(() => {
    const down = (event: PointerEvent) => {
      const handle =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drag]') : null;
      const id = handle?.closest<HTMLElement>('[data-item]')?.dataset['item'];
      const does = PICK_ACTIONS.find((action) => action === handle?.dataset['drag']);
      const { picking } = given;
      if (event.button !== 0 || id === undefined || does === undefined || picking === undefined) return;
      event.preventDefault();
      follow(event, { id, name: given.nameOf(id), does }, picking);
    };
    const element = view.current;
    element?.addEventListener('pointerdown', down);
    return () => element?.removeEventListener('pointerdown', down);
  }, [view, given]);
}

/** Follows the pointer until it is up. */
function follow(from: PointerEvent, what: Pick<Drag, 'id' | 'name' | 'does'>, picking: Picking): void {
  const stop = new AbortController();
  const { signal } = stop;
  const end = () => {
    stop.abort();
    drag.set(undefined);
  };
  const say = (more: Pick<Drag, 'effect' | 'error'>) => {
    const now = drag.get();
    if (now !== undefined && !signal.aborted) drag.set({ ...now, ...more });
  };
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    const now = drag.get();
    if (now === undefined) {
      if (Math.hypot(x - from.clientX, y - from.clientY) < LEAST_WAY) return;
      picking.weigh(what.id, what.does, signal).then(
        (effect) => say({ effect }),
        (cause: Error) => say({ error: cause.message }),
      );
    }
    const over = document.elementFromPoint(x, y)?.closest(`[data-drop="${zoneOf(what.does)}"]`) != null;
    drag.set({ ...now, ...what, x, y, over });
  };
  const up = () => {
    const dropped = drag.get()?.over === true;
    end();
    if (dropped) picking.pick(what.id, what.does, what.name);
  };
  addEventListener('pointermove', move, { signal });
  addEventListener('pointerup', up, { signal });
  addEventListener('pointercancel', end, { signal });
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
}

/** Shown while an item is dragged: where to drop it, and what that would change. */
export function DropStrip() {
  const now = useStore(drag);
  if (now === undefined) return null;
  const zone = zoneOf(now.does);
  return (
    <>
      <div class={`drop-strip is-${zone} ${now.over ? 'is-over' : ''}`} data-drop={zone}>
        <strong>{zone === 'out' ? 'Drop here to leave it out' : 'Drop here to put it in'}</strong>
        <span>{now.effect === undefined ? now.error : describeEffect(now.effect, now.id)}</span>
      </div>
      <span class="drag-ghost" style={{ left: `${now.x}px`, top: `${now.y}px` }}>
        {now.name}
      </span>
    </>
  );
}
