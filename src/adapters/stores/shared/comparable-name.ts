import { MEMBER_SEPARATOR } from '../../../core/languages.ts';

/** Separates members and the segments of paths: `A\B`, `a/2`, headings such as `A > b`. */
const SEPARATOR = new RegExp(`${MEMBER_SEPARATOR}|[/\\\\]| > `, 'g');

/** Normalizes a name: lower case, with every way to write a member (`A::b`, `A#b`, `A->b`, `A > b`) as one. */
export function comparableName(name: string): string {
  return name.toLowerCase().replaceAll(SEPARATOR, '.');
}

/** The lookup key of a unit. Long names are truncated: databases limit the length of a key. */
export function nameKey(name: string): string {
  return comparableName(name).slice(0, LONGEST_KEY);
}
const LONGEST_KEY = 200;

export function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether the normalized name is the unit's name, its qualified name, or the end of the latter. */
export function isNamed(
  unit: { readonly name: string; readonly qualifiedName: string },
  name: string,
): boolean {
  if (comparableName(unit.name) === name) return true;
  const qualified = comparableName(unit.qualifiedName);
  return qualified === name || qualified.endsWith(`.${name}`);
}

export function comparablePath(path: string): string {
  return path.replace(/^\.?\/+/, '').toLowerCase();
}

/** Whether a path equals the ending or ends with it, in whole segments. */
export function endsWithPath(path: string, ending: string): boolean {
  const candidate = path.toLowerCase();
  return candidate === ending || candidate.endsWith(`/${ending}`);
}
