import type { ContextItem } from '../core/item.ts';
import type { Block, BlockLine } from './block.ts';
import { namesOf } from './join-names.ts';
import type { Passage } from './passage.ts';

/** The lines of a passage with their numbers in the file, and those around it when asked for. */
export function passageLines(passage: Passage, options: { readonly surroundings: boolean }): BlockLine[] {
  const { before, lines, after, startLine } = passage;
  if (startLine === undefined) return lines.map((text) => ({ text }));
  if (!options.surroundings) return lines.map((text, index) => ({ text, number: startLine + index }));
  return [...before, ...lines, ...after].map((text, index) => ({
    text,
    number: startLine - before.length + index,
  }));
}

/** What is printed of a passage when these lines of it are. */
export function buildBlock(
  passage: Passage,
  lines: readonly BlockLine[],
  options: { readonly citation: string | undefined; readonly truncated: boolean },
): Block {
  const { item } = passage;
  const related = item.metadata?.source === 'code' ? item.metadata.related : undefined;
  return {
    itemId: item.id,
    source: item.source,
    entityType: item.entityType,
    name: options.truncated ? namesIn(item, lines) : item.name,
    relevance: item.relevance,
    lines,
    imports: passage.imports,
    related: related ?? [],
    truncated: options.truncated,
    stale: passage.stale,
    section: item.section,
    ...(item.location === undefined ? {} : { path: item.location.path }),
    ...(item.location?.language === undefined ? {} : { language: item.location.language }),
    ...(options.citation === undefined ? {} : { citation: options.citation }),
  };
}

/** Of several definitions those that are seen; what was cut away is not promised. */
function namesIn(
  { name, source }: Pick<ContextItem, 'name' | 'source'>,
  lines: readonly BlockLine[],
): string {
  const names = namesOf({ name, source });
  if (names.length === 1) return name;
  const seen = names.filter((each) =>
    lines.some(({ text, number }) => number !== undefined && text.includes(each)),
  );
  return seen.length === 0 ? names[0]! : seen.join(', ');
}
