import type { ContextItem } from '../core/item.ts';

/** The definitions that an item of joined lines is named after; other names are titles, commas and all. */
export function namesOf({ name, source }: Pick<ContextItem, 'name' | 'source'>): readonly string[] {
  return source === 'code' || source === 'document' ? name.split(', ') : [name];
}

/**
 * The names of the definitions in joined lines of a file, each once. Lines outside every definition have the file's
 * name, which the heading says already.
 */
export function joinNames(path: string | undefined, parts: readonly string[]): string {
  const file = path?.slice(path.lastIndexOf('/') + 1);
  const names = [...new Set(parts.flatMap((name) => name.split(', ')))];
  const definitions = names.filter((name) => name !== file && name !== path);
  return (definitions.length === 0 ? names : definitions).join(', ');
}
