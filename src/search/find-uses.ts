import type { ChunkInfo, IndexStore, RelationRow, UnitRow } from '../core/store.ts';
import { splitIdentifier, wordsOf } from '../core/text/terms.ts';
import type { RelationKind } from '../core/vocabulary.ts';
import { folderOf } from '../indexing/project-paths.ts';

/**
 * How sure it is that a use means this definition. `certain`: the file defines or imports it. `likely`: nothing else in
 * the project has that name where it is used. `possible`: only the name matches.
 */
export const CONFIDENCES = ['certain', 'likely', 'possible'] as const;
export type Confidence = (typeof CONFIDENCES)[number];

export interface Use {
  readonly kind: RelationKind;
  readonly path: string;
  /** The definition that uses it; undefined: the file, outside any definition. */
  readonly unit?: UnitRow;
  readonly confidence: Confidence;
}

const USES: readonly RelationKind[] = ['calls', 'extends', 'implements', 'references'];
/** Even among a hundred thousand chunks, only the commonest names occur in more, and little can be said about those. */
const MAX_CHUNKS = 3000;
const SAME_NAME = 50;
/** How many re-exporting files may lie between a definition and an import. */
const REEXPORTS = 3;

/**
 * What uses a definition. The index resolves names that a file defines or imports itself; members of other types, other
 * packages and re-exports are resolved here, by name and by what the file imports.
 */
export async function findUses(index: IndexStore, symbol: UnitRow): Promise<readonly Use[]> {
  const places = await placesOf(index, symbol.name);
  const [resolved, named, rivals] = await Promise.all([
    index.relationsTo([symbol.id], USES),
    edgesNamed(index, symbol.name, places),
    othersOfThatName(index, symbol),
  ]);
  const others = [
    ...named.filter(({ toUnitId }) => toUnitId !== symbol.id),
    ...(await mentionsOf(index, symbol, { places, edges: named })),
  ];
  const targets = await unitsById(
    index,
    others.flatMap(({ toUnitId }) => toUnitId ?? []),
  );
  const open = others.filter(({ toUnitId }) => toUnitId === undefined || !targets.has(toUnitId));
  const judge = open.length === 0 ? undefined : await judgeOf(index, symbol, rivals);
  const edges = [
    ...resolved.map((edge) => ({ edge, confidence: 'certain' as const })),
    ...open.flatMap((edge) => {
      const confidence = judge?.(edge);
      return confidence === undefined ? [] : { edge, confidence };
    }),
  ];
  const users = await unitsById(
    index,
    edges.flatMap(({ edge }) => edge.fromUnitId ?? []),
  );
  return edges
    .map(({ edge, confidence }) => {
      const unit = users.get(edge.fromUnitId ?? '');
      return { kind: edge.kind, path: edge.fromPath, confidence, ...(unit === undefined ? {} : { unit }) };
    })
    .sort((a, b) => CONFIDENCES.indexOf(a.confidence) - CONFIDENCES.indexOf(b.confidence));
}

/** A file that contains the word of a name: the chunks that have it, and the definitions around them. */
interface Place {
  readonly path: string;
  readonly chunks: readonly ChunkInfo[];
  readonly units: readonly UnitRow[];
}

async function placesOf(index: IndexStore, name: string): Promise<readonly Place[]> {
  const word = wordsOf(name).at(-1);
  if (word === undefined) return [];
  const found = await index.matchTerms([{ term: word, weight: 1 }], {
    limit: MAX_CHUNKS,
    fields: { name: 1, path: 0, doc: 0, body: 1 },
  });
  const byPath = new Map<string, ChunkInfo[]>();
  for (const { chunk } of found) {
    if (chunk.role === 'document' || chunk.role === 'config') continue;
    byPath.set(chunk.path, [...(byPath.get(chunk.path) ?? []), chunk]);
  }
  return Promise.all(
    [...byPath].map(async ([path, chunks]) => {
      const units = (await index.unitsOfFile(path)).filter((unit) =>
        chunks.some(({ startLine, endLine }) => unit.startLine <= endLine && unit.endLine >= startLine),
      );
      return { path, chunks, units };
    }),
  );
}

/** Edges to a name, whatever they were resolved to. */
async function edgesNamed(
  index: IndexStore,
  name: string,
  places: readonly Place[],
): Promise<readonly RelationRow[]> {
  const ids = places.flatMap(({ path, units }) => [path, ...units.map(({ id }) => id)]);
  return (await index.relationsFrom(ids, USES)).filter(({ toName }) => toName === name);
}

/** A plain word often means something else, so only names of several words are searched for. */
const MAX_READ = 600;
const IMPORT_OR_COMMENT =
  /^\s*(?:import\b|from\b|(?:pub )?use\b|export (?:\*|\{|type \{)|package\b|#include|\/\/|\/?\*|#|--|;)|^\s*[\w$]+,?\s*$/;

/** Where code mentions the name without calling it: passed as a value, caught, used in a bound or a macro. */
async function mentionsOf(
  index: IndexStore,
  symbol: UnitRow,
  { places, edges }: { readonly places: readonly Place[]; readonly edges: readonly RelationRow[] },
): Promise<readonly RelationRow[]> {
  if (splitIdentifier(symbol.name).length < 2) return [];
  const known = new Set(edges.map(({ fromUnitId, fromPath }) => fromUnitId ?? fromPath));
  const ids = places.flatMap(({ chunks }) => chunks.map(({ id }) => id)).slice(0, MAX_READ);
  const texts = new Map((await index.chunks(ids)).map(({ id, text }) => [id, text]));
  const isName = new RegExp(`(?<![\\w$])${symbol.name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
  const mentions = new Map<string, RelationRow>();
  for (const { path, chunks, units } of places) {
    for (const { id, startLine } of chunks) {
      for (const [offset, text] of (texts.get(id) ?? '').split('\n').entries()) {
        if (!isName.test(text) || IMPORT_OR_COMMENT.test(text)) continue;
        const line = startLine + offset;
        const isOwn = path === symbol.path && line >= symbol.startLine && line <= symbol.signatureEndLine;
        if (isOwn) continue;
        const unit = innermost(units, line);
        const key = unit?.id ?? path;
        if (known.has(key) || unit?.id === symbol.id) continue;
        mentions.set(key, {
          kind: 'references',
          fromPath: path,
          ...(unit === undefined ? {} : { fromUnitId: unit.id }),
          toName: symbol.name,
          weight: 0,
        });
      }
    }
  }
  return [...mentions.values()];
}

function innermost(units: readonly UnitRow[], line: number): UnitRow | undefined {
  let found: UnitRow | undefined;
  for (const unit of units) {
    if (unit.startLine > line || unit.endLine < line) continue;
    if (found === undefined || unit.endLine - unit.startLine <= found.endLine - found.startLine) found = unit;
  }
  return found;
}

/** Other definitions the name could mean. */
async function othersOfThatName(index: IndexStore, symbol: UnitRow): Promise<readonly UnitRow[]> {
  const named = await index.unitsNamed([symbol.name], { limit: SAME_NAME });
  return named.filter(
    ({ id, name, entityType }) =>
      id !== symbol.id && name === symbol.name && entityType !== 'section' && entityType !== 'document',
  );
}

/** Returns how sure an unresolved edge is; undefined when it means another definition. */
async function judgeOf(
  index: IndexStore,
  symbol: UnitRow,
  rivals: readonly UnitRow[],
): Promise<(edge: RelationRow) => Confidence | undefined> {
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

/** Languages whose definitions can be used without naming their file. */
const GLOBAL_NAMES = /\.(?:c|h|cc|cpp|cxx|hpp|hh|rb|php|cs|swift|exs?|lua|sh|bash|zig|sql)$/;
/** Languages in which the files of a folder see each other's names. */
const FOLDER_IS_PACKAGE = /\.(?:go|java|kt|kts|scala|cs|swift)$/;
/** Files that re-export. */
const PASSES_ON = /(?:^|\/)(?:index\.[cm]?[jt]sx?|__init__\.py|mod\.rs|lib\.rs|prelude\.rs)$/;

/** The files that import a path or lie in its package, including through re-exports. */
async function filesThatSee(index: IndexStore, path: string): Promise<ReadonlySet<string>> {
  const isPackage = FOLDER_IS_PACKAGE.test(path);
  const own = packageOf(path);
  const beside = isPackage ? (await index.files()).filter((file) => packageOf(file.path) === own) : [];
  const seeing = new Set(beside.map((file) => file.path)).add(path);
  // A Go package is imported as a whole, through any of its files; a Java file by its own name.
  let frontier = path.endsWith('.go') ? [...seeing] : [path];
  for (let round = 0; round <= REEXPORTS && frontier.length > 0; round++) {
    const importers = (await index.relationsTo(frontier, ['imports'])).map(({ fromPath }) => fromPath);
    frontier = [...new Set(importers)].filter((file) => !seeing.has(file) && PASSES_ON.test(file));
    for (const file of importers) seeing.add(file);
  }
  return seeing;
}

/** Maven keeps the tests of a package in another folder. */
function packageOf(path: string): string {
  return folderOf(path).replace(/(^|\/)src\/(?:main|test)\/(?:java|kotlin|scala)\//, '$1');
}

async function unitsById(index: IndexStore, ids: readonly string[]): Promise<ReadonlyMap<string, UnitRow>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  return new Map((await index.units(unique)).map((unit) => [unit.id, unit]));
}
