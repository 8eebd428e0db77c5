import type { Engine } from '../../core/engine.ts';
import type { Axis, Outcome, Tier } from '../../core/vocabulary.ts';
import { principalComponents } from '../clustering/principal-components.ts';
import { experienceSpace } from './experience-space.ts';
import { valuesOf } from './values.ts';

/** An experience as a point in the plane of greatest variance of its axis. */
interface MapPoint {
  readonly id: string;
  readonly goal: string;
  readonly outcome?: Outcome;
  readonly tier: Tier;
  /** The value it belongs to, if any. */
  readonly valueId?: string;
  readonly x: number;
  readonly y: number;
}

interface ValuesMap {
  readonly points: readonly MapPoint[];
  readonly warnings: readonly string[];
}

/** Projects the embeddings of an axis onto their first two principal components. */
export async function valuesMap(engine: Engine, axis: Axis): Promise<ValuesMap> {
  const space = await experienceSpace(engine, axis);
  const values = await valuesOf(engine, { axis, status: 'current' });
  const valueByMember = new Map(values.flatMap(({ id, body }) => body.members.map((member) => [member, id])));
  const plane = principalComponents(
    space.members.map((member) => member.vector),
    2,
  );
  const points = space.members.map(({ id, tier }, index): MapPoint => {
    const experience = space.experiences.get(id);
    const valueId = valueByMember.get(id);
    const [x = 0, y = 0] = plane[index] ?? [];
    return {
      id,
      goal: experience?.goal ?? '',
      tier,
      x,
      y,
      ...(experience?.outcome === undefined ? {} : { outcome: experience.outcome }),
      ...(valueId === undefined ? {} : { valueId }),
    };
  });
  return { points, warnings: space.warnings };
}
