import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import { forOwner } from '../../src/core/engine.ts';
import { memoryInputSchema } from '../../src/knowledge/memories/memory.ts';
import { memories } from '../../src/knowledge/memories/memory-records.ts';
import { recall } from '../../src/knowledge/memories/recall.ts';
import { changeMemory, forget, remember, restore } from '../../src/knowledge/memories/remember.ts';
import { DAY, NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const keep = (content: string, more: object = {}, options: { now?: number; supersedes?: string } = {}) =>
  remember(engine, memoryInputSchema.parse({ content, ...more }), { now: NOW, ...options });
const ask = async (query: string, more: object = {}) =>
  (await recall(engine, { query, limit: 10, now: NOW, ...more })).memories.map(({ id }) => id);

describe('memories in a real store', () => {
  it('what was remembered is recalled, the most relevant first', async () => {
    const port = await keep('The database listens on port 5432');
    await keep('Deploys run from the main branch');
    expect(port).toMatchObject({ ok: true, action: 'added', warnings: [] });
    expect((await ask('which port does the database use'))[0]).toBe(port.id);
  });

  it('a question about something unknown recalls nothing', async () => {
    await keep('The database listens on port 5432');
    expect(await ask('kangaroo habitat')).toEqual([]);
  });

  it('the same said again is one memory that keeps both wordings', async () => {
    const first = await keep('The database listens on port 5432');
    const again = await keep(
      'Note that the database listens on port 5432.',
      { tags: ['db'] },
      { now: NOW + DAY },
    );
    expect(again).toMatchObject({ id: first.id, action: 'merged' });
    const { body: memory } = await memories.get(engine, first.id);
    expect(memory).toMatchObject({
      tags: ['db'],
      history: [{ content: 'Note that the database listens on port 5432.' }],
    });
    expect(await ask('database port')).toEqual([first.id]);
  });

  it('a changed value is kept beside the old one and named as a possible contradiction', async () => {
    const first = await keep('The database listens on port 5432');
    const second = await keep('The database listens on port 5433');
    expect(second).toMatchObject({ action: 'added', mayContradict: [{ id: first.id }] });
  });

  it('a superseded memory is not recalled but can be followed to the newer one', async () => {
    const first = await keep('The database listens on port 5432');
    const second = await keep(
      'The database listens on port 5433',
      {},
      { supersedes: first.id, now: NOW + DAY },
    );
    expect(second.action).toBe('superseded');
    expect(await ask('database port')).toEqual([second.id]);
    expect((await memories.get(engine, first.id)).body).toMatchObject({
      status: 'superseded',
      supersededBy: second.id,
      validUntil: NOW + DAY,
    });
    expect((await memories.get(engine, second.id)).body.supersedes).toBe(first.id);
  });

  it('forgetting ends validity, erasing deletes', async () => {
    const { id } = await keep('The database listens on port 5432');
    await forget(engine, id, { now: NOW, erase: false });
    expect(await ask('database port')).toEqual([]);
    expect((await memories.get(engine, id)).body.status).toBe('ended');
    await forget(engine, id, { now: NOW, erase: true });
    await expect(memories.get(engine, id)).rejects.toThrow(/no memory/);
    await expect(forget(engine, id, { now: NOW, erase: true })).rejects.toThrow(/memory list/);
  });

  it('what was forgotten or superseded can be restored', async () => {
    const { id } = await keep('The database listens on port 5432');
    const before = (await memories.get(engine, id)).body;
    await forget(engine, id, { now: NOW, erase: false });
    await restore(engine, id, NOW);
    expect((await memories.get(engine, id)).body).toEqual(before);
    const next = await keep('The database listens on port 6432', {}, { supersedes: id });
    await forget(engine, next.id, { now: NOW, erase: true });
    await restore(engine, id, NOW);
    expect((await memories.get(engine, id)).body).toEqual(before);
    expect(await ask('database port')).toEqual([id]);
    await expect(restore(engine, 'mem-none', NOW)).rejects.toThrow(/no memory/);
  });

  it('an update is found by its new words and keeps the old', async () => {
    const { id } = await keep('Use npm');
    await changeMemory(engine, id, { content: 'Use pnpm workspaces' }, NOW + 1);
    expect(await ask('pnpm workspaces')).toEqual([id]);
    expect((await memories.get(engine, id)).body.history).toHaveLength(1);
  });

  it('filters by category, tag, author and time', async () => {
    const old = await keep(
      'Cache keys start with v1',
      { category: 'decision', author: 'ada', tags: ['cache'] },
      { now: NOW - 9 * DAY },
    );
    const fresh = await keep('Cache misses fall through to disk', { category: 'fact', author: 'bob' });
    expect(await ask('cache', { categories: ['decision'] })).toEqual([old.id]);
    expect(await ask('cache', { author: 'bob' })).toEqual([fresh.id]);
    expect(await ask('cache', { since: NOW - DAY })).toEqual([fresh.id]);
    expect(await ask('cache', { tags: ['cache'] })).toEqual([old.id]);
  });

  it('an important memory stands before a trifle with the same words', async () => {
    const trifle = await keep('Retry uploads thrice in the worker', { importance: 0 });
    const rule = await keep('Retry uploads thrice in the gateway', { importance: 1 });
    expect(await ask('retry uploads')).toEqual([rule.id, trifle.id]);
  });

  it('is saved before it is embedded: a failing model costs a warning, not the memory', async () => {
    const failing = {
      ...engine,
      embedder: async () => ({
        model: 'm',
        dimensions: 2,
        embedDocuments: async () => Promise.reject(new Error('model gone')),
        embedQuery: async () => Promise.reject(new Error('model gone')),
      }),
    };
    const reply = await remember(failing, memoryInputSchema.parse({ content: 'Ports are even' }), {
      now: NOW,
    });
    expect(reply.warnings).toEqual([expect.stringContaining('saved but not embedded yet: model gone')]);
    const answer = await recall(failing, { query: 'ports', limit: 5, now: NOW });
    expect(answer.memories).toHaveLength(1);
    expect(answer.warnings).toEqual(['Searching by meaning failed: model gone']);
  });

  it('works by words alone without a model, and says so', async () => {
    const plain = { ...engine, embedder: async () => undefined };
    await remember(plain, memoryInputSchema.parse({ content: 'Ports are even' }), { now: NOW });
    const answer = await recall(plain, { query: 'even ports', limit: 5, now: NOW });
    expect(answer.memories).toHaveLength(1);
    expect(answer.warnings).toEqual([expect.stringContaining('only words')]);
  });

  it('a token never reaches the store, and the reply says it was masked', async () => {
    const token = `ghp_${'a1B2'.repeat(10)}`;
    const { id, warnings } = await keep(`The bot pushes with ${token} at night`);
    expect(warnings).toEqual([expect.stringContaining('masked before saving')]);
    const { body: memory } = await memories.get(engine, id);
    expect(memory.content).not.toContain(token);
    expect(memory.content).toContain('The bot pushes with');
    await changeMemory(engine, id, { content: `Now with ${token}` }, NOW);
    expect(JSON.stringify(await memories.get(engine, id))).not.toContain(token);
  });

  it('nothing of another owner is recalled', async () => {
    await keep('The database listens on port 5432');
    const other = forOwner(engine, 'someone-else');
    expect((await recall(other, { query: 'database port', limit: 5, now: NOW })).memories).toEqual([]);
  });

  it('what holds only until a date is recalled before it and for a time before it', async () => {
    const { id } = await remember(
      engine,
      memoryInputSchema.parse({ content: 'The freeze of the release branch lasts until Friday' }),
      { now: NOW, until: NOW + DAY },
    );
    expect(await ask('release branch freeze')).toEqual([id]);
    expect(await ask('release branch freeze', { now: NOW + 2 * DAY })).toEqual([]);
    expect(await ask('release branch freeze', { now: NOW + 2 * DAY, asOf: NOW + 1 })).toEqual([id]);
  });

  it('a replaced memory answers for the time it held', async () => {
    const old = await keep('The cluster has three nodes');
    const newer = await keep('The cluster has five nodes', {}, { now: NOW + DAY, supersedes: old.id });
    expect(await ask('how many nodes has the cluster', { now: NOW + 2 * DAY })).toEqual([newer.id]);
    expect(await ask('how many nodes has the cluster', { now: NOW + 2 * DAY, asOf: NOW + 1 })).toEqual([
      old.id,
    ]);
  });

  it('what is marked private is never kept', async () => {
    const { id } = await keep('The pager is <private>555-0199, ask Mia</private> at night');
    expect((await memories.get(engine, id)).body.content).toBe('The pager is [private] at night');
  });
});
