import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { CHARACTER_CAPS } from '../../src/interfaces/hooks/encode-reply.ts';
import { onSessionStart } from '../../src/interfaces/hooks/on-session-start.ts';
import { learntForPrompt } from '../../src/knowledge/learnt-for-prompt.ts';
import { memoryInputSchema } from '../../src/knowledge/memories/memory.ts';
import { remember } from '../../src/knowledge/memories/remember.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const keep = async (content: string, more: object = {}) =>
  (await remember(engine, memoryInputSchema.parse({ content, ...more }), { now: NOW })).id;
const start = (session?: string) =>
  onSessionStart(
    engine,
    {
      kind: 'session-start',
      dialect: 'claude',
      eventName: 'SessionStart',
      source: 'startup',
      ...(session === undefined ? {} : { session }),
    },
    { now: NOW, parent: process.ppid },
  );

it('tells what is important in full, and the first words of the rest', async () => {
  const important = await keep('Invoices are never deleted', { importance: 0.9 });
  const other = await keep(`The database of the archive listens on port 5433, ${'and so on '.repeat(20)}`);
  const text = await start();
  expect(text).toContain(`- Invoices are never deleted [${important}]`);
  expect(text).toMatch(
    new RegExp(`- The database of the archive listens on port 5433, .{0,40}… \\[${other}\\]`),
  );
});

it('no prompt of the session repeats what was told in full, and another session hears it', async () => {
  const important = await keep('Invoices are never deleted', { importance: 0.9 });
  await start('one');
  const asked = (session: string) =>
    learntForPrompt(engine, 'Why are invoices never deleted?', { now: NOW, maxCharacters: 2000, session });
  expect((await asked('one')).text).toBe('');
  expect((await asked('two')).text).toContain(`[${important}]`);
});

it('a memory too long to be told does not hide the others', async () => {
  const long = await keep(`Deploys ${'are announced and '.repeat(400)}`, { importance: 1 });
  const short = await keep('Invoices are never deleted', { importance: 0.9 });
  const text = await start();
  expect(text).toContain(`- Invoices are never deleted [${short}]`);
  expect(text).toContain(`… [${long}]`);
});

it('never tells more than agents take, and each memory once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.lorem({ maxCount: 60 }), fc.double({ min: 0, max: 1, noNaN: true })), {
        maxLength: 8,
      }),
      async (given) => {
        const ids = new Set<string>();
        for (const [content, importance] of given) ids.add(await keep(content, { importance }));
        const text = await start();
        expect(text.length).toBeLessThanOrEqual(CHARACTER_CAPS['session-start']);
        for (const id of ids) expect(text.split(`[${id}]`).length).toBeLessThanOrEqual(2);
      },
    ),
    { numRuns: 10 },
  );
});
