import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { IndexStore, RelationRow, UnitRow } from '../core/store.ts';
import type { RelationKind } from '../core/vocabulary.ts';
import { isTestPath } from '../indexing/file-role.ts';

/** A neighbour of a symbol: another definition, or a name that the project does not define. */
interface Neighbour {
  readonly kind: RelationKind;
  readonly direction: 'in' | 'out';
  readonly name: string;
  readonly path?: string;
  readonly startLine?: number;
}

export interface SymbolGraph {
  readonly symbol: UnitRow;
  /** Other definitions of the same name. */
  readonly others: readonly UnitRow[];
  readonly neighbours: readonly Neighbour[];
}

const SAME_NAME = 20;

/**
 * What uses a definition and what it uses. With several of one name, the one at `path` is taken, else
 * code before tests before headings.
 */
export async function symbolGraph(
  engine: Engine,
  name: string,
  options: { readonly path?: string },
): Promise<SymbolGraph> {
  const index = (await engine.store()).index(engine.scope);
  const named = await index.unitsNamed([name], { limit: SAME_NAME });
  const isCode = ({ entityType }: UnitRow) => entityType !== 'section' && entityType !== 'document';
  const symbol =
    named.find((unit) => unit.path === options.path) ??
    named.find((unit) => isCode(unit) && !isTestPath(unit.path)) ??
    named.find(isCode) ??
    named[0];
  if (symbol === undefined) {
    throw new DossierError(
      'not-found',
      `Nothing called "${name}" is indexed. Try "dossier search ${name}", which also finds similar names.`,
    );
  }
  const [out, into] = await Promise.all([index.relationsFrom([symbol.id]), index.relationsTo([symbol.id])]);
  const ids = [...out.map((row) => row.toUnitId), ...into.map((row) => row.fromUnitId)].filter(
    (id) => id !== undefined,
  );
  const units = await unitsById(index, ids);
  const neighbours = [
    ...into.map((row) => neighbourOf(row, 'in', units.get(row.fromUnitId ?? ''))),
    ...out.map((row) => neighbourOf(row, 'out', units.get(row.toUnitId ?? ''))),
  ];
  const unique = new Map(
    neighbours.map((entry) => [`${entry.direction} ${entry.kind} ${entry.path} ${entry.name}`, entry]),
  );
  return { symbol, others: named.filter((unit) => unit !== symbol), neighbours: [...unique.values()] };
}

async function unitsById(index: IndexStore, ids: readonly string[]): Promise<ReadonlyMap<string, UnitRow>> {
  return new Map((await index.units([...new Set(ids)])).map((unit) => [unit.id, unit]));
}

function neighbourOf(row: RelationRow, direction: 'in' | 'out', unit: UnitRow | undefined): Neighbour {
  if (unit !== undefined) {
    return {
      kind: row.kind,
      direction,
      name: unit.qualifiedName,
      path: unit.path,
      startLine: unit.startLine,
    };
  }
  const path = direction === 'in' ? row.fromPath : row.toPath;
  const name = direction === 'in' ? row.fromPath : row.toName;
  return { kind: row.kind, direction, name, ...(path === undefined ? {} : { path }) };
}
