import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, short } from '../names.ts';
import type { Measure, TreeNode } from './file-tree.ts';
import { type Box, squarify } from './squarify.ts';

const HEADING = 20;
const GAP = 2;
/** Smaller ones are left to the colour of their folder: they could be neither read nor hit. */
const SMALLEST_SIDE = 7;
const CHARACTER = 6.6;
const READABLE = 4;

/** A folder as boxes: what is in it, and one level further in. A click goes into a folder. */
export function Treemap(props: {
  readonly folder: TreeNode;
  readonly measure: Measure;
  readonly onOpen: (node: TreeNode) => void;
}) {
  const { folder } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const height = Math.round(Math.min(520, Math.max(300, width * 0.5)));
  const children = folder.children ?? [];
  const boxes = squarify(
    children.map((child) => child.weight),
    { x: 0, y: 0, width, height },
  );
  const most = Math.max(1, folder.commits);
  return (
    <div class="treemap" ref={frame} style={{ height: `${height}px` }}>
      {width > 0 &&
        children.map((child, index) => {
          const box = boxes[index];
          if (box === undefined || Math.min(box.width, box.height) < SMALLEST_SIDE) return null;
          return <Block key={child.path} node={child} box={box} most={most} {...props} />;
        })}
    </div>
  );
}

function Block(props: {
  readonly node: TreeNode;
  readonly box: Box;
  readonly most: number;
  readonly measure: Measure;
  readonly onOpen: (node: TreeNode) => void;
}) {
  const { node, box, most } = props;
  const inside = inset(box);
  return (
    <button
      type="button"
      class={`block ${node.children === undefined ? 'is-file' : ''}`}
      style={{ ...placed(inside), '--strength': strength(node, most) }}
      title={titleOf(node, props.measure)}
      onClick={() => props.onOpen(node)}
    >
      <span class="visually-hidden">{titleOf(node, props.measure)}</span>
      <span aria-hidden="true">
        <Inside node={node} box={inside} most={most} measure={props.measure} />
      </span>
    </button>
  );
}

/** The name of a block, and in a folder with room for it, what is in the folder. */
function Inside(props: {
  readonly node: TreeNode;
  readonly box: Box;
  readonly most: number;
  readonly measure: Measure;
}) {
  const { node, box, most, measure } = props;
  const named = fits(node.name, box.width) && box.height > HEADING;
  const room: Box = { x: 1, y: HEADING, width: box.width - 2, height: box.height - HEADING - 1 };
  const children = named && room.height > HEADING && room.width > 2 * HEADING ? (node.children ?? []) : [];
  const boxes = squarify(
    children.map((child) => child.weight),
    room,
  );
  return (
    <>
      {named && (
        <span class={node.children === undefined ? 'file-name' : 'block-name'}>
          {clipped(node.name, box.width)}
        </span>
      )}
      {children.map((child, index) => {
        const place = boxes[index];
        if (place === undefined || Math.min(place.width, place.height) < SMALLEST_SIDE) return null;
        const small = inset(place);
        return (
          <i
            key={child.path}
            class={child.children === undefined ? 'is-file' : ''}
            style={{ ...placed(small), '--strength': strength(child, most) }}
            title={titleOf(child, measure)}
          >
            <Inside node={child} box={small} most={most} measure={measure} />
          </i>
        );
      })}
    </>
  );
}

function inset({ x, y, width, height }: Box): Box {
  return {
    x: x + GAP / 2,
    y: y + GAP / 2,
    width: Math.max(1, width - GAP),
    height: Math.max(1, height - GAP),
  };
}

function placed({ x, y, width, height }: Box) {
  return { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
}

/** How often it changes, beside what changes most here. */
function strength(node: TreeNode, most: number): string {
  return `${Math.round(8 + 42 * Math.sqrt(node.commits / most))}%`;
}

/** A name is shown whole, or with enough of it to be known. */
function fits(name: string, width: number): boolean {
  const room = Math.floor((width - 10) / CHARACTER);
  return room >= Math.min(name.length, Math.max(READABLE, Math.ceil(name.length * 0.6)));
}

function clipped(name: string, width: number): string {
  const room = Math.floor((width - 10) / CHARACTER);
  return name.length <= room ? name : `${name.slice(0, Math.max(1, room - 1))}…`;
}

/** Characters per token in source code, near enough for a picture. */
const CHARACTERS_PER_TOKEN = 4;

function titleOf(node: TreeNode, measure: Measure): string {
  const amount =
    measure === 'size'
      ? `about ${short(Math.round(node.weight / CHARACTERS_PER_TOKEN))} tokens`
      : `${counted(node.weight, 'line')} changed`;
  return node.children === undefined
    ? `${node.path}: ${amount}, ${counted(node.commits, 'commit')}`
    : `${node.path}: ${counted(node.files, 'file')}, ${amount}`;
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}
