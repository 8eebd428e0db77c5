import type { Engine } from '../../engine/engine.ts';
import type { HookEvent } from './hook-event.ts';

/** The context for an event; empty when there is nothing worth saying. */
export async function answerHook(_engine: Engine, _event: HookEvent, _now: number): Promise<string> {
  return '';
}
