import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import {
  acceptDraft,
  captureTranscript,
  listDrafts,
  rejectDraft,
} from '../../src/knowledge/capture/inbox.ts';
import { learntForPrompt } from '../../src/knowledge/learnt-for-prompt.ts';
import { inboxCapture, inboxList } from '../../src/operations/inbox.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const bash = (id: string, command: string, failed: boolean, output: string) => [
  { type: 'assistant', message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] } },
  {
    type: 'user',
    message: { content: [{ type: 'tool_result', tool_use_id: id, is_error: failed, content: output }] },
  },
];
const transcript = [
  { type: 'user', message: { content: 'run the tests of the parser' } },
  ...bash('1', 'pytest tests/parser', true, 'bash: pytest: command not found'),
  ...bash('2', 'uv run pytest tests/parser', false, '8 passed'),
  { type: 'assistant', message: { content: [{ type: 'text', text: 'The parser tests pass under uv.' }] } },
]
  .map((entry) => JSON.stringify(entry))
  .join('\n');
const open = () => listDrafts(engine, { status: 'open', limit: 10 });
const hooked = async () =>
  (
    await learntForPrompt(engine, 'please run pytest for the parser', {
      now: NOW,
      maxCharacters: 2000,
      session: 'next',
    })
  ).text;

it('a failure is captured, accepted, and told to the next session that is about to repeat it', async () => {
  await captureTranscript(engine, transcript, { session: 'first', now: NOW });
  const [draft] = await open();
  expect(draft?.body).toMatchObject({ kind: 'command', status: 'open', session: 'first' });
  expect(await hooked()).toBe('');
  const { memory } = await acceptDraft(engine, draft!.id, { now: NOW });
  expect(await hooked()).toContain(`Use \`uv run pytest tests/parser\``);
  expect(memory).toMatch(/^mem-/);
  expect(await open()).toEqual([]);
});

it('the same transcript adds nothing, and what was rejected does not come back', async () => {
  await captureTranscript(engine, transcript, { now: NOW });
  const [draft] = await open();
  await rejectDraft(engine, draft!.id, NOW);
  expect(await captureTranscript(engine, transcript, { now: NOW + 1 })).toMatchObject({ added: [] });
  expect(await open()).toEqual([]);
  await expect(acceptDraft(engine, draft!.id, { now: NOW })).rejects.toThrow(/was rejected before/);
});

it('what was drafted says how to read it, and open drafts how to keep or drop one', async () => {
  const call = { now: NOW, signal: new AbortController().signal, progress: () => undefined };
  const captured = await runOperation(engine, inboxCapture, { transcript }, call);
  expect(inboxCapture.print(captured)).toMatch(/^drafted 1\n.*\nRead them: dossier inbox list$/);
  expect(inboxCapture.print({ added: [], warnings: [] })).toBe('drafted 0');
  const next = /Keep one: dossier inbox accept <id>; drop it: dossier inbox reject <id>$/;
  expect(inboxList.print(await runOperation(engine, inboxList, {}, call))).toMatch(next);
  await rejectDraft(engine, captured.added[0]!, NOW);
  expect(inboxList.print(await runOperation(engine, inboxList, { status: 'rejected' }, call))).not.toMatch(
    next,
  );
});
