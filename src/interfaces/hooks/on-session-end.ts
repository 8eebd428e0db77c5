import type { Engine } from '../../core/engine.ts';
import { unlinkSession } from '../../sessions/agent-sessions.ts';
import { agentProcess } from './agent-process.ts';
import type { EventOf } from './answer-hook.ts';
import { captureSession } from './capture-session.ts';

/** Adds what the session taught to the inbox, and unlinks the agent's process from it. */
export async function onSessionEnd(
  engine: Engine,
  event: EventOf<'session-end'>,
  { now, parent }: { readonly now: number; readonly parent: number },
): Promise<string> {
  if (event.session !== undefined)
    await unlinkSession(engine, { process: agentProcess(parent), session: event.session });
  await captureSession(engine, event, now);
  return '';
}
