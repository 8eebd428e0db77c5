import { isRunCommand } from '../../knowledge/failures/parse-run.ts';
import type { HookEvent } from './hook-event.ts';

/** True for most tool calls, which need no answer. */
export function asksNothing(event: HookEvent): boolean {
  switch (event.kind) {
    case 'prompt':
      // Cursor's prompt event takes no context; a slash starts one of the agent's own commands.
      return event.dialect === 'cursor' || /^\s*\/[\w:-]+(?:\s|$)/.test(event.prompt);
    case 'command':
      return !event.failed && !isRunCommand(event.command);
    default:
      return event.kind === 'other';
  }
}

/**
 * Decides without opening anything, since many prompts need no answer either. A prompt that is not about code may be
 * about something learnt: "promote the hotfix to production".
 */
export async function worthAnswering(event: HookEvent): Promise<boolean> {
  if (asksNothing(event)) return false;
  if (event.kind !== 'prompt') return true;
  if ((await import('./asks-about-code.ts')).asksAboutCode(event.prompt)) return true;
  const { MIN_SHARED, tellingWords } = await import('../../knowledge/common-words.ts');
  return tellingWords(event.prompt).length >= MIN_SHARED;
}
