import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleItems } from '../../src/context/assemble-items.ts';
import { assembleOptionsSchema } from '../../src/core/context.ts';
import type { Engine } from '../../src/core/engine.ts';
import type { ContextItem } from '../../src/core/item.ts';
import { TIERS } from '../../src/core/vocabulary.ts';
import { experiences } from '../../src/knowledge/experiences/experiences.ts';
import { searchExperiences } from '../../src/knowledge/experiences/search-experiences.ts';
import { assemble, premortem } from '../../src/operations/assemble.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { fail, openFilledEngine } from './filled-engine.ts';
import { NOW } from './open-test-engine.ts';

/** Mistakes an earlier design of this part made; each must not come back. */
let engine: Engine;
beforeAll(async () => {
  engine = await openFilledEngine();
});
afterAll(() => engine.close());

const call = { now: NOW, signal: new AbortController().signal, progress: () => undefined };

const item = (changes: Partial<ContextItem> & Pick<ContextItem, 'id' | 'source'>): ContextItem => ({
  entityType: 'task',
  name: changes.id,
  content: changes.id,
  relevance: 0.5,
  reasons: [],
  ...changes,
});

describe('mistakes that must not come back', () => {
  it('a file path is no duplicate key: two functions of one file are two items', async () => {
    const functions = [1, 4].map((startLine) =>
      item({
        id: `f${startLine}`,
        source: 'code',
        entityType: 'function',
        content: 'x',
        location: { path: 'src/upload.ts', startLine, endLine: startLine + 2 },
      }),
    );
    const { items, excluded } = await assembleItems(
      engine,
      functions,
      assembleOptionsSchema.parse({ surroundingLines: 0 }),
    );
    const printed = items.flatMap(({ location }) => [location?.startLine, location?.endLine]);
    expect(Math.min(...printed.map(Number))).toBe(1);
    expect(Math.max(...printed.map(Number))).toBe(6);
    expect(excluded.filter(({ detail }) => detail?.includes('experience'))).toEqual([]);
  });

  it('an experience and a value learnt from it alone are one; a value of many stays beside one of them', async () => {
    const experience = item({
      id: 'e1',
      source: 'experience',
      relevance: 0.9,
      content: 'Tried to raise the timeout',
    });
    const value = (id: string, experienceIds: string[]) =>
      item({ id, source: 'value', content: `Principle ${id}`, metadata: { source: 'value', experienceIds } });
    const { items, excluded } = await assembleItems(
      engine,
      [experience, value('v1', ['e1']), value('v2', ['e1', 'e2', 'e3'])],
      assembleOptionsSchema.parse({}),
    );
    expect(items.map(({ id }) => id).sort()).toEqual(['e1', 'v2']);
    expect(excluded).toMatchObject([
      { id: 'v1', reason: 'duplicate', detail: expect.stringContaining('e1') },
    ]);
  });

  it('boosts are applied, not only described: tier, importance and newness are in the reasons', async () => {
    const { found } = await searchExperiences(engine, {
      query: 'upload test',
      axis: 'full',
      limit: 20,
      now: NOW,
    });
    for (const { reasons, experience } of found) {
      expect(reasons.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['tier', 'recency']));
      expect(TIERS).toContain(experience.tier);
    }
    const memories = await runOperation(
      engine,
      assemble,
      { query: 'upload', types: ['memories'], sourceTimeout: 30_000 },
      call,
    );
    expect(memories.items[0]?.reasons.map(({ rule }) => rule)).toContain('importance');
  });

  it('the note on a cut item fits inside the cap of the item', async () => {
    const long = item({
      id: 'long',
      source: 'experience',
      content: 'A very long story of a failed upload. '.repeat(300),
    });
    const others = ['a', 'b', 'c'].map((id) =>
      item({ id, source: 'experience', content: `Story ${id} of uploads` }),
    );
    const maxTokens = 1000;
    const options = assembleOptionsSchema.parse({
      maxTokens,
      maxItemShare: 0.25,
      sourceWeights: { experience: 3 },
    });
    const { items } = await assembleItems(engine, [long, ...others], options);
    const cut = items.find(({ id }) => id === 'long');
    expect(cut).toMatchObject({ truncated: true });
    expect(cut?.tokens).toBeLessThanOrEqual(0.25 * maxTokens);
  });

  it('a premortem keeps its budget and shows one experience once, though four axes find it', async () => {
    const result = await runOperation(
      engine,
      premortem,
      { domain: 'testing', strategy: 'trial-and-error', maxTokens: 700, sourceTimeout: 30_000 },
      call,
    );
    expect(result.tokenCount).toBeLessThanOrEqual(700);
    const experiences = result.items.filter(({ source }) => source === 'experience').map(({ id }) => id);
    expect(experiences.length).toBeGreaterThan(0);
    expect(new Set(experiences).size).toBe(experiences.length);
  });

  it('what one part writes the other reads: one schema, and a record that does not fit is an error, not silence', async () => {
    const id = await fail(engine, 40);
    const records = (await engine.store()).records(engine.scope);
    const record = await records.get('experience', id);
    expect(experiences.read(record!).body.domain).toBe('testing');
    await records.put({ ...record!, id: 'exp-broken', body: { ...record!.body, outcome: 'astrology' } });
    await expect(
      searchExperiences(engine, { query: 'upload test 40', axis: 'full', limit: 50, now: NOW }),
    ).rejects.toThrow(/exp-broken cannot be read/);
    const told = await runOperation(
      engine,
      assemble,
      { query: 'upload test 40', limit: 50, sourceTimeout: 30_000 },
      call,
    );
    expect(told.warnings.join()).toContain('exp-broken cannot be read');
    expect(told.items.length).toBeGreaterThan(0);
    await records.delete('experience', 'exp-broken');
  });
});
