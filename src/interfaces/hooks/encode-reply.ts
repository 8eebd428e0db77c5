import type { HookEvent } from './hook-event.ts';

/**
 * Maximum characters a hook may add, by event; agents truncate longer texts or put them in a file. Unrequested text
 * is short: 4,500 characters of code are about 1,500 tokens.
 */
export const CHARACTER_CAPS = { 'session-start': 4000, prompt: 4500, command: 6000 } as const;

/**
 * The reply in the agent's documented format; empty if there is nothing to say or the event takes no context
 * (compaction, session end, and Cursor's prompt event, which can only block).
 */
export function encodeReply(event: HookEvent, context: string): string {
  if (context.trim() === '' || !(event.kind in CHARACTER_CAPS)) return '';
  if (event.dialect === 'cursor') {
    return event.kind === 'prompt' ? '' : JSON.stringify({ additional_context: context });
  }
  if (event.dialect === 'copilot') return JSON.stringify({ additionalContext: context });
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event.eventName, additionalContext: context },
  });
}
