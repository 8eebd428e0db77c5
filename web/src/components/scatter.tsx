export interface ScatterPoint {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly title: string;
  readonly group: string | undefined;
}

/** Groups cycle through the hues of the style sheet. */
export const GROUP_HUES = 8;

const WIDTH = 400;
const HEIGHT = 280;
const MARGIN = 12;
const LONGEST = 34;
/** About half of the longest name, so that it stays inside. */
const HALF_NAME = 105;

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
            class={index < 0 ? 'no-group' : `group-${index % GROUP_HUES}`}
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
        const low = Math.max(...own.map((point) => place(point.y, 'y')));
        return (
          <text
            key={group}
            x={Math.max(HALF_NAME, Math.min(WIDTH - HALF_NAME, mean('x')))}
            y={
              low > HEIGHT - 3 * MARGIN
                ? Math.min(...own.map((point) => place(point.y, 'y'))) - MARGIN
                : low + 2 * MARGIN
            }
            text-anchor="middle"
          >
            {name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name}
          </text>
        );
      })}
    </svg>
  );
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
