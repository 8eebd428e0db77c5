/** One event of an agent session. */
export type Step =
  | { readonly kind: 'user' | 'assistant'; readonly text: string }
  | { readonly kind: 'command'; readonly command: string; readonly failed: boolean; readonly output: string }
  | { readonly kind: 'edit'; readonly path: string; readonly creates: boolean };

type Json = { readonly [key: string]: unknown };

/** The steps of a Claude Code transcript or a Codex rollout, both JSON lines; other lines are skipped. */
export function readTranscript(text: string): readonly Step[] {
  const calls = new Map<string, { readonly name: string; readonly input: Json }>();
  const steps: Step[] = [];
  for (const line of text.split('\n')) {
    const entry = parse(line);
    if (entry === undefined) continue;
    if (entry['type'] === 'response_item') codexSteps(object(entry['payload']), calls, steps);
    else if (entry['isSidechain'] !== true) claudeSteps(entry, calls, steps);
  }
  return steps;
}

type Calls = Map<string, { readonly name: string; readonly input: Json }>;

function claudeSteps(entry: Json, calls: Calls, steps: Step[]): void {
  const role = entry['type'];
  if (role !== 'user' && role !== 'assistant') return;
  const { content } = object(entry['message']);
  if (typeof content === 'string') said(role, content, steps);
  for (const part of Array.isArray(content) ? content.map(object) : []) {
    if (part['type'] === 'text') said(role, string(part['text']), steps);
    if (part['type'] === 'tool_use') {
      calls.set(string(part['id']), { name: string(part['name']), input: object(part['input']) });
    }
    if (part['type'] !== 'tool_result') continue;
    const call = calls.get(string(part['tool_use_id']));
    const output = textOf(part['content']);
    const refusal = REFUSED.exec(output)?.[1];
    if (refusal !== undefined) said('user', refusal, steps);
    else if (call !== undefined) {
      const failed = part['is_error'] === true;
      if (typeof call.input['command'] === 'string')
        steps.push({ kind: 'command', command: call.input['command'], failed, output });
      const path = call.input['file_path'] ?? call.input['notebook_path'];
      if (typeof path === 'string' && EDITS.test(call.name) && !failed)
        steps.push({ kind: 'edit', path, creates: call.name === 'Write' });
    }
  }
}
const EDITS = /^(?:Edit|MultiEdit|Write|NotebookEdit)$/;
/** Claude Code's text before the reason a person gives for rejecting a tool call. */
const REFUSED = /the user (?:said|provided the following reason for the rejection):\s*([\s\S]+)$/i;

function codexSteps(payload: Json, calls: Calls, steps: Step[]): void {
  const type = payload['type'];
  if (type === 'message') {
    const role = payload['role'];
    if (role === 'user' || role === 'assistant') said(role, textOf(payload['content']), steps);
    return;
  }
  const id = string(payload['call_id']);
  if (type === 'function_call' || type === 'local_shell_call')
    calls.set(id, {
      name: string(payload['name']),
      input: parse(string(payload['arguments'])) ?? object(payload['action']),
    });
  if (type === 'custom_tool_call')
    calls.set(id, { name: string(payload['name']), input: { patch: payload['input'] } });
  if (!/_output$/.test(string(type))) return;
  const call = calls.get(id);
  if (call === undefined) return;
  const { output, failed } = codexOutput(payload['output']);
  const patch = string(call.input['patch'] ?? call.input['input']);
  for (const [, verb, path] of patch.matchAll(/^\*\*\* (Update|Add|Delete) File: (.+)$/gm))
    if (!failed) steps.push({ kind: 'edit', path: path ?? '', creates: verb === 'Add' });
  const command = commandOf(call.input['command'] ?? call.input['cmd']);
  if (command !== '') steps.push({ kind: 'command', command, failed, output });
}

function codexOutput(raw: unknown): { readonly output: string; readonly failed: boolean } {
  const text = textOf(raw);
  const json = parse(text);
  if (json !== undefined && 'output' in json) {
    const code = object(json['metadata'])['exit_code'];
    return { output: string(json['output']), failed: typeof code === 'number' && code !== 0 };
  }
  const code = /(?:^Exit code: |^Process exited with code )(\d+)/m.exec(text)?.[1];
  return { output: text.replace(/^[\s\S]*?^Output:\n/m, ''), failed: code !== undefined && code !== '0' };
}

/** A list is a program with arguments; the `-lc` argument of a shell is the command itself. */
function commandOf(command: unknown): string {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command)) return '';
  const words = command.map(String);
  return /^-l?c$/.test(words[1] ?? '') ? (words[2] ?? '') : words.join(' ');
}

function said(role: 'user' | 'assistant', text: string, steps: Step[]): void {
  const plain = text.trim();
  // Text the agent's program adds as the user starts with an angle or square bracket.
  if (plain === '' || (role === 'user' && /^[<[]/.test(plain))) return;
  steps.push({ kind: role, text: plain });
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part) => string(object(part)['text']))
    .filter((text) => text !== '')
    .join('\n');
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? object(value) : undefined;
  } catch {
    // A line that is not JSON is not part of the transcript.
    return undefined;
  }
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
