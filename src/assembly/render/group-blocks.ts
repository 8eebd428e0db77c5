import type { RenderOptions } from '../../core/context.ts';
import { CATEGORIES, type Category, categoryOf, type SourceKind } from '../../core/vocabulary.ts';
import { type Block, rangesOf } from '../block.ts';

export interface Group {
  readonly name: string;
  readonly blocks: readonly Block[];
}

const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  code: 'Code',
  documentation: 'Documentation',
  conversation: 'Conversation',
  other: 'Other',
};

const SOURCE_NAMES: Readonly<Record<SourceKind, string>> = {
  reference: 'References',
  code: 'Code',
  document: 'Documents',
  commit: 'Commits',
  memory: 'Memories',
  experience: 'Experiences',
  value: 'Values',
  message: 'Messages',
};

/** The heading a block comes under. Blocks without a file are grouped by their source instead. */
export function groupNameOf(
  block: Pick<Block, 'path' | 'source' | 'entityType' | 'section'>,
  groupBy: RenderOptions['groupBy'],
): string {
  if (groupBy === 'none') return '';
  if (groupBy === 'file') return block.path ?? block.source;
  if (groupBy === 'type') return CATEGORY_NAMES[categoryOf(block.entityType)];
  const section = groupBy === 'section' ? block.section?.title : undefined;
  return section ?? SOURCE_NAMES[block.source];
}

/**
 * Groups with at least one block. Blocks arrive in order of relevance, so groups do too, but types and
 * sections keep their fixed order; within a file blocks follow the order of their lines.
 */
export function groupBlocks(blocks: readonly Block[], groupBy: RenderOptions['groupBy']): Group[] {
  const byName = new Map<string, Block[]>();
  for (const block of blocks) {
    const name = groupNameOf(block, groupBy);
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [block]);
    else group.push(block);
  }
  const groups = [...byName].map(([name, members]) => ({ name, blocks: members }));
  if (groupBy === 'type') {
    const order = CATEGORIES.map((category) => CATEGORY_NAMES[category]);
    groups.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  }
  if (groupBy === 'section') groups.sort((a, b) => orderOf(a) - orderOf(b));
  if (groupBy === 'file') for (const group of groups) group.blocks.sort(byFirstLine);
  return groups;
}

/** Blocks without a section of their own come last. */
function orderOf(group: Group): number {
  return group.blocks[0]?.section?.order ?? Number.MAX_SAFE_INTEGER;
}

function byFirstLine(a: Block, b: Block): number {
  return (rangesOf(a)[0]?.startLine ?? 0) - (rangesOf(b)[0]?.startLine ?? 0);
}
