import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { learntFor } from '../../src/knowledge/learnt.ts';
import { learntForPrompt, NOTHING_LEARNT } from '../../src/knowledge/learnt-for-prompt.ts';
import { memoryInputSchema } from '../../src/knowledge/memories/memory.ts';
import { recall } from '../../src/knowledge/memories/recall.ts';
import { remember } from '../../src/knowledge/memories/remember.ts';
import { indexOperation } from '../../src/operations/index-project.ts';
import { query } from '../../src/operations/query.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { recordFeedback } from '../../src/sessions/feedback.ts';
import { recordUsedCitations } from '../../src/sessions/session-ledger.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const keep = async (content: string, more: object = {}) =>
  (await remember(engine, memoryInputSchema.parse({ content, ...more }), { now: NOW })).id;
const learnt = async (text: string, files: readonly string[] = []) =>
  (await learntFor(engine, { text, files, now: NOW })).items;

describe('what was learnt, for a text', () => {
  it('is what shares telling words; small talk gets nothing', async () => {
    const port = await keep('The database listens on port 5432');
    await keep('Deploys are announced in the release channel');
    expect((await learnt('which port does the database use?')).map(({ id }) => id)).toEqual([port]);
    expect(await learnt('ok, looks good, please go on')).toEqual([]);
    expect(await learnt('write a haiku about winter')).toEqual([]);
  });

  it('two words written as one are found by both', async () => {
    const id = await keep('Rollback: run the release workflow with the previous tag');
    expect((await learnt('how do I roll production back')).map((item) => item.id)).toEqual([id]);
  });

  it('puts first what is about a file in the context, and brings it without a shared word', async () => {
    const words = await keep('Upload retries wait two seconds');
    const file = await keep('Amounts are kept as integer cents', { files: ['src/upload.ts'] });
    expect((await learnt('upload retries')).map(({ id }) => id)).toEqual([words]);
    const items = await learnt('upload retries', ['src/upload.ts']);
    expect(items.map(({ id }) => id)).toContain(file);
    const folder = await keep('Upload retries are logged to the audit stream', { files: ['src/'] });
    const [first] = await learnt('upload retries', ['src/upload.ts']);
    expect(first).toMatchObject({ id: folder });
    expect(first?.reasons).toContainEqual(expect.objectContaining({ rule: 'file', detail: 'src/upload.ts' }));
  });

  it('says the category and the importance of a memory', async () => {
    await keep('Invoices are never deleted', { category: 'decision', importance: 0.9 });
    const [item] = await learnt('may invoices be deleted');
    expect(item?.content).toContain('(decision, importance 0.9)');
  });

  it('verdicts move what is recalled, and the reasons say so', async () => {
    const one = await keep('The staging cluster runs in Frankfurt');
    const other = await keep('The staging cluster runs Postgres');
    const order = async () =>
      (await recall(engine, { query: 'staging cluster', limit: 5, now: NOW })).memories;
    const [first] = await order();
    const second = first?.id === one ? other : one;
    for (let time = 0; time < 4; time++)
      await recordFeedback(engine, [{ itemId: second, verdict: 'useful' }], NOW);
    const [moved] = await order();
    expect(moved?.id).toBe(second);
    expect(moved?.reasons).toContainEqual(expect.objectContaining({ rule: 'usage', detail: 'useful 4' }));
  });

  it('never has more than five items, whatever is asked', async () => {
    for (let index = 0; index < 12; index++)
      await keep(`Queue ${'abcdefghijkl'[index]} holds invoices of shop ${index}`);
    await fc.assert(
      fc.asyncProperty(fc.lorem({ maxCount: 8 }), async (text) => {
        expect((await learnt(`queue invoices shop ${text}`)).length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 20 },
    );
  });
});

describe('what may apply', () => {
  it('is named after what clearly does, and nothing is for small talk', async () => {
    const port = await keep('The database listens on port 5432');
    const pool = await keep('Each replica is restarted on Monday, one after the other');
    const { items, possibly } = await learntFor(engine, {
      text: 'which port does the database use on monday?',
      now: NOW,
    });
    expect(items.map(({ id }) => id)).toEqual([port]);
    expect(possibly.map(({ id }) => id)).toEqual([pool]);
    expect((await learntFor(engine, { text: 'ok, looks good, please go on', now: NOW })).possibly).toEqual(
      [],
    );
  });

  it('is found in the words of a question in another language', async () => {
    const id = await keep('Passwords are hashed with argon2');
    expect((await learnt('wie werden Passwörter bei uns gehasht?')).map((item) => item.id)).toEqual([id]);
  });

  it('a pointer is given once a session, and does not stand for the record', async () => {
    const port = await keep('The database listens on port 5432');
    const pool = await keep('Each replica is restarted on Monday, one after the other');
    const ask = async (prompt: string) =>
      (await learntForPrompt(engine, prompt, { now: NOW, maxCharacters: 2000, session: 's' })).text;
    const first = await ask('which port does the database use on monday?');
    expect(first).toMatch(
      new RegExp(`\\[${port}\\]\\nPossibly related, first words only:\\n.*\\[${pool}\\]`),
    );
    expect(await ask('which port does the database use on monday?')).toBe('');
    expect(await ask('which replica is restarted after the others')).toContain(`(fact) [${pool}]`);
  });

  it('a prompt that may ask for something is answered where it names what is known', async () => {
    const id = await keep(
      'Hotfixes are promoted to production by Ana on weekdays until four in the afternoon',
    );
    const ask = async (prompt: string, asks: 'perhaps' | 'hardly') =>
      (await learntForPrompt(engine, prompt, { now: NOW, maxCharacters: 2000, asks })).ids;
    const prompt = 'can Teodor, Mireille or somebody from Zurich push a hotfix to production tonight';
    expect(await ask(prompt, 'perhaps')).toEqual([id]);
    expect(await ask(prompt, 'hardly')).toEqual([]);
    expect(await ask('tell Teodor the hotfix is lovely', 'perhaps')).toEqual([]);
  });
});

describe('what was learnt, for a prompt', () => {
  it('keeps to its characters, is given once a session, and its citations count', async () => {
    const id = await keep('The database listens on port 5432');
    const ask = () =>
      learntForPrompt(engine, 'which port does the database use?', {
        now: NOW,
        maxCharacters: 200,
        session: 's',
      });
    const { text, ids } = await ask();
    expect(ids).toEqual([id]);
    expect(text).toContain(`The database listens on port 5432 (fact) [${id}]`);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(await ask()).toBe(NOTHING_LEARNT);
    expect(await recordUsedCitations(engine, 's', `As [${id}] says.`, NOW)).toEqual([id]);
    expect(
      await learntForPrompt(engine, 'which port does the database use?', { now: NOW, maxCharacters: 20 }),
    ).toBe(NOTHING_LEARNT);
  });

  it('with files tells only what is about them, once', async () => {
    const asked = 'simplify the loop';
    const id = await keep('Never bypass the audit log', { files: ['src/reader.ts'] });
    const options = { now: NOW, maxCharacters: 500, files: ['src/reader.ts'] };
    const { text } = await learntForPrompt(engine, asked, options);
    expect(text).toBe(`About these files:\n- Never bypass the audit log (fact) [${id}]`);
    expect(await learntForPrompt(engine, asked, { ...options, given: [id] })).toBe(NOTHING_LEARNT);
    expect(await learntForPrompt(engine, asked, { now: NOW, maxCharacters: 500 })).toBe(NOTHING_LEARNT);
  });
});

const context = { now: NOW, signal: new AbortController().signal, progress: () => undefined };

it('a query brings what was learnt before the code, within its budget', async () => {
  const id = await keep('The database listens on port 5432');
  const ask = (input: object) =>
    runOperation(
      engine,
      query,
      { query: 'which port does the database use?', maxTokens: 300, ...input },
      context,
    );
  await runOperation(engine, indexOperation, {}, context);
  const reply = await ask({});
  expect(reply.items[0]).toMatchObject({ id, source: 'memory' });
  expect(reply.query.certainty).toBe('likely');
  expect(reply.tokenCount).toBeLessThanOrEqual(300);
  expect((await ask({ learnt: false })).items).toEqual([]);
});
