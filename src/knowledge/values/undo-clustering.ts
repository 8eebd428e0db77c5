import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import type { Axis } from '../../core/vocabulary.ts';
import { type ExperienceSpace, experienceSpace } from './experience-space.ts';
import { clusterOf, type Value } from './value.ts';
import { CENTROID, MAX_VALUES, values } from './values.ts';

interface UndoReply {
  readonly ok: true;
  /** Values that are again what they were. */
  readonly restored: readonly string[];
  /** Proposals that the run made. */
  readonly removed: readonly string[];
  /** Values that somebody decided on since: they stay. Empty where nothing else was left to undo. */
  readonly kept: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Undoes the last clustering on one axis: values are again what they were before it, and proposals it made are gone.
 * What was accepted or withdrawn since stays. Each run can be undone once, until the next. A process that is killed in
 * between leaves the rest to the next call.
 */
export async function undoClustering(
  engine: Engine,
  options: { readonly axis: Axis; readonly now: number },
): Promise<UndoReply> {
  const { axis, now } = options;
  const found = await values.list(engine, { where: { axis }, limit: MAX_VALUES });
  const run = Math.max(...found.map(({ body }) => body.beforeRun?.at ?? Number.NEGATIVE_INFINITY));
  const space = await experienceSpace(engine, axis);
  const restored: string[] = [];
  const removed: string[] = [];
  const warnings: string[] = [...space.warnings];
  for (const { id, body } of found) {
    if (body.beforeRun?.at !== run) continue;
    const before = body.beforeRun.value;
    if (before === null) {
      // Somebody may have accepted it meanwhile.
      if ((await values.get(engine, id)).body.beforeRun?.at !== run) continue;
      await values.delete(engine, id);
      removed.push(id);
      continue;
    }
    const written = await values.update(engine, id, now, (body) =>
      body.beforeRun?.at === run ? before : body,
    );
    if (written.beforeRun !== undefined) continue;
    await putCentroid(engine, space, id, before);
    if (before.text !== body.text) warnings.push(...(await values.embed(engine, id, before)));
    restored.push(id);
  }
  const kept = found.filter(({ body }) => body.beforeRun === undefined && body.clusteredAt === run);
  return {
    ok: true,
    restored,
    removed,
    kept: kept.map(({ id }) => id),
    warnings: [...new Set(warnings)],
  };
}

/** Members that were deleted since have no say; without any the last centroid stays. */
async function putCentroid(engine: Engine, space: ExperienceSpace, id: string, value: Value): Promise<void> {
  const own = new Set(value.members);
  const members = space.members.filter((member) => own.has(member.id));
  if (members.length === 0) return;
  const vector = { id, axis: CENTROID, vector: clusterOf(members).centroid };
  await (await recordsOf(engine)).putVectors(values.name, space.model, [vector]);
}
