/** A small line of values over time; the newest is at the right and named in the caption. */
export function Chart(props: {
  readonly title: string;
  readonly values: readonly number[];
  readonly unit: string;
}) {
  const newest = props.values.at(-1);
  // One value is a level, drawn as a line.
  const values = newest !== undefined && props.values.length === 1 ? [newest, newest] : props.values;
  const highest = Math.max(...values, Number.EPSILON);
  const step = values.length > 1 ? 200 / (values.length - 1) : 0;
  const points = values.map(
    (value, index) => `${(index * step).toFixed(1)},${(46 - (value / highest) * 42).toFixed(1)}`,
  );
  const caption = newest === undefined ? 'no data yet' : `${format(newest)} ${props.unit}`;
  return (
    <figure class="panel">
      <figcaption>
        {props.title}: <strong>{caption}</strong>
      </figcaption>
      <svg
        viewBox="0 0 200 50"
        role="img"
        aria-label={`${props.title}, newest ${caption}`}
        preserveAspectRatio="none"
      >
        <polyline class="edge" points={points.join(' ')} style={{ stroke: 'var(--accent)' }} />
      </svg>
    </figure>
  );
}

function format(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString();
  return value.toFixed(value < 10 ? 2 : 1);
}
