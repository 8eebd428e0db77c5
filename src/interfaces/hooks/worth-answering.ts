import { isRunCommand } from '../../knowledge/failures/parse-run.ts';
import type { HookEvent } from './hook-event.ts';

/** Decides without opening anything, because most tool calls and many prompts need no answer. */
export async function worthAnswering(event: HookEvent): Promise<boolean> {
  switch (event.kind) {
    case 'prompt':
      // Cursor's prompt event takes no context; a slash starts a command of the agent itself.
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
