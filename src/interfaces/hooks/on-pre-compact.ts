import type { Engine } from '../../core/engine.ts';
import { writeCheckpoint } from '../../knowledge/experiences/checkpoints.ts';
import { forgetDeliveries } from '../../sessions/session-ledger.ts';
import type { EventOf } from './answer-hook.ts';

/** Notes what the session was about before its context is cut down; it is told again afterwards. */
export async function onPreCompact(
  engine: Engine,
  event: EventOf<'pre-compact'>,
  now: number,
): Promise<string> {
  if (event.session === undefined) return '';
  await writeCheckpoint(engine, event.session, now);
  // What was sent is about to leave the context, so it may be sent again.
  await forgetDeliveries(engine, event.session);
  return '';
}
