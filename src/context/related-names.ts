import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import type { Hit } from '../core/query.ts';
import type { RelationKind } from '../core/vocabulary.ts';

const USES: readonly RelationKind[] = ['calls', 'extends', 'implements', 'references', 'uses'];
/** More names than these are too many to read. */
const MAX_NAMES = 8;
/** More definitions than a context prints. */
const MAX_UNITS = 60;

/** Adds to items of code the names they use and the names that use them, where the project defines them. */
export async function addRelatedNames(
  engine: Pick<Engine, 'store' | 'scope'>,
  items: readonly ContextItem[],
  hits: readonly Hit[],
): Promise<readonly ContextItem[]> {
  const unitIds = new Map(hits.flatMap(({ id, unitId }) => (unitId === undefined ? [] : [[id, unitId]])));
  const asked = [...new Set(unitIds.values())].slice(0, MAX_UNITS);
  if (asked.length === 0) return items;
  const index = (await engine.store()).index(engine.scope);
  const [used, using] = await Promise.all([index.relationsFrom(asked, USES), index.relationsTo(asked, USES)]);
  const users = using.flatMap(({ fromUnitId }) => fromUnitId ?? []);
  const names = new Map((await index.units([...new Set(users)])).map(({ id, name }) => [id, name]));
  const related = new Map<string, Set<string>>();
  const add = (unitId: string | undefined, name: string | undefined) => {
    if (unitId === undefined || name === undefined) return;
    related.set(unitId, (related.get(unitId) ?? new Set()).add(name));
  };
  for (const { fromUnitId, toUnitId, toName } of used) if (toUnitId !== undefined) add(fromUnitId, toName);
  for (const { toUnitId, fromUnitId } of using) add(toUnitId, names.get(fromUnitId ?? ''));
  return items.map((item) => {
    const found = [...(related.get(unitIds.get(item.id) ?? '') ?? [])].filter((name) => name !== item.name);
    if (found.length === 0 || item.source !== 'code') return item;
    return { ...item, metadata: { ...item.metadata, source: 'code', related: found.slice(0, MAX_NAMES) } };
  });
}
