import type { ComponentChildren } from 'preact';
import { counted, formatCount } from '../names.ts';

export interface Point {
  readonly at: number;
  /** Undefined where there was nothing to measure: the line has a gap. */
  readonly value: number | undefined;
}

export const WIDTH = 300;
export const HEIGHT = 80;
/** The axis grows with the data, from this length on. */
const SHORTEST_MS = 60_000;

/** Values over the last minutes, with the scale at the left, the time below and the newest at the line “now”. */
export function Chart(props: {
  readonly title: string;
  readonly unit: string;
  /** Each begins a slice of time, the last ends now. */
  readonly points: readonly Point[];
  readonly sliceMilliseconds: number;
}) {
  const { points, sliceMilliseconds } = props;
  const span = Math.max(SHORTEST_MS, points.length * sliceMilliseconds);
  const last = points.at(-1)?.at ?? 0;
  const newest = points.findLast((point) => point.value !== undefined)?.value;
  const top = niceTop(Math.max(0, ...points.map((point) => point.value ?? 0)));
  const x = (at: number) => WIDTH - ((last - at) / span) * WIDTH;
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT;
  const caption = newest === undefined ? 'no data yet' : `${format(newest)} ${props.unit}`;
  const minutes = Math.round(span / 60_000);
  return (
    <ChartFrame
      title={props.title}
      value={caption}
      label={`${props.title} over ${counted(minutes, 'minute')}, now ${caption}`}
      scale={newest === undefined ? [] : [format(top), format(top / 2), '0']}
      times={[`−${minutes} min`, 'now']}
    >
      {runs(points, sliceMilliseconds).map((run) => (
        <polyline
          key={run[0]?.at}
          class="chart-line"
          points={run.map(({ at, value }) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
        />
      ))}
      <path class="chart-now" d={`M${WIDTH - 0.5} 0V${HEIGHT}`} />
    </ChartFrame>
  );
}

/** A drawing with its scale at the left and the time below. */
export function ChartFrame(props: {
  readonly title: string;
  readonly value?: string;
  /** What it shows, for those who do not see it. */
  readonly label: string;
  /** From the top down. */
  readonly scale: readonly string[];
  /** At the left and at the right. */
  readonly times: readonly string[];
  readonly children: ComponentChildren;
}) {
  return (
    <figure class="chart">
      <figcaption>
        <span class="quiet">{props.title}</span>
        <strong>{props.value}</strong>
      </figcaption>
      <div class="chart-area">
        <span class="chart-scale" aria-hidden="true">
          {props.scale.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          role="img"
          aria-label={props.label}
          preserveAspectRatio="none"
        >
          <path class="chart-grid" d={`M0 .5H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT - 0.5}H${WIDTH}`} />
          {props.children}
        </svg>
        <span class="chart-time" aria-hidden="true">
          {props.times.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      </div>
    </figure>
  );
}

/** Runs without gaps; a single value is drawn as a short level line. */
function runs(
  points: readonly Point[],
  slice: number,
): readonly (readonly { at: number; value: number }[])[] {
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
          { at: at - slice / 2, value },
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
