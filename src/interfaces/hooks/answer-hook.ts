import type { Engine } from '../../core/engine.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { adoptMemoryFiles } from '../../knowledge/memories/adopt-memory-files.ts';
import type { HookEvent } from './hook-event.ts';

/** The context for an event; empty if there is nothing worth saying. Each event loads only its own code. */
export async function answerHook(
  engine: Engine,
  given: HookEvent,
  { now, parent }: { readonly now: number; readonly parent: number },
): Promise<string> {
  // Mask before truncating: half a token is no longer recognized.
  const event = withoutSecrets(given).clean;
  if (event.kind === 'session-start' || event.kind === 'prompt') await adoptMemoryFiles(engine, now);
  switch (event.kind) {
    case 'session-start':
      return (await import('./on-session-start.ts')).onSessionStart(engine, event, { now, parent });
    case 'prompt':
      return (await import('./on-prompt.ts')).onPrompt(engine, event, now);
    case 'command':
      return (await import('./on-command.ts')).onCommand(engine, event, now);
    case 'pre-compact':
      return (await import('./on-pre-compact.ts')).onPreCompact(engine, event, now);
    case 'session-end':
      return (await import('./on-session-end.ts')).onSessionEnd(engine, event, { now, parent });
    case 'other':
      return '';
  }
}

export type EventOf<Kind extends HookEvent['kind']> = Extract<HookEvent, { readonly kind: Kind }>;
