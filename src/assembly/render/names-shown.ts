import type { Block } from '../block.ts';

const MAX_NAMES = 4;

/** The names in a heading: joined lines may hold a dozen definitions, which the lines below show anyway. */
export function namesShown({ name, source }: Pick<Block, 'name' | 'source'>): string {
  if (source !== 'code' && source !== 'document') return name;
  const names = name.split(', ');
  return names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')} …` : name;
}
