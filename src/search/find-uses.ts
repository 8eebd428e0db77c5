import type { IndexStore, RelationRow, UnitRow } from '../core/store.ts';
import { wordsOf } from '../core/text/terms.ts';
import type { RelationKind } from '../core/vocabulary.ts';
import { folderOf } from '../indexing/project-paths.ts';

/**
 * How sure it is that a use means this definition. `certain`: the file defines or imports it. `likely`: nothing else of the
 * project has the name where it is used. `possible`: the name alone says so.
 */
export const CERTAINTIES = ['certain', 'likely', 'possible'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

export interface Use {
  readonly kind: RelationKind;
  readonly path: string;
  /** The definition that uses it; undefined: the file outside of any. */
  readonly unit?: UnitRow;
  readonly certainty: Certainty;
}

const USES: readonly RelationKind[] = ['calls', 'extends', 'implements', 'references'];
/** In an index of a hundred thousand chunks more have only the commonest names, of which little can be told anyway. */
const MOST_CHUNKS = 3000;
const SAME_NAME = 50;
/** How many files that pass a name on may lie between its definition and an import. */
const REEXPORTS = 3;

/**
 * What uses a definition. An index knows the targets of names that a file defines or imports itself; members of other
 * types, other packages and what is passed on by another file are told here, by the name and by what the file imports.
 */
export async function findUses(index: IndexStore, symbol: UnitRow): Promise<readonly Use[]> {
  const [resolved, named, rivals] = await Promise.all([
    index.relationsTo([symbol.id], USES),
    edgesNamed(index, symbol.name),
    rivalsOf(index, symbol),
  ]);
  const others = named.filter(({ toUnitId }) => toUnitId !== symbol.id);
  const targets = await unitsById(
    index,
    others.flatMap(({ toUnitId }) => toUnitId ?? []),
  );
  const open = others.filter(({ toUnitId }) => toUnitId === undefined || !targets.has(toUnitId));
  const judge = open.length === 0 ? undefined : await judgeOf(index, symbol, rivals);
  const edges = [
    ...resolved.map((edge) => ({ edge, certainty: 'certain' as const })),
    ...open.flatMap((edge) => {
      const certainty = judge?.(edge);
      return certainty === undefined ? [] : { edge, certainty };
    }),
  ];
  const users = await unitsById(
    index,
    edges.flatMap(({ edge }) => edge.fromUnitId ?? []),
  );
  return edges
    .map(({ edge, certainty }) => {
      const unit = users.get(edge.fromUnitId ?? '');
      return { kind: edge.kind, path: edge.fromPath, certainty, ...(unit === undefined ? {} : { unit }) };
    })
    .sort((a, b) => CERTAINTIES.indexOf(a.certainty) - CERTAINTIES.indexOf(b.certainty));
}

/** Edges to a name, whatever they were resolved to: those of the definitions whose words include it. */
async function edgesNamed(index: IndexStore, name: string): Promise<readonly RelationRow[]> {
  const word = wordsOf(name).at(-1);
  if (word === undefined) return [];
  const found = await index.matchTerms([{ term: word, weight: 1 }], {
    limit: MOST_CHUNKS,
    fields: { name: 1, path: 0, doc: 0, body: 1 },
  });
  const byPath = new Map<string, (readonly [number, number])[]>();
  for (const { chunk } of found) {
    byPath.set(chunk.path, [...(byPath.get(chunk.path) ?? []), [chunk.startLine, chunk.endLine]]);
  }
  const units = await Promise.all(
    [...byPath].map(async ([path, ranges]) =>
      (await index.unitsOfFile(path)).filter((unit) =>
        ranges.some(([start, end]) => unit.startLine <= end && unit.endLine >= start),
      ),
    ),
  );
  const edges = await index.relationsFrom([...units.flat().map(({ id }) => id), ...byPath.keys()], USES);
  return edges.filter(({ toName }) => toName === name);
}

/** Other definitions that the name could mean. */
async function rivalsOf(index: IndexStore, symbol: UnitRow): Promise<readonly UnitRow[]> {
  const named = await index.unitsNamed([symbol.name], { limit: SAME_NAME });
  return named.filter(
    ({ id, name, entityType }) =>
      id !== symbol.id && name === symbol.name && entityType !== 'section' && entityType !== 'document',
  );
}

/** Tells how sure an edge is that was not resolved; undefined when it means another definition. */
async function judgeOf(
  index: IndexStore,
  symbol: UnitRow,
  rivals: readonly UnitRow[],
): Promise<(edge: RelationRow) => Certainty | undefined> {
  const paths = [...new Set(rivals.map(({ path }) => path))].slice(0, SAME_NAME);
  const [own, ...ofRivals] = await Promise.all(
    [symbol.path, ...paths].map((path) => filesThatSee(index, path)),
  );
  const isMember = symbol.qualifiedName.includes('.');
  const isGlobal = GLOBAL_NAMES.test(symbol.path);
  return ({ fromPath }) => {
    const seesRival = ofRivals.some((files) => files.has(fromPath));
    if (own?.has(fromPath)) return seesRival ? 'likely' : isMember ? 'likely' : 'certain';
    if (seesRival) return undefined;
    return rivals.length === 0 && isGlobal ? 'likely' : 'possible';
  };
}

/** Languages in which a definition can be used without naming its file. */
const GLOBAL_NAMES = /\.(?:c|h|cc|cpp|cxx|hpp|hh|rb|php|cs|swift|exs?|lua|sh|bash|zig|sql)$/;
/** Languages in which the files of a folder see each other's names. */
const FOLDER_IS_PACKAGE = /\.(?:go|java|kt|kts|scala|cs|swift)$/;
/** Files that pass on what others define. */
const PASSES_ON = /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|lib\.rs|prelude\.rs)$/;

/** The files that import a path or lie in its package, also by way of files that pass names on. */
async function filesThatSee(index: IndexStore, path: string): Promise<ReadonlySet<string>> {
  const isPackage = FOLDER_IS_PACKAGE.test(path);
  const folder = folderOf(path);
  const beside = isPackage ? (await index.files()).filter((file) => folderOf(file.path) === folder) : [];
  const seeing = new Set(beside.map((file) => file.path)).add(path);
  // A package is imported as a whole, by way of any of its files; a Java file by its own name.
  let frontier = path.endsWith('.go') ? [...seeing] : [path];
  for (let round = 0; round <= REEXPORTS && frontier.length > 0; round++) {
    const importers = (await index.relationsTo(frontier, ['imports'])).map(({ fromPath }) => fromPath);
    frontier = [...new Set(importers)].filter((file) => !seeing.has(file) && PASSES_ON.test(file));
    for (const file of importers) seeing.add(file);
  }
  return seeing;
}

async function unitsById(index: IndexStore, ids: readonly string[]): Promise<ReadonlyMap<string, UnitRow>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  return new Map((await index.units(unique)).map((unit) => [unit.id, unit]));
}
