import type { Payload, Sample } from './sample-project.ts';

/** The name a payload is kept under. */
export function payloadName(payload: Payload): string {
  switch (payload['hook_event_name']) {
    case 'SessionStart':
      return payload['source'] === 'compact' ? 'session-start-compact' : 'session-start';
    case 'UserPromptSubmit':
    case 'BeforeAgent':
      return 'prompt';
    case 'PreCompact':
      return 'pre-compact';
    case 'PreCompress':
      return payload['trigger'] === 'manual' ? 'pre-compact' : 'pre-compact-check';
    case 'SessionEnd':
      return 'session-end';
  }
  const input = payload['tool_input'];
  if (typeof input !== 'object' || input === null || !('command' in input)) return 'tool-other';
  const command = String(input.command);
  if (command.includes('other')) return 'tool-passed';
  return command.includes('|| true') ? 'tool-ok' : 'tool-failure';
}

/** The same text without what names the machine or the hour. */
export function neutral(text: string, { root, home }: Sample): string {
  const ids = new Map<string, string>();
  const sameId = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  return text
    .replaceAll(root, '/project')
    .replaceAll(root.replaceAll('/', '-'), '-project')
    .replaceAll(home, '/home/u')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, sameId);
}
