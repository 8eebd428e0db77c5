import { useEffect, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { usePath } from '../router.ts';
import { useAnswer } from '../use-answer.ts';

const ask = (symbol: string) => call('graph', { symbol });
type Graph = Awaited<ReturnType<typeof ask>>;
type Neighbour = Graph['neighbours'][number];

/** More neighbours than this on a side are counted instead of drawn, so that the picture stays readable. */
const MOST = 14;
const ROW = 26;
const WIDTH = 1000;

/** What uses a symbol at the left, the symbol in the middle, what it uses at the right; a click moves on. */
export function SymbolGraph() {
  const [path, go] = usePath();
  const asked = path[1] ?? '';
  const [symbol, setSymbol] = useState(asked);
  const [answer, run] = useAnswer(ask);
  useEffect(() => {
    setSymbol(asked);
    if (asked !== '') run(asked);
  }, [asked, run]);
  return (
    <>
      <h2>Around a symbol</h2>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (symbol.trim() !== '') go(placeOf(symbol.trim()));
        }}
      >
        <label for="symbol">Symbol</label>
        <input id="symbol" value={symbol} onInput={(event) => setSymbol(event.currentTarget.value)} />
        <button type="submit">Show</button>
      </form>
      {answer.error !== undefined && <p class="error">{answer.error}</p>}
      {answer.value !== undefined && <Picture graph={answer.value} />}
    </>
  );
}

function Picture(props: { readonly graph: Graph }) {
  const { symbol, neighbours } = props.graph;
  const left = neighbours.filter((entry) => entry.direction === 'in');
  const right = neighbours.filter((entry) => entry.direction === 'out');
  const rows = Math.max(1, Math.min(MOST, Math.max(left.length, right.length)) + 1);
  const height = rows * ROW + 20;
  const middle = height / 2;
  return (
    <figure class="panel">
      <figcaption>
        {symbol.entityType} <strong>{symbol.name}</strong>{' '}
        <span class="path">
          {symbol.path}:{symbol.startLine}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`}>
        <title>Graph around {symbol.name}</title>
        <Side entries={left} x={290} anchor="end" middle={middle} center={400} />
        <Side entries={right} x={710} anchor="start" middle={middle} center={600} />
        <rect x={400} y={middle - 14} width={200} height={28} rx={6} style={{ fill: 'var(--accent)' }} />
        <text x={500} y={middle + 4} text-anchor="middle" style={{ fill: 'var(--on-accent)' }}>
          {shorten(symbol.name, 28)}
        </text>
      </svg>
    </figure>
  );
}

function Side(props: {
  readonly entries: readonly Neighbour[];
  readonly x: number;
  readonly anchor: 'start' | 'end';
  readonly middle: number;
  readonly center: number;
}) {
  const shown = props.entries.slice(0, MOST);
  const more = props.entries.length - shown.length;
  return (
    <>
      {shown.map((entry, index) => {
        const y = 20 + index * ROW;
        return (
          <g key={`${entry.kind} ${entry.path} ${entry.name}`}>
            <path
              class="edge"
              d={`M ${props.x + (props.anchor === 'end' ? 5 : -5)} ${y} L ${props.center} ${props.middle}`}
            />
            <a href={`#/${placeOf(entry.name)}`}>
              <text x={props.x} y={y + 4} text-anchor={props.anchor}>
                {props.anchor === 'end'
                  ? `${shorten(entry.name, 34)} ${entry.kind}`
                  : `${entry.kind} ${shorten(entry.name, 34)}`}
                <title>{`${entry.kind} ${entry.name} ${entry.path ?? '(outside the project)'}`}</title>
              </text>
            </a>
          </g>
        );
      })}
      {more > 0 && (
        <text x={props.x} y={20 + MOST * ROW} text-anchor={props.anchor}>
          and {more} more
        </text>
      )}
    </>
  );
}

function placeOf(symbol: string): string {
  return `project/${encodeURIComponent(symbol)}`;
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(1 - length)}`;
}
