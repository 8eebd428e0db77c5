/** Fields common to the hook calls of all agents. */
interface Base {
  /** `hookSpecificOutput` (Claude Code, Codex, Gemini CLI, VS Code), `additional_context` (Cursor) or `additionalContext` (Copilot CLI). */
  readonly dialect: 'claude' | 'cursor' | 'copilot';
  /** In the agent's spelling; the reply repeats it. */
  readonly eventName: string;
  readonly session?: string;
  /** The agent's working folder. */
  readonly folder?: string;
}

export type HookEvent = Base &
  (
    | { readonly kind: 'session-start'; readonly source: string }
    | { readonly kind: 'prompt'; readonly prompt: string }
    | {
        readonly kind: 'command';
        readonly command: string;
        readonly output: string;
        readonly failed: boolean;
      }
    | { readonly kind: 'pre-compact'; readonly trigger: string; readonly transcript?: string }
    | { readonly kind: 'session-end'; readonly reason: string; readonly transcript?: string }
    | { readonly kind: 'other' }
  );

type Json = Readonly<Record<string, unknown>>;

/** The agents' names for the same events. */
const KINDS: Readonly<Record<string, HookEvent['kind']>> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  UserPromptSubmitted: 'prompt',
  BeforeAgent: 'prompt',
  PostToolUse: 'command',
  PostToolUseFailure: 'command',
  AfterTool: 'command',
  PreCompact: 'pre-compact',
  PreCompress: 'pre-compact',
  SessionEnd: 'session-end',
};

/** The agents' names for tools that run a shell command. */
const SHELL_TOOLS = new Set([
  'Bash',
  'bash',
  'powershell',
  'Shell',
  'shell',
  'local_shell',
  'exec_command',
  'run_shell_command',
  'runInTerminal',
  'run_in_terminal',
]);

/** Decodes the JSON an agent passes on standard input. `named` is the event from the command line. */
export function decodeHookEvent(payload: unknown, named?: string): HookEvent {
  const json: Json = isJson(payload) ? payload : {};
  const eventName = text(json, 'hook_event_name', 'hookEventName') ?? named ?? '';
  const pascal = eventName.slice(0, 1).toUpperCase() + eventName.slice(1);
  const isCursor = text(json, 'conversation_id') !== undefined || 'cursor_version' in json;
  // Copilot CLI spells the session differently and leaves the event to the command line.
  const isCopilot = 'sessionId' in json && !('hook_event_name' in json) && !('hookEventName' in json);
  const session = text(json, 'session_id', 'sessionId', 'conversation_id');
  const folder = text(json, 'cwd') ?? firstText(json['workspace_roots']);
  const base: Base = {
    dialect: isCursor ? 'cursor' : isCopilot ? 'copilot' : 'claude',
    eventName,
    ...(session === undefined ? {} : { session }),
    ...(folder === undefined ? {} : { folder }),
  };
  switch (pascal === 'BeforeSubmitPrompt' ? 'prompt' : KINDS[pascal]) {
    case 'session-start':
      return { ...base, kind: 'session-start', source: text(json, 'source', 'trigger') ?? 'startup' };
    case 'prompt':
      return { ...base, kind: 'prompt', prompt: withoutContexts(text(json, 'prompt') ?? '') };
    case 'command':
      return decodeCommand(base, json);
    case 'pre-compact':
      // Gemini CLI calls this before every request; only a manual call is sure to compress.
      if (pascal === 'PreCompress' && text(json, 'trigger') !== 'manual') return { ...base, kind: 'other' };
      return {
        ...base,
        kind: 'pre-compact',
        trigger: text(json, 'trigger') ?? 'auto',
        ...transcriptOf(json),
      };
    case 'session-end':
      return { ...base, kind: 'session-end', reason: text(json, 'reason') ?? 'other', ...transcriptOf(json) };
    default:
      return { ...base, kind: 'other' };
  }
}

/** Path of the session's transcript. */
function transcriptOf(json: Json): { readonly transcript?: string } {
  const transcript = text(json, 'transcript_path', 'transcriptPath');
  return transcript === undefined ? {} : { transcript };
}

/** Gemini CLI includes what hooks added at the start of the session in the prompt. */
function withoutContexts(prompt: string): string {
  return prompt.replaceAll(/<hook_context>[\s\S]*?<\/hook_context>\s*/g, '');
}

function decodeCommand(base: Base, json: Json): HookEvent {
  const input = parsed(json['tool_input'] ?? json['toolArgs']);
  const command = isJson(input) ? commandOf(input['command']) : undefined;
  if (command === undefined || !SHELL_TOOLS.has(text(json, 'tool_name', 'toolName') ?? ''))
    return { ...base, kind: 'other' };
  const reply = parsed(
    json['tool_response'] ??
      json['tool_output'] ??
      json['toolResult'] ??
      json['error'] ??
      json['error_message'],
  );
  const failed = /Failure$/.test(base.eventName) || exitCodeOf(reply) !== 0;
  return { ...base, kind: 'command', command, output: outputOf(reply), failed };
}

function commandOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.filter((part) => typeof part === 'string').join(' ');
  return typeof value === 'string' ? value : undefined;
}

/** The text of a tool's reply, in any of the agents' formats. */
function outputOf(reply: unknown): string {
  // Gemini CLI adds a prefix to the first line of the output.
  if (typeof reply === 'string') return reply.replace(/^(?:<untrusted_context>\n)?Output: /, '');
  if (Array.isArray(reply)) return reply.map(outputOf).join('\n');
  if (!isJson(reply)) return '';
  const parts = ['stdout', 'stderr', 'output', 'llmContent', 'textResultForLlm', 'text', 'content', 'error']
    .map((field) => reply[field])
    .filter((part) => part !== undefined && part !== null);
  return parts
    .map(outputOf)
    .filter((part) => part !== '')
    .join('\n');
}

/** Undefined and null count as success: Claude Code reports a failed command as another event. */
function exitCodeOf(reply: unknown): number {
  if (typeof reply === 'string') {
    return Number(/^(?:Exit code:?|Process exited with code) (\d+)/im.exec(reply)?.[1] ?? 0);
  }
  if (!isJson(reply)) return 0;
  if (reply['resultType'] === 'failure') return 1;
  const metadata = isJson(reply['metadata']) ? reply['metadata'] : {};
  const code = reply['exitCode'] ?? reply['exit_code'] ?? metadata['exit_code'];
  if (typeof code === 'number') return code;
  if (isJson(reply['error']) || (typeof reply['error'] === 'string' && reply['error'] !== '')) return 1;
  // Gemini CLI prints the exit code in the text for the model.
  return Number(/^Exit Code: (\d+)/m.exec(outputOf(reply))?.[1] ?? 0);
}

/** Cursor passes some objects as JSON strings. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch (error) {
    if (error instanceof SyntaxError) return value;
    throw error;
  }
}

function text(json: Json, ...fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = json[field];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function firstText(value: unknown): string | undefined {
  return Array.isArray(value) && typeof value[0] === 'string' ? value[0] : undefined;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
