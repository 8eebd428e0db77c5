import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { counted, short } from '../names.ts';
import type { Measure, TreeNode } from './file-tree.ts';
import { type Box, squarify } from './squarify.ts';

const HEADING = 20;
const GAP = 2;
/** Smaller boxes keep the colour of their folder: they could be neither read nor clicked. */
const SMALLEST_SIDE = 7;
const CHARACTER = 6.6;
/** With less room for each of its children a folder is one box: specks tell nothing. */
const PIXELS_PER_CHILD = 300;

/** A folder as boxes: its content, and one level further in. A click opens a folder. */
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
  const ranks = useMemo(() => ranksOf(folder), [folder]);
  return (
    <div class="treemap" ref={frame} style={{ height: `${height}px` }}>
      {width > 0 &&
        children.map((child, index) => {
          const box = boxes[index];
          if (box === undefined || Math.min(box.width, box.height) < SMALLEST_SIDE) return null;
          return <Block key={child.path} node={child} box={box} ranks={ranks} {...props} />;
        })}
    </div>
  );
}

function Block(props: {
  readonly node: TreeNode;
  readonly box: Box;
  readonly ranks: readonly number[];
  readonly measure: Measure;
  readonly onOpen: (node: TreeNode) => void;
}) {
  const { node, box, ranks } = props;
  const inside = inset(box);
  return (
    <button
      type="button"
      class={`block ${node.children === undefined ? 'is-file' : ''}`}
      style={{ ...placed(inside), '--strength': strength(node, ranks) }}
      title={titleOf(node, props.measure)}
      onClick={() => props.onOpen(node)}
    >
      <span class="visually-hidden">{titleOf(node, props.measure)}</span>
      <span aria-hidden="true">
        <Inside node={node} box={inside} ranks={ranks} measure={props.measure} />
      </span>
    </button>
  );
}

/** The name of a box and, where a folder has room, its content. */
function Inside(props: {
  readonly node: TreeNode;
  readonly box: Box;
  readonly ranks: readonly number[];
  readonly measure: Measure;
  /** Drawn as one box. */
  readonly whole?: boolean;
}) {
  const { node, box, ranks, measure } = props;
  const leaf = node.children === undefined || props.whole === true;
  // A file's name may go over lines, between its words.
  const words = leaf && !fits(node.name, box.width) ? node.name.split(/(?<=[_.-])/) : [node.name];
  const named = words.every((word) => fits(word, box.width)) && box.height > HEADING * words.length;
  // A folder without room for its name still shows its files.
  const top = named ? HEADING : 1;
  const room: Box = { x: 1, y: top, width: box.width - 2, height: box.height - top - 1 };
  const children =
    Math.min(room.width, room.height) > SMALLEST_SIDE && !props.whole ? (node.children ?? []) : [];
  const boxes = squarify(
    children.map((child) => child.weight),
    room,
  );
  return (
    <>
      {named && (
        <span class={leaf ? 'file-name' : 'block-name'}>
          {words.map((word) => (
            <>
              {word}
              <wbr />
            </>
          ))}
        </span>
      )}
      {children.map((child, index) => {
        const place = boxes[index];
        if (place === undefined || Math.min(place.width, place.height) < SMALLEST_SIDE) return null;
        const small = inset(place);
        const whole =
          child.children !== undefined &&
          small.width * small.height < child.children.length * PIXELS_PER_CHILD;
        return (
          <i
            key={child.path}
            class={child.children === undefined || whole ? 'is-file' : ''}
            style={{ ...placed(small), '--strength': strength(child, ranks) }}
            title={titleOf(child, measure)}
          >
            <Inside node={child} box={small} ranks={ranks} measure={measure} whole={whole} />
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

/**
 * How often it changes, by rank among the files here, so that a few busy ones do not make the rest look alike. Above 54
 * % its name could not be read in the dark theme.
 */
function strength({ commits }: TreeNode, ranks: readonly number[]): string {
  // Without a history all look alike, and must still be told apart from the ground.
  if (ranks.length < 2) return '24%';
  const below = ranks.findIndex((other) => other >= commits);
  return `${Math.round(12 + (42 * Math.max(0, below)) / (ranks.length - 1))}%`;
}

/** The distinct numbers of commits of all files in a folder, ascending. */
function ranksOf(folder: TreeNode): readonly number[] {
  const found = new Set<number>();
  const visit = (node: TreeNode): void => {
    if (node.children === undefined) found.add(node.commits);
    else node.children.forEach(visit);
  };
  visit(folder);
  return [...found].sort((a, b) => a - b);
}

/** A word is shown whole or not at all: half a name helps nobody. */
function fits(name: string, width: number): boolean {
  return name.length * CHARACTER <= width - 10;
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
