export interface ScatterPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly group: string | undefined;
}

const HUES = ['code', 'commit', 'experience', 'memory', 'document', 'value', 'reference', 'message'];

/** Groups, and other kinds without a hue of their own, cycle through those of the sources. */
export function groupHue(index: number): string {
  return `var(--${HUES[index % HUES.length]})`;
}

const WIDTH = 400;
const HEIGHT = 280;
const MARGIN = 12;
/** Of a line; a name has two. */
const LONGEST = 26;
const LINE = 16;
/** About half of the longest line, so that it stays inside. */
const HALF_NAME = 100;

/** Points on a plane, coloured by group; those of the chosen group stand out. */
export function Scatter(props: {
  readonly label: string;
  readonly points: readonly ScatterPoint[];
  readonly groups: readonly string[];
  /** The name of a group, shown where its points are. */
  readonly nameOf?: (group: string) => string;
  readonly chosen?: string | undefined;
}) {
  const place = scaleOf(props.points);
  const taken: { readonly x: number; readonly y: number }[] = [];
  return (
    <svg
      class="scatter"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${props.label}, ${props.points.length} points`}
    >
      {props.points.map((point) => {
        const index = point.group === undefined ? -1 : props.groups.indexOf(point.group);
        const dimmed = props.chosen !== undefined && props.chosen !== point.group;
        return (
          <circle
            key={point.key}
            cx={place(point.x, 'x')}
            cy={place(point.y, 'y')}
            r={index < 0 ? 3 : 5}
            style={{ fill: index < 0 ? 'var(--line-strong)' : groupHue(index) }}
            opacity={dimmed ? 0.2 : 1}
          >
            <title>{point.title}</title>
          </circle>
        );
      })}
      {props.groups.map((group) => {
        const own = props.points.filter((point) => point.group === group);
        const name = props.nameOf?.(group) ?? '';
        if (own.length === 0 || name === '') return null;
        const mean = (axis: 'x' | 'y') =>
          own.reduce((sum, point) => sum + place(point[axis], axis), 0) / own.length;
        const x = Math.max(HALF_NAME, Math.min(WIDTH - HALF_NAME, mean('x')));
        const low = Math.max(...own.map((point) => place(point.y, 'y')));
        const isBelow = low < HEIGHT - 5 * MARGIN;
        let y = isBelow
          ? low + 2 * MARGIN
          : Math.min(...own.map((point) => place(point.y, 'y'))) - MARGIN - LINE;
        // Away from the edge, until it lies over no other name.
        while (
          taken.some((other) => Math.abs(other.x - x) < 2 * HALF_NAME && Math.abs(other.y - y) < 2 * LINE)
        )
          y += isBelow ? LINE : -LINE;
        taken.push({ x, y });
        return (
          <text key={group} text-anchor="middle">
            {inLines(name).map((line, index) => (
              <tspan key={line} x={x} y={y + index * LINE}>
                {line}
              </tspan>
            ))}
          </text>
        );
      })}
    </svg>
  );
}

/** At most two lines, the second cut. */
function inLines(name: string): readonly string[] {
  if (name.length <= LONGEST) return [name];
  const space = name.lastIndexOf(' ', LONGEST);
  const end = space <= 0 ? LONGEST : space;
  const rest = name.slice(end).trim();
  return [name.slice(0, end), rest.length > LONGEST ? `${rest.slice(0, LONGEST - 1)}…` : rest];
}

function scaleOf(points: readonly ScatterPoint[]): (value: number, axis: 'x' | 'y') => number {
  const range = (axis: 'x' | 'y') => {
    const values = points.map((point) => point[axis]);
    const lowest = Math.min(...values);
    return { lowest, width: Math.max(Math.max(...values) - lowest, Number.EPSILON) };
  };
  const ranges = { x: range('x'), y: range('y') };
  return (value, axis) =>
    MARGIN +
    ((value - ranges[axis].lowest) / ranges[axis].width) * ((axis === 'x' ? WIDTH : HEIGHT) - 2 * MARGIN);
}
