import { Empty } from '../components/notice.tsx';

/** An answer without items, and what to do about it. */
export function NothingFound(props: {
  /** Asks again in all sources; absent where all were asked. */
  readonly onWiden?: (() => void) | undefined;
}) {
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
