import { counted, formatCount } from '../names.ts';

export interface Point {
  readonly at: number;
  /** Undefined where there was nothing to measure: the line has a gap. */
  readonly value: number | undefined;
}

const WIDTH = 300;
const HEIGHT = 80;

/** Values over the last minutes, with the scale at the left, the time below and the newest at the line “now”. */
export function Chart(props: {
  readonly title: string;
  readonly unit: string;
  readonly points: readonly Point[];
  readonly spanMilliseconds: number;
  readonly now: number;
}) {
  const { points, now, spanMilliseconds } = props;
  const newest = points.findLast((point) => point.value !== undefined)?.value;
  const top = niceTop(Math.max(0, ...points.map((point) => point.value ?? 0)));
  const x = (at: number) => WIDTH - ((now - at) / spanMilliseconds) * WIDTH;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const caption = newest === undefined ? 'no data yet' : `${format(newest)} ${props.unit}`;
  const minutes = Math.round(spanMilliseconds / 60_000);
  return (
    <figure class="chart">
      <figcaption>
        <span class="quiet">{props.title}</span>
        <strong>{caption}</strong>
      </figcaption>
      <div class="chart-area">
        <span class="chart-scale" aria-hidden="true">
          {newest !== undefined && (
            <>
              <span>{format(top)}</span>
              <span>{format(top / 2)}</span>
              <span>0</span>
            </>
          )}
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={`${props.title} over ${counted(minutes, 'minute')}, now ${caption}`}
          preserveAspectRatio="none"
        >
          <path class="chart-grid" d={`M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`} />
          {runs(points).map((run) => (
            <polyline
              key={run[0]?.at}
              class="chart-line"
              points={run.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
            />
          ))}
          <path class="chart-now" d={`M${WIDTH - 0.5} 0V${HEIGHT}`} />
        </svg>
        <span class="chart-time" aria-hidden="true">
          <span>−{minutes} min</span>
          <span>now</span>
        </span>
      </div>
    </figure>
  );
}

/** Runs without gaps; a single value is drawn as a short level line. */
function runs(points: readonly Point[]): readonly (readonly { at: number; value: number }[])[] {
  const found: { at: number; value: number }[][] = [];
  let open = false;
  for (const { at, value } of points) {
    if (value === undefined) {
      open = false;
      continue;
    }
    if (!open) found.push([]);
    found.at(-1)?.push({ at, value });
    open = true;
  }
  return found.map((run) =>
    run.length === 1
      ? run.flatMap(({ at, value }) => [
          { at: at - 1500, value },
          { at, value },
        ])
      : run,
  );
}

/** The next round number, so that the scale can be read. */
function niceTop(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 2, 5, 10].find((step) => step * power >= highest) ?? 10) * power;
}

function format(value: number): string {
  if (value >= 10_000) return `${(value / 1000).toLocaleString('en', { maximumFractionDigits: 0 })}k`;
  if (Number.isInteger(value)) return formatCount(value);
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 1 });
}
