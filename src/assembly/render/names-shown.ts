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

/** The names in a heading: joined lines may hold a dozen definitions, which the lines below show anyway. */
export function namesShown(block: Pick<Block, 'name' | 'source' | 'lines'>): string {
  const { name } = block;
  const kind = kindShown(block);
  if (kind !== undefined) return kind;
  const names = namesOf(block);
  return names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(', ')} …` : name;
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
