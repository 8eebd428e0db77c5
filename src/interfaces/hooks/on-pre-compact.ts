import type { Engine } from '../../core/engine.ts';
import { writeCheckpoint } from '../../knowledge/experiences/checkpoints.ts';
import { forgetDeliveries } from '../../sessions/session-ledger.ts';
import type { EventOf } from './answer-hook.ts';
import { captureSession } from './capture-session.ts';

/** Saves what the session was about before its context is compacted; it is repeated afterwards. */
export async function onPreCompact(
  engine: Engine,
  event: EventOf<'pre-compact'>,
  now: number,
): Promise<string> {
  if (event.session !== undefined) await keepSession(engine, event.session, now);
  await captureSession(engine, event, now);
  return '';
}

async function keepSession(engine: Engine, session: string, now: number): Promise<void> {
  await writeCheckpoint(engine, session, now);
  // What was sent is about to leave the context, so it may be sent again.
  await forgetDeliveries(engine, session);
}
