import type { Place } from '../assembly/map-places.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { readFiles } from '../core/read-files.ts';
import { indexedUnits } from './indexed-units.ts';

/** More files would crowd the other hits out of the map. */
const MAX_FILES = 3;

/**
 * The definitions in the files of the best items, nearest to the best item of their file first. The answer to a
 * question is often next to what its words match.
 */
export async function definitionsBeside(
  engine: Pick<Engine, 'reader' | 'store' | 'scope'>,
  items: readonly ContextItem[],
): Promise<readonly Place[]> {
  const best = new Map<string, number>();
  for (const { location } of items) {
    if (location === undefined || best.has(location.path)) continue;
    best.set(location.path, location.startLine);
    if (best.size === MAX_FILES) break;
  }
  const files = await readFiles(await engine.reader(), best.keys());
  const unitsOf = indexedUnits(engine);
  const places: Place[] = [];
  for (const [path, line] of best) {
    const file = files.get(path);
    if (file === undefined || typeof file === 'string') continue;
    const units = innermost((await unitsOf(file)) ?? []);
    const distance = ({ startLine }: { readonly startLine: number }) => Math.abs(startLine - line);
    places.push(
      ...units
        .toSorted((a, b) => distance(a) - distance(b) || a.startLine - b.startLine)
        .map(({ name, startLine, endLine }) => ({
          id: `${path}:${startLine}-${endLine}`,
          path,
          startLine,
          endLine,
          name,
        })),
    );
  }
  return places;
}

/** The units that contain no other: the methods of a class, not the class. */
function innermost<T extends { readonly startLine: number; readonly endLine: number }>(
  units: readonly T[],
): readonly T[] {
  const sorted = units.toSorted((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
  return sorted.filter((unit, place) => {
    const next = sorted[place + 1];
    return next === undefined || next.startLine > unit.endLine;
  });
}
