import type { ChunkFilter, ChunkInfo, IndexStore, UnitRow } from '../core/store.ts';
import { matchesGlobs } from '../core/text/glob.ts';

interface UnitChunk {
  readonly chunk: ChunkInfo;
  readonly unit: UnitRow;
  /** True for the chunk in which the unit begins. */
  readonly isStart: boolean;
}

/** Names found in more files are too common to matter. */
const MAX_FILES = 30;

/** The chunks that contain units: a unit's own, or one it shares with others. */
export async function chunksOfUnits(
  index: IndexStore,
  units: readonly UnitRow[],
  filter: ChunkFilter,
): Promise<readonly UnitChunk[]> {
  const paths = new Set([...new Set(units.map(({ path }) => path))].slice(0, MAX_FILES));
  const byId = new Map(units.filter(({ path }) => paths.has(path)).map((unit) => [unit.id, unit]));
  if (byId.size === 0) return [];
  const byPath = groupByPath(units);
  const found: UnitChunk[] = [];
  for (const chunk of await index.chunksOfUnits([...byId.keys()])) {
    if (!accepts(filter, chunk)) continue;
    const begins = (unit: UnitRow) =>
      chunk.startLine <= unit.signatureEndLine && unit.signatureEndLine <= chunk.endLine;
    const own = chunk.unitId === undefined ? undefined : byId.get(chunk.unitId);
    const unit = own ?? byPath.get(chunk.path)?.find(begins);
    if (unit !== undefined) found.push({ chunk, unit, isStart: begins(unit) });
  }
  return found;
}

/** The store's filter, for chunks that did not come from a search. */
export function accepts(filter: ChunkFilter, chunk: ChunkInfo): boolean {
  const { entityTypes = [], languages = [], paths = [], roles = [] } = filter;
  return (
    (entityTypes.length === 0 || entityTypes.includes(chunk.entityType)) &&
    (languages.length === 0 || languages.includes(chunk.language)) &&
    (roles.length === 0 || roles.includes(chunk.role)) &&
    (paths.length === 0 || matchesGlobs(chunk.path, paths))
  );
}

function groupByPath(units: readonly UnitRow[]): Map<string, UnitRow[]> {
  const groups = new Map<string, UnitRow[]>();
  for (const unit of units) {
    const group = groups.get(unit.path);
    if (group === undefined) groups.set(unit.path, [unit]);
    else group.push(unit);
  }
  return groups;
}
