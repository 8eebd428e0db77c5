import { type Box, squarify } from './squarify.ts';

export interface TreemapEntry {
  /** Folder the entry is drawn in. */
  readonly group: string;
  readonly label: string;
  readonly weight: number;
  /** Asked for only when the entry is drawn. */
  readonly title: () => string;
  /** 0..1: how strongly the rectangle is coloured. */
  readonly strength: number;
}

const AREA: Box = { x: 0, y: 0, width: 1000, height: 560 };
const HEADING = 15;
const CHARACTER = 6.5;
/** More rectangles than this are too small to see and make the page slow. */
const MOST = 240;

/** Folders as boxes, their files inside, areas in proportion to weights. The smallest files of a folder are drawn as one. */
export function Treemap(props: { readonly label: string; readonly entries: readonly TreemapEntry[] }) {
  const groups = groupsOf(props.entries);
  const boxes = squarify(
    groups.map((group) => group.weight),
    AREA,
  );
  return (
    <svg class="treemap" viewBox={`0 0 ${AREA.width} ${AREA.height}`} role="img" aria-label={props.label}>
      {groups.map((group, index) => {
        const box = boxes[index];
        return box === undefined ? null : <Folder key={group.name} group={group} box={box} />;
      })}
    </svg>
  );
}

interface Group {
  readonly name: string;
  readonly weight: number;
  readonly entries: readonly TreemapEntry[];
}

/** Groups in falling order of weight, with as many entries as can be seen in all. */
function groupsOf(entries: readonly TreemapEntry[]): Group[] {
  const visible = entries.filter((entry) => entry.weight > 0).sort((a, b) => b.weight - a.weight);
  const shown = new Set(visible.slice(0, MOST));
  return [...Map.groupBy(visible, (entry) => entry.group)]
    .map(([name, members]) => {
      const small = members.filter((entry) => !shown.has(entry));
      const rest: TreemapEntry = {
        group: name,
        label: `${small.length} more`,
        weight: sum(small),
        title: () => `${name}: ${small.length} smaller files`,
        strength: 0,
      };
      const drawn = [...members.filter((entry) => shown.has(entry)), ...(small.length === 0 ? [] : [rest])];
      return { name, weight: sum(members), entries: drawn.sort((a, b) => b.weight - a.weight) };
    })
    .sort((a, b) => b.weight - a.weight);
}

function sum(entries: readonly TreemapEntry[]): number {
  return entries.reduce((total, entry) => total + entry.weight, 0);
}

function Folder(props: { readonly group: Group; readonly box: Box }) {
  const { group, box } = props;
  const named = box.height > HEADING * 2 && box.width > 40;
  const inside = named ? { ...box, y: box.y + HEADING, height: box.height - HEADING } : box;
  const boxes = squarify(
    group.entries.map((entry) => entry.weight),
    inside,
  );
  return (
    <g>
      {named && <Label box={box} text={group.name || '.'} class="folder" />}
      {group.entries.map((entry, index) => {
        const place = boxes[index];
        if (place === undefined) return null;
        return (
          <g key={entry.label}>
            <rect {...place} fill-opacity={0.35 + 0.65 * entry.strength}>
              <title>{entry.title()}</title>
            </rect>
            {place.height > HEADING && place.width > 50 && <Label box={place} text={entry.label} />}
          </g>
        );
      })}
    </g>
  );
}

function Label(props: { readonly box: Box; readonly text: string; readonly class?: string }) {
  const room = Math.floor((props.box.width - 6) / CHARACTER);
  const text = props.text.length <= room ? props.text : `${props.text.slice(0, Math.max(0, room - 1))}…`;
  return (
    <text class={props.class} x={props.box.x + 3} y={props.box.y + 11}>
      {text}
    </text>
  );
}
