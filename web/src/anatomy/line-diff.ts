import type { Context } from '../../../src/core/context.ts';

/** Lines from..to of a file and which of two contexts prints them. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly side: Side;
}
export type Side = 'left' | 'right' | 'both';

export interface FileDiff {
  readonly path: string;
  readonly stretches: readonly Stretch[];
}

export interface ContextDiff {
  readonly files: readonly FileDiff[];
  /** Items not in a file (commits, memories and the like), by id. */
  readonly others: readonly { readonly id: string; readonly name: string; readonly side: Side }[];
  readonly lines: Readonly<Record<Side, number>>;
}

/** What two contexts print: each line is in one, the other or both, however it was split into items. */
export function diffContexts(left: Pick<Context, 'items'>, right: Pick<Context, 'items'>): ContextDiff {
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)];
  const paths = [...new Set([...leftLines.keys(), ...rightLines.keys()])].sort();
  const files = paths.map((path) => ({
    path,
    stretches: stretches(leftLines.get(path) ?? new Set(), rightLines.get(path) ?? new Set()),
  }));
  const lines = { left: 0, right: 0, both: 0 };
  for (const file of files) for (const { from, to, side } of file.stretches) lines[side] += to - from + 1;
  return { files, others: othersOf(left, right), lines };
}

function linesOf({ items }: Pick<Context, 'items'>): ReadonlyMap<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const { location } of items) {
    if (location === undefined) continue;
    const lines = found.get(location.path) ?? new Set();
    for (let line = location.startLine; line <= location.endLine; line++) lines.add(line);
    found.set(location.path, lines);
  }
  return found;
}

function stretches(left: ReadonlySet<number>, right: ReadonlySet<number>): Stretch[] {
  const found: Stretch[] = [];
  for (const line of [...new Set([...left, ...right])].sort((a, b) => a - b)) {
    const side = sideOf(left.has(line), right.has(line));
    const last = found.at(-1);
    if (last?.side === side && last.to === line - 1) found[found.length - 1] = { ...last, to: line };
    else found.push({ from: line, to: line, side });
  }
  return found;
}

function sideOf(inLeft: boolean, inRight: boolean): Side {
  if (inLeft && inRight) return 'both';
  return inLeft ? 'left' : 'right';
}

function othersOf(left: Pick<Context, 'items'>, right: Pick<Context, 'items'>): ContextDiff['others'] {
  const placeless = ({ items }: Pick<Context, 'items'>) =>
    new Map(items.filter((item) => item.location === undefined).map(({ id, name }) => [id, name]));
  const [lefts, rights] = [placeless(left), placeless(right)];
  return [...new Map([...lefts, ...rights])].map(([id, name]) => ({
    id,
    name,
    side: sideOf(lefts.has(id), rights.has(id)),
  }));
}
