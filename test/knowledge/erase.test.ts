import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendMessage, createThread } from '../../src/conversation/threads.ts';
import { type Engine, recordsOf } from '../../src/core/engine.ts';
import { captureTranscript } from '../../src/knowledge/capture/inbox.ts';
import { experienceInputSchema, resolutionSchema } from '../../src/knowledge/experiences/experience.ts';
import { resolveExperience, startExperience } from '../../src/knowledge/experiences/experiences.ts';
import { memoryInputSchema } from '../../src/knowledge/memories/memory.ts';
import { remember } from '../../src/knowledge/memories/remember.ts';
import { erase } from '../../src/operations/erase.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { DAY, NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const run = (input: object) =>
  runOperation(engine, erase, input, {
    now: NOW,
    signal: new AbortController().signal,
    progress: () => undefined,
  });
const keep = (content: string, more: object = {}, now = NOW) =>
  remember(engine, memoryInputSchema.parse({ content, ...more }), { now });
const contents = async () =>
  (await (await recordsOf(engine)).list('memory', { limit: 100 })).map(({ body }) => body['content']).sort();

/** All bytes of the store's file and of those beside it. */
const bytes = () =>
  readdirSync(engine.root)
    .filter((name) => name.startsWith('store.db'))
    .map((name) => readFileSync(join(engine.root, name)).toString('latin1').toLowerCase())
    .join('\n');

it('no byte of a text is left in any kind of record, and the rest stays', async () => {
  await keep('Quokkazan Wobblethorpe asked for the refund', {
    tags: ['wobblethorpe'],
    files: ['src/quokkazan.ts'],
  });
  await keep('Refunds take three days');
  const thread = await createThread(engine, { title: 'About Quokkazan Wobblethorpe' }, NOW);
  await appendMessage(
    engine,
    { thread: thread.id, role: 'user', content: 'What did quokkazan wobblethorpe say?' },
    NOW,
  );
  const lines = ['install it', 'Installed with npm.', 'no, always use wobblethorpe, quokkazan said so'];
  const transcript = lines.map((content, turn) =>
    JSON.stringify({ type: turn === 1 ? 'assistant' : 'user', message: { content } }),
  );
  await captureTranscript(engine, transcript.join('\n'), { now: NOW });
  expect(bytes()).toContain('quokkazan');
  const wanted = { text: 'WOBBLETHORPE' };
  const preview = await run({ ...wanted, preview: true });
  expect(preview.erased.map(({ kind }) => kind)).toEqual(['memory', 'draft', 'thread', 'message']);
  expect(await contents()).toHaveLength(2);
  expect(await run(wanted)).toMatchObject({ erased: preview.erased, warnings: [] });
  expect(bytes()).not.toContain('wobblethorpe');
  expect(bytes()).not.toContain('quokkazan');
  expect(await contents()).toEqual(['Refunds take three days']);
  expect((await run(wanted)).erased).toEqual([]);
});

it('by session and by time', async () => {
  await keep('The cache is warm', { session: 'one' });
  await keep('The disk is full', { session: 'two' });
  await keep('Port 8080 is taken', {}, NOW - 10 * DAY);
  expect((await run({ session: 'one' })).erased).toEqual([{ kind: 'memory', records: 1 }]);
  expect(bytes()).not.toContain('the cache is warm');
  expect((await run({ until: '5d', session: 'two' })).erased).toEqual([]);
  await run({ until: '5d' });
  expect(await contents()).toEqual(['The disk is full']);
  await run({ since: '1d' });
  expect(await contents()).toEqual([]);
});

it('no byte of a session is left, whatever kind of record it made and whoever said the same', async () => {
  await keep('Deploys to staging run from the release branch every night', { session: 'one' });
  const merged = await keep('Deploys to staging run from the release branch every night, says Zyxomandra', {
    session: 'two',
    tags: ['zyxomandra'],
  });
  expect(merged.action).toBe('merged');
  await keep('The printer is on the third floor', { session: 'one' });
  const { id } = await startExperience(
    engine,
    experienceInputSchema.parse({
      domain: 'testing',
      strategy: 'trial-and-error',
      goal: 'Find out why zyxomandra fails',
      hypothesis: 'The zyxomandra cache is cold',
      action: 'Warm it up',
      prediction: 'Passes',
      session: 'two',
    }),
    NOW,
  );
  const resolution = { outcome: 'confirmed', result: 'The zyxomandra cache was cold', session: 'two' };
  await resolveExperience(engine, id, resolutionSchema.parse(resolution), NOW);
  const lines = ['install it', 'Installed with npm.', 'no, always use zyxomandra'].map((content, turn) =>
    JSON.stringify({ type: turn === 1 ? 'assistant' : 'user', message: { content } }),
  );
  await captureTranscript(engine, lines.join('\n'), { session: 'two', now: NOW });
  expect(bytes()).toContain('zyxomandra');
  await run({ session: 'two' });
  expect(bytes()).not.toContain('zyxomandra');
  expect(await contents()).toEqual(['The printer is on the third floor']);
});

it('no byte of a period is left, also where it was added to something older', async () => {
  const said = 'Deploys to staging run from the release branch every night';
  await keep(said, {}, NOW - 30 * DAY);
  await keep('The printer is on the third floor', {}, NOW - 30 * DAY);
  await keep(`${said}, says Zyxomandra`, {}, NOW - DAY);
  expect(bytes()).toContain('zyxomandra');
  await run({ since: '3d' });
  expect(bytes()).not.toContain('zyxomandra');
  expect(await contents()).toEqual(['The printer is on the third floor']);
});

it('asks what to erase when nothing is said', async () => {
  await expect(run({})).rejects.toThrow('Say what to erase');
});
