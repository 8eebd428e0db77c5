import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRun } from '../../knowledge/failures/parse-run.ts';
import { encodeReply } from './encode-reply.ts';
import { decodeHookEvent } from './hook-event.ts';
import { worthAnswering } from './worth-answering.ts';

const folder = new URL('../../../test/fixtures/hooks/', import.meta.url);
const fixtures = readdirSync(folder).flatMap((agent) =>
  readdirSync(new URL(`${agent}/`, folder)).map((file) => `${agent}/${file}`),
);
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const KIND_OF: Readonly<Record<string, string>> = {
  'session-start.json': 'session-start',
  'session-start-compact.json': 'session-start',
  'prompt.json': 'prompt',
  'tool-ok.json': 'command',
  'tool-passed.json': 'command',
  'tool-failure.json': 'command',
  'tool-other.json': 'other',
  'pre-compact.json': 'pre-compact',
  // Gemini CLI asks before every request, whether it compresses or not.
  'pre-compact-check.json': 'other',
  'session-end.json': 'session-end',
};

describe('the payload', () => {
  it.each(fixtures)('%s is understood, with its session and folder', (name) => {
    const event = decodeHookEvent(read(name));
    expect(event.kind).toBe(KIND_OF[name.split('/')[1] ?? '']);
    expect(event.session).toBeTruthy();
    expect(event.folder).toBe('/project');
  });

  it.each(fixtures.filter((name) => /tool-(ok|failure)/.test(name)))(
    '%s carries what the runner printed',
    (name) => {
      const event = decodeHookEvent(read(name));
      if (event.kind !== 'command') throw new Error('not a command');
      expect(event.command).toContain('npx vitest run');
      expect(parseRun(event.output).failures).toHaveLength(2);
    },
  );

  it.each(fixtures.filter((name) => name.endsWith('tool-passed.json')))(
    '%s carries a run that passed',
    (name) => {
      const event = decodeHookEvent(read(name));
      if (event.kind !== 'command') throw new Error('not a command');
      expect([event.failed, parseRun(event.output)]).toEqual([false, { verdict: 'passed', failures: [] }]);
    },
  );

  it('says that the command failed, by the event or by the exit code, where the agent tells one', () => {
    const failed = fixtures.filter(
      (name) => name.endsWith('tool-failure.json') && !/^(?:vscode|codex)/.test(name),
    );
    expect(failed.map((name) => Object(decodeHookEvent(read(name))).failed)).toEqual(failed.map(() => true));
    expect(decodeHookEvent(read('claude/tool-ok.json'))).toMatchObject({ failed: false });
  });

  it('is the prompt alone, without what hooks added to it before', () => {
    expect(JSON.stringify(read('gemini/prompt.json'))).toContain('<hook_context>Remembered');
    expect(decodeHookEvent(read('gemini/prompt.json'))).toMatchObject({
      prompt: 'Why does the sum of two numbers come out negative?',
    });
  });

  it('never makes decoding throw, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (payload, named) => {
        decodeHookEvent(payload, named);
      }),
    );
  });

  it('may leave the event to the command line', () => {
    expect(decodeHookEvent({ prompt: 'hello there' }, 'UserPromptSubmit')).toMatchObject({ kind: 'prompt' });
  });
});

describe('the reply', () => {
  it('is what Claude Code, Codex and Gemini CLI document', () => {
    for (const [name, eventName] of [
      ['claude/prompt.json', 'UserPromptSubmit'],
      ['codex/tool-failure.json', 'PostToolUse'],
      ['gemini/prompt.json', 'BeforeAgent'],
      ['gemini/tool-failure.json', 'AfterTool'],
      ['claude/tool-failure.json', 'PostToolUseFailure'],
      ['vscode/session-start.json', 'SessionStart'],
    ] as const) {
      expect(JSON.parse(encodeReply(decodeHookEvent(read(name)), 'context'))).toEqual({
        hookSpecificOutput: { hookEventName: eventName, additionalContext: 'context' },
      });
    }
  });

  it('is what Copilot CLI documents', () => {
    const base = { timestamp: 1, cwd: '/project', sessionId: 's' };
    const prompt = decodeHookEvent({ ...base, prompt: 'Why is the sum wrong?' }, 'userPromptSubmitted');
    expect(prompt).toMatchObject({ kind: 'prompt', session: 's', folder: '/project' });
    expect(encodeReply(prompt, 'c')).toBe('{"additionalContext":"c"}');
    const toolArgs = JSON.stringify({ command: 'npx vitest run' });
    const toolResult = { resultType: 'failure', textResultForLlm: '1 failed' };
    expect(decodeHookEvent({ ...base, toolName: 'bash', toolArgs, toolResult }, 'postToolUse')).toMatchObject(
      {
        kind: 'command',
        command: 'npx vitest run',
        output: '1 failed',
        failed: true,
      },
    );
  });

  it('is what Cursor documents', () => {
    expect(encodeReply(decodeHookEvent(read('cursor/session-start.json')), 'c')).toBe(
      '{"additional_context":"c"}',
    );
    expect(encodeReply(decodeHookEvent(read('cursor/tool-failure.json')), 'c')).toBe(
      '{"additional_context":"c"}',
    );
  });

  it('is silence without a context and for events that take none', () => {
    expect(encodeReply(decodeHookEvent(read('claude/prompt.json')), ' \n')).toBe('');
    for (const name of fixtures.filter((name) => /pre-compact|session-end|cursor\/prompt/.test(name))) {
      expect(encodeReply(decodeHookEvent(read(name)), 'context')).toBe('');
    }
  });
});

describe('nothing is opened for', () => {
  it.each([
    ['a short prompt', { hook_event_name: 'UserPromptSubmit', prompt: 'go on' }],
    ['a command of the agent', { hook_event_name: 'UserPromptSubmit', prompt: '/compact keep the plan' }],
    ['a tool that is no shell', read('claude/tool-other.json')],
    [
      'a command that ran well and is no test or build',
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_response: { stdout: 'a' },
      },
    ],
    ['a prompt in Cursor, which takes no context', read('cursor/prompt.json')],
  ])('%s', async (_fact, payload) => {
    expect(await worthAnswering(decodeHookEvent(payload))).toBe(false);
  });
});

describe('an answer is looked for', () => {
  it.each([
    'promote the hotfix to production',
    'restart the broker on staging',
    'umlauts are garbled in results from the hospital',
    'Why does parseDate() return null?',
  ])('%s', async (prompt) => {
    expect(await worthAnswering(decodeHookEvent({ hook_event_name: 'UserPromptSubmit', prompt }))).toBe(true);
  });
});
