// Dossier for opencode: put it into .opencode/plugins/. Adds what the project holds on a prompt, and the code
// behind a failing test, by asking `dossier hook`.
import { spawn } from 'node:child_process';

const LONGEST_MS = 4000;

export const Dossier = async ({ directory }) => {
  const ask = (event, payload) =>
    new Promise((resolve) => {
      const hook = spawn('dossier', ['hook', event], { cwd: directory, timeout: LONGEST_MS });
      let text = '';
      hook.on('error', () => resolve(''));
      hook.stdout.on('data', (part) => {
        text += part;
      });
      hook.on('close', () => {
        try {
          resolve(JSON.parse(text).hookSpecificOutput.additionalContext);
        } catch {
          // Silence is the usual answer.
          resolve('');
        }
      });
      hook.stdin.end(JSON.stringify({ hook_event_name: event, cwd: directory, ...payload }));
    });
  return {
    'chat.message': async ({ sessionID }, { parts }) => {
      const said = parts.find((part) => part.type === 'text' && !part.synthetic);
      if (said === undefined) return;
      const context = await ask('UserPromptSubmit', { session_id: sessionID, prompt: said.text });
      if (context !== '') said.text = `${said.text}\n\n<dossier>\n${context}\n</dossier>`;
    },
    'tool.execute.after': async ({ tool, sessionID, args }, output) => {
      if (tool !== 'bash') return;
      const context = await ask('PostToolUse', {
        session_id: sessionID,
        tool_name: 'Bash',
        tool_input: args,
        tool_response: { stdout: output.output, exitCode: output.metadata?.exit ?? 0 },
      });
      if (context !== '') output.output = `${output.output}\n\n<dossier>\n${context}\n</dossier>`;
    },
  };
};
