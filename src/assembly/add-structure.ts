import type { PlacedUnit } from '../core/parser.ts';
import type { Passage } from './passage.ts';
import { structureFromUnits } from './truncate/structure.ts';

/** Gives each passage of a file whose units are known its signature and outline. */
export function addStructure(
  passages: readonly Passage[],
  unitsByPath: ReadonlyMap<string, readonly PlacedUnit[]>,
): Passage[] {
  return passages.map((passage) => {
    const { item, lines, startLine, stale } = passage;
    const units = unitsByPath.get(item.location?.path ?? '');
    if (units === undefined || startLine === undefined || stale) return passage;
    const structure = structureFromUnits(units, { startLine, lineCount: lines.length });
    return structure === undefined ? passage : { ...passage, structure };
  });
}
