import type { SourceKind } from '../../core/vocabulary.ts';
import type { Block } from '../block.ts';
import { namesOf } from '../join-names.ts';

const MAX_NAMES = 4;

const KINDS: Partial<Record<SourceKind, string>> = {
  memory: 'Memory',
  experience: 'Experience',
  value: 'Value',
  message: 'Message',
};

/** Whether the name says more than the place does: the lines outside every definition are named after their file. */
export function tellsMore({ name, path }: Pick<Block, 'name' | 'path'>): boolean {
  return name.trim() !== '' && name !== path && path?.endsWith(`/${name}`) !== true;
}

/** Whether the type says more than the name does: several definitions are of several types. */
export function tellsType(block: Pick<Block, 'name' | 'entityType' | 'source' | 'lines'>): boolean {
  const { name, entityType } = block;
  return (
    entityType !== 'file' && entityType !== 'module' && !name.includes(', ') && kindShown(block) === undefined
  );
}

/** The names in a heading: joined lines may hold a dozen definitions, which the lines below show anyway. */
export function namesShown(
  block: Pick<Block, 'name' | 'source' | 'lines'>,
  print: (name: string) => string = (name) => name,
): string {
  const kind = kindShown(block);
  if (kind !== undefined) return kind;
  const names = namesOf(block);
  const shown = names.slice(0, MAX_NAMES).map(print).join(', ');
  return names.length > MAX_NAMES ? `${shown} …` : shown;
}

/** What a record is, where its title only repeats how its text begins. */
export function kindShown({
  name,
  source,
  lines,
}: Pick<Block, 'name' | 'source' | 'lines'>): string | undefined {
  const isRepeated = name !== '' && lines[0]?.text.startsWith(name.replace(/…$/, '')) === true;
  return isRepeated ? KINDS[source] : undefined;
}
