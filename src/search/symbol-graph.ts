import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { IndexStore, RelationRow, UnitRow } from '../core/store.ts';
import type { RelationKind } from '../core/vocabulary.ts';
import { isTestPath } from '../indexing/file-role.ts';
import { CONFIDENCES, type Confidence, findUses } from './find-uses.ts';

/** A neighbour of a symbol: another definition, or a name the project does not define. */
interface Neighbour {
  readonly kind: RelationKind;
  readonly direction: 'in' | 'out';
  readonly name: string;
  readonly path?: string;
  readonly startLine?: number;
  /** Absent: certain. */
  readonly confidence?: Confidence;
}

/** What a change to a symbol may affect. */
interface Reached {
  readonly name: string;
  readonly path: string;
  readonly startLine?: number;
  /** 1 for direct users of the symbol. */
  readonly distance: number;
  /** Of the weakest link on the path. */
  readonly confidence: Confidence;
  readonly isTest: boolean;
}

export interface SymbolGraph {
  readonly symbol: UnitRow;
  /** Other definitions of the same name. */
  readonly others: readonly UnitRow[];
  readonly neighbours: readonly Neighbour[];
  /** Nearest first; empty unless requested. */
  readonly impact: readonly Reached[];
}

const SAME_NAME = 20;

/**
 * What uses a definition and what it uses. It is given by its name, or by a place such as `src/a.ts:12`. Of several with one name, the one at `path` is taken, else code before tests
 * before headings.
 */
export async function symbolGraph(
  engine: Engine,
  name: string,
  options: { readonly path?: string; readonly impact?: boolean },
): Promise<SymbolGraph> {
  const index = (await engine.store()).index(engine.scope);
  const placed = await unitAt(index, name);
  const named = await index.unitsNamed([placed?.name ?? name], { limit: SAME_NAME });
  const symbol =
    named.find(({ id }) => id === placed?.id) ??
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
  const neighbours = [...(await usersOf(index, symbol)), ...(await usedBy(index, symbol))];
  const unique = new Map<string, Neighbour>();
  for (const entry of neighbours) {
    const key = `${entry.direction} ${entry.kind} ${entry.path} ${entry.name}`;
    if (!unique.has(key)) unique.set(key, entry);
  }
  return {
    symbol,
    others: named.filter((unit) => unit !== symbol),
    neighbours: [...unique.values()],
    impact: options.impact === true ? await impactOf(index, symbol) : [],
  };
}

/** The innermost definition at a place; undefined for what is no place. */
async function unitAt(index: IndexStore, given: string): Promise<UnitRow | undefined> {
  const { path, line } = /^(?<path>.*[/.].*):(?<line>\d+)(?:[-:,].*)?$/.exec(given)?.groups ?? {};
  const asked = path ?? (/[/.]/.test(given) ? given : undefined);
  const [file, another] = asked === undefined ? [] : await index.filesEndingWith(asked);
  if (file === undefined || (another !== undefined && file.path !== asked)) return undefined;
  const units = (await index.unitsOfFile(file.path)).filter(isCode);
  const [innermost] = units
    .filter((unit) => unit.startLine <= Number(line) && unit.endLine >= Number(line))
    .sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine));
  if (innermost !== undefined) return innermost;
  const some = units.slice(0, MAX_OFFERED).map((unit) => unit.qualifiedName);
  throw new DossierError(
    'not-found',
    some.length === 0
      ? `${file.path} has no definition that is indexed.`
      : `${line === undefined ? `${file.path} is a file` : `Line ${line} of ${file.path} is in no definition`}. Name one of its definitions: ${some.join(', ')}${units.length > some.length ? ' …' : ''}.`,
  );
}
const MAX_OFFERED = 8;

function isCode({ entityType }: UnitRow): boolean {
  return entityType !== 'section' && entityType !== 'document';
}

async function usersOf(index: IndexStore, symbol: UnitRow): Promise<readonly Neighbour[]> {
  const uses = await findUses(index, symbol);
  return uses.map(({ kind, path, unit, confidence }) => ({
    kind,
    direction: 'in',
    name: unit?.qualifiedName ?? path,
    path,
    ...(unit === undefined ? {} : { startLine: unit.startLine }),
    ...(confidence === 'certain' ? {} : { confidence }),
  }));
}

/** What a definition uses; a name with a single definition in the project resolves to it. */
async function usedBy(index: IndexStore, symbol: UnitRow): Promise<readonly Neighbour[]> {
  const edges = await index.relationsFrom([symbol.id]);
  const known = await index.units([...new Set(edges.flatMap(({ toUnitId }) => toUnitId ?? []))]);
  const byId = new Map(known.map((unit) => [unit.id, unit]));
  const open = new Set(edges.filter(({ toUnitId = '' }) => !byId.has(toUnitId)).map(({ toName }) => toName));
  const byName = new Map<string, UnitRow[]>();
  if (open.size > 0) {
    for (const unit of await index.unitsNamed([...open], { limit: SAME_NAME * open.size })) {
      if (open.has(unit.name) && isCode(unit))
        byName.set(unit.name, [...(byName.get(unit.name) ?? []), unit]);
    }
  }
  return edges.map((edge) => {
    const target = byId.get(edge.toUnitId ?? '');
    if (target !== undefined) return calleeOf(edge, target);
    const [only, ...rest] = byName.get(edge.toName) ?? [];
    if (only !== undefined && rest.length === 0) return { ...calleeOf(edge, only), confidence: 'likely' };
    return calleeOf(edge, undefined);
  });
}

function calleeOf(edge: RelationRow, unit: UnitRow | undefined): Neighbour {
  const { kind, toName, toPath } = edge;
  if (unit === undefined) {
    return { kind, direction: 'out', name: toName, ...(toPath === undefined ? {} : { path: toPath }) };
  }
  return { kind, direction: 'out', name: unit.qualifiedName, path: unit.path, startLine: unit.startLine };
}

/** Beyond this distance, nearly everything is reached. */
const FARTHEST = 3;
/** With more users than this, a change affects the whole project. */
const MAX_REACHED = 200;

/**
 * What a change to a definition may affect: its users, theirs, and so on. A merely possible use is listed but not
 * followed: its users would be a guess about a guess.
 */
async function impactOf(index: IndexStore, symbol: UnitRow): Promise<readonly Reached[]> {
  const reached = new Map<string, Reached>();
  const seen = new Set([symbol.id]);
  let frontier: { readonly unit: UnitRow; readonly confidence: Confidence }[] = [
    { unit: symbol, confidence: 'certain' },
  ];
  for (let distance = 1; distance <= FARTHEST && frontier.length > 0; distance++) {
    const next: typeof frontier = [];
    for (const from of frontier) {
      if (reached.size >= MAX_REACHED) break;
      for (const { unit, path, confidence: own } of await findUses(index, from.unit)) {
        const confidence = weaker(from.confidence, own);
        const key = unit?.id ?? path;
        if (seen.has(key)) continue;
        seen.add(key);
        reached.set(key, {
          name: unit?.qualifiedName ?? path,
          path,
          ...(unit === undefined ? {} : { startLine: unit.startLine }),
          distance,
          confidence,
          isTest: isTestPath(path),
        });
        if (unit !== undefined && confidence !== 'possible') next.push({ unit, confidence });
      }
    }
    frontier = next;
  }
  return [...reached.values()]
    .sort((a, b) => a.distance - b.distance || rank(a.confidence) - rank(b.confidence))
    .slice(0, MAX_REACHED);
}

function rank(confidence: Confidence): number {
  return CONFIDENCES.indexOf(confidence);
}

function weaker(a: Confidence, b: Confidence): Confidence {
  return rank(a) > rank(b) ? a : b;
}
