import type { Context } from '../../../src/core/context.ts';
import { Empty } from '../components/notice.tsx';
import { counted } from '../names.ts';
import { type Certainty, extrasOf } from './extras.ts';

const SAID: Readonly<Record<Certainty, string>> = {
  likely: 'Likely here',
  possibly: 'Possibly here',
  nothing: 'Nothing found',
};

/** How sure the answer is, and what it is made of. */
export function Verdict(props: {
  readonly context: Context;
  /** Asks again in all sources; absent where all were asked. */
  readonly onWiden?: (() => void) | undefined;
}) {
  const { context } = props;
  const { certainty } = extrasOf(context);
  const files = new Set(
    context.items.flatMap(({ location }) => (location === undefined ? [] : [location.path])),
  );
  if (context.items.length === 0) {
    return (
      <Empty icon="ask" title="Nothing in the project speaks for this.">
        <p class="quiet">Name a symbol or a file, or use the words of the code.</p>
        {props.onWiden !== undefined && (
          <button type="button" onClick={props.onWiden}>
            Look in all sources
          </button>
        )}
      </Empty>
    );
  }
  return (
    <p class="verdict">
      {certainty !== undefined && <span class={`certainty is-${certainty}`}>{SAID[certainty]}</span>}
      <span>
        {counted(context.items.length, 'item')} from {counted(files.size, 'file')}
      </span>
    </p>
  );
}
