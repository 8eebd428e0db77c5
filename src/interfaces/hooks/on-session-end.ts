import type { Engine } from '../../core/engine.ts';
import { unlinkSession } from '../../sessions/agent-sessions.ts';
import { agentProcess } from './agent-process.ts';
import type { EventOf } from './answer-hook.ts';

/** The agent's other processes no longer belong to the session. The ledger stays for the user to read. */
export async function onSessionEnd(engine: Engine, event: EventOf<'session-end'>): Promise<string> {
  if (event.session !== undefined)
    await unlinkSession(engine, { process: agentProcess(), session: event.session });
  return '';
}
