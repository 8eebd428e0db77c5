import { useEffect, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { Icon } from '../components/icon.tsx';
import { ErrorNote } from '../components/notice.tsx';
import { useSuggestions } from '../components/palette.tsx';
import { Path } from '../components/path.tsx';
import { counted } from '../names.ts';
import { formatAddress, go } from '../router.ts';
import { useAnswer } from '../use-answer.ts';
import { useFollowing } from '../use-following.ts';

interface Asked {
  readonly symbol: string;
  readonly path?: string | undefined;
}
const ask = ({ symbol, path }: Asked) => call('graph', { symbol, ...(path === undefined ? {} : { path }) });
type Graph = Awaited<ReturnType<typeof ask>>;
type Neighbour = Graph['neighbours'][number];

/** What uses a symbol on the left, the symbol in the middle, what it uses on the right; a click moves on. */
export function SymbolGraph(props: { readonly symbol: string; readonly path?: string | undefined }) {
  const [text, setText] = useFollowing(props.symbol);
  const [answer, run] = useAnswer(ask);
  const suggestions = useSuggestions(text === props.symbol ? '' : text).filter(({ kind }) => kind === 'name');
  useEffect(() => {
    if (props.symbol !== '') run({ symbol: props.symbol, path: props.path });
  }, [props.symbol, props.path, run]);
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') go(['project', text.trim()]);
        }}
      >
        <label class="field grow">
          <span class="visually-hidden">Symbol</span>
          <input
            id="symbol"
            list="symbol-names"
            placeholder="A function, class or other definition"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <datalist id="symbol-names">
            {suggestions.map((name) => (
              <option key={`${name.text} ${name.path}`} value={name.text} />
            ))}
          </datalist>
        </label>
        <button type="submit">Show</button>
      </form>
      <ErrorNote text={answer.error} />
      {answer.error !== undefined && props.symbol !== '' && (
        <p>
          <a class="button" href={formatAddress(['ask', props.symbol])}>
            <Icon name="ask" /> Ask about “{props.symbol}”
          </a>
        </p>
      )}
      {props.symbol !== '' && answer.value !== undefined && <Picture graph={answer.value} />}
    </>
  );
}

function Picture(props: { readonly graph: Graph }) {
  const { symbol, neighbours, others } = props.graph;
  const of = (direction: Neighbour['direction']) =>
    neighbours.filter((entry) => entry.direction === direction);
  return (
    <figure class="graph" aria-label={`Around ${symbol.name}`}>
      <Side title="Used by" entries={of('in')} />
      <div class="graph-middle">
        <strong>{symbol.name}</strong>
        <span class="tag">{symbol.entityType}</span>
        <a href={formatAddress(['ask', `${symbol.path}:${symbol.startLine}`])}>
          <Path path={symbol.path} startLine={symbol.startLine} />
        </a>
        {others.length > 0 && (
          <details>
            <summary>{counted(others.length, 'other')} of this name</summary>
            <ul>
              {others.map((other) => (
                <li key={`${other.path} ${other.startLine}`}>
                  <a href={formatAddress(['project', other.name], new URLSearchParams({ path: other.path }))}>
                    <Path path={other.path} startLine={other.startLine} />
                  </a>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Side title="Uses" entries={of('out')} />
    </figure>
  );
}

const LISTED = 12;
const TEST = /(^|[/_.-])(tests?|specs?|examples?)[/_.-]/;

/** The project's definitions as links; other names on one line. */
function Side(props: { readonly title: string; readonly entries: readonly Neighbour[] }) {
  const [all, setAll] = useState(false);
  // Who calls it in earnest comes before its tests.
  const own = props.entries
    .filter((entry) => entry.path !== undefined)
    .toSorted((a, b) => Number(TEST.test(a.path ?? '')) - Number(TEST.test(b.path ?? '')));
  const foreign = [
    ...new Set(props.entries.filter((entry) => entry.path === undefined).map(({ name }) => name)),
  ];
  return (
    <section class="graph-side" aria-label={props.title}>
      <h3>
        {props.title} <span class="quiet">{own.length}</span>
      </h3>
      {own.length === 0 && <p class="quiet">Nothing in the project.</p>}
      <ul>
        {own.slice(0, all ? undefined : LISTED).map((entry) => (
          <li key={`${entry.kind} ${entry.path} ${entry.name}`}>
            <a href={formatAddress(['project', entry.name], pathOf(entry))}>
              <span class="tag">{entry.kind}</span>
              {entry.name !== entry.path && <span class="item-name">{entry.name}</span>}
              <Path path={entry.path ?? ''} startLine={entry.startLine} />
            </a>
          </li>
        ))}
      </ul>
      {own.length > LISTED && !all && (
        <p>
          <button type="button" onClick={() => setAll(true)}>
            Show {own.length - LISTED} more
          </button>
        </p>
      )}
      {foreign.length > 0 && (
        <p class="quiet">
          <Icon name="share" /> {counted(foreign.length, 'name')} from outside the project:{' '}
          <span class="path">{foreign.slice(0, 12).join(', ')}</span>
        </p>
      )}
    </section>
  );
}

function pathOf({ path }: Neighbour): URLSearchParams {
  return new URLSearchParams(path === undefined ? {} : { path });
}
