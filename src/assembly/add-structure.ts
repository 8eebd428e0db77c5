import type { ParsedFile } from '../core/parser.ts';
import type { Passage } from './passage.ts';
import { structureFromUnits } from './truncate/structure.ts';

/** Gives each passage of a parsed file its signature and outline from the syntax tree. */
export function addStructure(
  passages: readonly Passage[],
  parsed: ReadonlyMap<string, ParsedFile>,
): Passage[] {
  return passages.map((passage) => {
    const { item, lines, startLine, stale } = passage;
    const units = parsed.get(item.location?.path ?? '')?.units;
    if (units === undefined || startLine === undefined || stale) return passage;
    const structure = structureFromUnits(units, { startLine, lineCount: lines.length });
    return structure === undefined ? passage : { ...passage, structure };
  });
}
