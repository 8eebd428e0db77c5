import { isRunCommand } from '../../knowledge/failures/parse-run.ts';
import type { HookEvent } from './hook-event.ts';

/** Decides without opening anything, since most tool calls and many prompts need no answer. */
export async function worthAnswering(event: HookEvent): Promise<boolean> {
  switch (event.kind) {
    case 'prompt':
      // Cursor's prompt event takes no context; a slash starts one of the agent's own commands.
      if (event.dialect === 'cursor' || /^\s*\/[\w:-]+(?:\s|$)/.test(event.prompt)) return false;
      return (await import('./asks-about-code.ts')).asksAboutCode(event.prompt);
    case 'command':
      return event.failed || isRunCommand(event.command);
    case 'other':
      return false;
    default:
      return true;
  }
}
