import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { hashText } from '../../core/text/hash.ts';
import { activeExperience, resolveExperience } from './experiences.ts';

const RUN = 'run';
const FAILURE = 'seen-failure';

interface CapturedRun {
  /** The session was already told about this exact failure. */
  readonly seen: boolean;
  /** The experience this run confirms. */
  readonly confirmed?: string;
}

/**
 * Records a test or build run of a session. A command that failed while an experience was active and now passes
 * confirms it: that outcome was observed, not claimed. A run that merely passes proves nothing.
 */
export async function captureRun(
  engine: Engine,
  run: {
    readonly session: string | undefined;
    readonly command: string;
    readonly passed: boolean;
    /** The failure in words. */
    readonly what: string;
    readonly now: number;
  },
): Promise<CapturedRun> {
  const { session, now } = run;
  if (session === undefined) return { seen: false };
  const records = await recordsOf(engine);
  const active = await activeExperience(engine, session);
  const id = hashText(`${session}\n${run.command}`);
  const before = await records.get(RUN, id);
  const note = (kind: string, key: string, body: Readonly<Record<string, string | boolean>>) =>
    records.put({ kind, id: key, body, text: '', createdAt: now, updatedAt: now });
  await note(RUN, id, { session, passed: run.passed, experience: active?.id ?? '' });
  if (!run.passed) {
    const key = hashText(`${session}\n${run.what}`);
    const seen = (await records.get(FAILURE, key)) !== undefined;
    if (!seen) await note(FAILURE, key, { session });
    return { seen };
  }
  const turned = before?.body['passed'] === false && before.body['experience'] === active?.id;
  if (active === undefined || !turned) return { seen: false };
  await resolveExperience(
    engine,
    active.id,
    { outcome: 'confirmed', result: `${run.command} failed before and passes now`, captured: true },
    now,
  );
  return { seen: false, confirmed: active.id };
}
