import { hashText } from '../core/text/hash.ts';

/** The id of the nth unit (from 0) with this qualified name in a file: stable while all three are. */
export function unitIdOf(path: string, qualifiedName: string, ordinal: number): string {
  return hashText(`${path}\n${qualifiedName}\n${ordinal}`);
}
