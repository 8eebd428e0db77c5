import type { ChunkFilter, FileRole } from '../../../core/store.ts';
import { matchesGlobs } from '../../../core/text/glob.ts';

export interface FilteredFile {
  readonly path: string;
  readonly language: string;
  readonly role: FileRole;
}

/** A filter whose lists are all empty restricts nothing. */
export function isRestricting(filter: ChunkFilter): boolean {
  return ![filter.entityTypes, filter.languages, filter.paths, filter.roles].every(isEmpty);
}

/** Whether a file's chunks may pass; entity types are checked per chunk. */
export function acceptsFile(filter: ChunkFilter, file: FilteredFile): boolean {
  return (
    accepts(filter.languages, file.language) &&
    accepts(filter.roles, file.role) &&
    (isEmpty(filter.paths) || matchesGlobs(file.path, filter.paths ?? []))
  );
}

function accepts<Value>(list: readonly Value[] | undefined, value: Value): boolean {
  return list === undefined || list.length === 0 || list.includes(value);
}

export function isEmpty(list: readonly unknown[] | undefined): boolean {
  return list === undefined || list.length === 0;
}
