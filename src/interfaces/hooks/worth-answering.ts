import { isRunCommand } from '../../knowledge/failures/parse-run.ts';
import type { HookEvent } from './hook-event.ts';

/** Shorter prompts ("yes", "go on") carry nothing to search for. */
const SHORTEST_PROMPT = 12;

/** Decides without opening anything, because most tool calls and many prompts need no answer. */
export function worthAnswering(event: HookEvent): boolean {
  switch (event.kind) {
    case 'prompt':
      // Cursor's prompt event takes no context; a slash starts a command of the agent itself.
      return (
        event.dialect !== 'cursor' &&
        event.prompt.trim().length >= SHORTEST_PROMPT &&
        !event.prompt.trimStart().startsWith('/')
      );
    case 'command':
      return event.failed || isRunCommand(event.command);
    case 'other':
      return false;
    default:
      return true;
  }
}
