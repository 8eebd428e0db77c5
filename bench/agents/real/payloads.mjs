/** The name a payload is kept under. */
export function nameOf(payload) {
  const event = payload.hook_event_name;
  switch (event) {
    case 'SessionStart':
      return payload.source === 'compact' ? 'session-start-compact' : 'session-start';
    case 'UserPromptSubmit':
    case 'BeforeAgent':
      return 'prompt';
    case 'PreCompact':
      return 'pre-compact';
    case 'PreCompress':
      return payload.trigger === 'manual' ? 'pre-compact' : 'pre-compact-check';
    case 'SessionEnd':
      return 'session-end';
  }
  const command = payload.tool_input?.command;
  if (command === undefined) return 'tool-other';
  if (command.includes('other')) return 'tool-passed';
  return command.includes('|| true') ? 'tool-ok' : 'tool-failure';
}

/** The same payload without what names the machine or the hour. */
export function neutral(payload, { root, home }) {
  const ids = new Map();
  const sameId = (id) => {
    if (!ids.has(id)) ids.set(id, `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`);
    return ids.get(id);
  };
  const text = JSON.stringify(payload)
    .replaceAll(root, '/project')
    .replaceAll(root.replaceAll('/', '-'), '-project')
    .replaceAll(home, '/home/u')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, sameId);
  return JSON.parse(text);
}
