import type { ExcludedItem, FitOptions } from '../core/context.ts';
import type { ContextItem } from '../core/item.ts';
import type { PlacedUnit } from '../core/parser.ts';
import type { ReadFailure, SourceFile } from '../core/ports.ts';
import { READ_FAILURES } from '../core/read-failures.ts';
import type { ExclusionReason } from '../core/vocabulary.ts';
import { byRelevance } from './by-relevance.ts';
import { locate } from './locate.ts';
import type { Passage } from './passage.ts';

/** What was read for the items, by path. */
export interface Materials {
  readonly files: ReadonlyMap<string, SourceFile | ReadFailure>;
  /** Structure by file, where it is known; other files are judged by their lines. */
  readonly units: ReadonlyMap<string, readonly PlacedUnit[]>;
  /** Ids of items whose files are as indexed and were not read; default: none. */
  readonly unread?: ReadonlySet<string> | undefined;
}

export interface Prepared {
  /** In order of relevance. */
  readonly passages: readonly Passage[];
  readonly excluded: readonly ExcludedItem[];
  /** Files whose text is not what was indexed. */
  readonly changed: readonly string[];
  readonly warnings: readonly string[];
}

/** Turns items into passages: filters, orders, and finds the present lines of each. */
export function prepare(
  items: readonly ContextItem[],
  materials: Materials,
  options: Pick<FitOptions, 'minRelevance' | 'pin' | 'drop'>,
): Prepared {
  const passages: Passage[] = [];
  const excluded: ExcludedItem[] = [];
  const changed = new Set<string>();
  const seen = new Set<string>();
  const isPinned = ({ id }: ContextItem) => options.pin.includes(id);
  for (const item of [...items].sort(
    (a, b) => Number(isPinned(b)) - Number(isPinned(a)) || byRelevance(a, b),
  )) {
    if (options.drop.includes(item.id)) {
      excluded.push(exclude(item, 'dropped', 'you left it out'));
    } else if (item.relevance < options.minRelevance && !isPinned(item)) {
      excluded.push(exclude(item, 'below-minimum', `relevance is below ${options.minRelevance}`));
    } else if (seen.has(item.id)) {
      excluded.push(exclude(item, 'duplicate', 'an item with this id is already there'));
    } else {
      seen.add(item.id);
      const passage = materials.unread?.has(item.id) ? unreadPassage(item) : passageOf(item, materials);
      if (passage.moved || passage.stale) changed.add(item.location?.path ?? '');
      if (passage.unread || passage.lines.some((line) => line.trim() !== '')) passages.push(passage);
      else excluded.push(withoutText(item, materials));
    }
  }
  return { passages, excluded, changed: [...changed].sort(), warnings: failures(passages, materials) };
}

export function exclude(item: ContextItem, reason: ExclusionReason, detail?: string): ExcludedItem {
  const { path, startLine, endLine } = item.location ?? {};
  return {
    id: item.id,
    name: item.name,
    source: item.source,
    relevance: item.relevance,
    reason,
    ...(path === undefined ? {} : { path, startLine, endLine }),
    ...(detail === undefined ? {} : { detail }),
  };
}

type Located = Passage & { readonly moved: boolean };

function passageOf(item: ContextItem, { files, units }: Materials): Located {
  const path = item.location?.path ?? '';
  const { lines, startLine, state } = locate(item, files.get(path), units.get(path));
  return {
    ...BARE,
    item,
    lines,
    stale: state === 'stale',
    moved: state === 'moved',
    ...(startLine === undefined ? {} : { startLine }),
    ...(item.focus !== undefined && state === 'as-indexed' && startLine !== undefined
      ? { focus: { start: item.focus.startLine - startLine, end: item.focus.endLine - startLine } }
      : {}),
  };
}

function unreadPassage(item: ContextItem): Located {
  const { startLine = 1, endLine = 0 } = item.location ?? {};
  const lines = new Array<string>(endLine - startLine + 1).fill('');
  return { ...BARE, item, lines, startLine, stale: false, moved: false, unread: true };
}

const BARE = { before: [], after: [], imports: [], alternatives: [] };

function withoutText(item: ContextItem, { files }: Materials): ExcludedItem {
  const file = files.get(item.location?.path ?? '');
  if (typeof file === 'string') return exclude(item, 'unreadable', READ_FAILURES[file]);
  return exclude(item, 'empty');
}

/** One sentence per reason why files could not be read. */
function failures(passages: readonly Passage[], { files }: Materials): string[] {
  const paths = new Map<ReadFailure, Set<string>>();
  for (const { item } of passages) {
    const path = item.location?.path;
    const file = path === undefined ? undefined : files.get(path);
    if (path === undefined || typeof file !== 'string') continue;
    paths.set(file, (paths.get(file) ?? new Set()).add(path));
  }
  return [...paths].map(
    ([failure, names]) =>
      `Stored text is shown, marked stale, because ${READ_FAILURES[failure]}: ${[...names].join(', ')}.`,
  );
}
