/**
 * A plugin for opencode, which has no hooks of other kinds: it asks `dossier hook` and adds the answer to what the
 * model reads. The markers let undo find it in a file that was edited.
 */
export function opencodePlugin(command: readonly string[]): string {
  return `// dossier:start
// Dossier for opencode: adds what the project holds on a prompt, and the code behind a failing test.
import { spawn } from 'node:child_process';

const [program, ...args] = ${JSON.stringify(command)};
const LONGEST_MS = 4000;

export const Dossier = async ({ directory }) => {
  const started = new Set();
  const ask = (event, payload) =>
    new Promise((resolve) => {
      const hook = spawn(program, [...args, 'hook', event], { cwd: directory, timeout: LONGEST_MS });
      let text = '';
      hook.on('error', () => resolve(''));
      hook.stdin.on('error', () => resolve(''));
      hook.stdout.on('data', (part) => {
        text += part;
      });
      hook.on('close', () => {
        // Silence is the usual answer.
        resolve(text.trim() === '' ? '' : (JSON.parse(text).hookSpecificOutput?.additionalContext ?? ''));
      });
      hook.stdin.end(JSON.stringify({ hook_event_name: event, cwd: directory, ...payload }));
    });
  const added = (contexts) =>
    contexts
      .filter((context) => context !== '')
      .map((context) => '\\n\\n<dossier>\\n' + context + '\\n</dossier>')
      .join('');
  const startOf = (session_id, source) => {
    if (started.has(session_id)) return '';
    started.add(session_id);
    return ask('SessionStart', { session_id, source });
  };
  const compacted = new Set();
  return {
    'chat.message': async ({ sessionID: session_id }, { parts }) => {
      const said = parts.find((part) => part.type === 'text' && !part.synthetic);
      if (said === undefined) return;
      const source = compacted.delete(session_id) ? 'compact' : 'startup';
      const start = await startOf(session_id, source);
      said.text += added([start, await ask('UserPromptSubmit', { session_id, prompt: said.text })]);
    },
    'tool.execute.after': async ({ tool, sessionID: session_id, args: tool_input }, result) => {
      if (tool !== 'bash') return;
      const tool_response = { stdout: result.output, exitCode: result.metadata?.exit ?? 0 };
      result.output += added([
        await ask('PostToolUse', { session_id, tool_name: 'Bash', tool_input, tool_response }),
      ]);
    },
    'experimental.session.compacting': async ({ sessionID: session_id }) => {
      await ask('PreCompact', { session_id, trigger: 'auto' });
      started.delete(session_id);
      compacted.add(session_id);
    },
  };
};
// dossier:end
`;
}
