import type { Place } from '../assembly/map-places.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { readFiles } from '../core/read-files.ts';
import { indexedUnits } from './indexed-units.ts';

/** More files would crowd the other hits out of the map. */
const MAX_FILES = 5;

/**
 * The definitions in the files of the best items, nearest to the best item of their file first: the answer to a question
 * is often next to what its words match. What is a hundred lines away in the first file comes with what is fifty away in
 * the second, so that a long file leaves the others some room.
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
  const places: { readonly place: Place; readonly distance: number }[] = [];
  for (const [rank, [path, line]] of [...best].entries()) {
    const file = files.get(path);
    if (file === undefined || typeof file === 'string') continue;
    const units = innermost((await unitsOf(file)) ?? []);
    for (const { name, startLine, endLine } of units) {
      places.push({
        place: { id: `${path}:${startLine}-${endLine}`, path, startLine, endLine, name },
        distance: Math.abs(startLine - line) * (rank + 1),
      });
    }
  }
  return places.sort((a, b) => a.distance - b.distance).map(({ place }) => place);
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
