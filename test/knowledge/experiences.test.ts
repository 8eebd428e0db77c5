import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import {
  experienceInputSchema,
  experienceUpdateSchema,
  resolutionSchema,
} from '../../src/knowledge/experiences/experience.ts';
import {
  activeExperience,
  adoptExperience,
  deleteExperience,
  experiences,
  reopenExperience,
  resolveExperience,
  startExperience,
  updateExperience,
} from '../../src/knowledge/experiences/experiences.ts';
import { searchExperiences } from '../../src/knowledge/experiences/search-experiences.ts';
import { exportKnowledge, importKnowledge } from '../../src/knowledge/transfer.ts';
import { experienceList } from '../../src/operations/experiences.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { NOW, openTestEngine, wordEmbedder } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const entry = (more: object = {}) =>
  experienceInputSchema.parse({
    domain: 'debugging',
    strategy: 'read-the-error',
    goal: 'Make the login test pass in CI',
    hypothesis: 'The session cookie expires because the container clock runs in UTC',
    action: 'Freeze the clock in the login test',
    prediction: 'login.test.ts passes ten times in a row',
    session: 's1',
    ...more,
  });
const falsified = resolutionSchema.parse({
  outcome: 'falsified',
  result: 'login.test.ts still fails with 401',
  surprise: 'The proxy strips the Set-Cookie header',
  rootCause: 'wrong-assumption',
});

describe('the life of an experience in a real store', () => {
  it('start, update, resolve: each reply is small, the entry is whole', async () => {
    const { id, ...rest } = await startExperience(engine, entry(), NOW);
    expect(rest).toEqual({ ok: true, warnings: [] });
    await updateExperience(
      engine,
      id,
      experienceUpdateSchema.parse({ hypothesis: 'The proxy strips it' }),
      NOW + 1,
    );
    expect(await resolveExperience(engine, id, falsified, NOW + 2)).toEqual({
      ok: true,
      id,
      tier: 'silver',
      warnings: [],
    });
    expect((await experiences.get(engine, id)).body).toMatchObject({
      status: 'resolved',
      iteration: 2,
      resolvedAt: NOW + 2,
      history: [{ action: 'Freeze the clock in the login test' }],
    });
  });

  it('a resolution can be taken back, unless the session works on something else', async () => {
    const { id } = await startExperience(engine, entry(), NOW);
    await expect(reopenExperience(engine, id, NOW)).rejects.toThrow(/no resolution to take back/);
    const before = (await experiences.get(engine, id)).body;
    await resolveExperience(engine, id, falsified, NOW + 1);
    const next = await startExperience(engine, entry({ goal: 'Another' }), NOW + 2);
    await expect(reopenExperience(engine, id, NOW + 3)).rejects.toThrow(/already works on/);
    expect((await experiences.get(engine, id)).body.status).toBe('resolved');
    await deleteExperience(engine, next.id, NOW + 4);
    await reopenExperience(engine, id, NOW + 5);
    expect((await experiences.get(engine, id)).body).toEqual(before);
    expect((await activeExperience(engine, 's1'))?.id).toBe(id);
    const { found } = await searchExperiences(engine, {
      query: 'proxy',
      axis: 'surprise',
      limit: 5,
      now: NOW,
    });
    expect(found).toEqual([]);
  });

  it('a session has one active entry; the refusal names it and what to do', async () => {
    const { id } = await startExperience(engine, entry(), NOW);
    await expect(startExperience(engine, entry({ goal: 'Another' }), NOW)).rejects.toThrow(
      new RegExp(`already works on ${id} .*resolve it first`),
    );
    await startExperience(engine, entry({ session: 's2' }), NOW);
    await resolveExperience(engine, id, falsified, NOW);
    await startExperience(engine, entry({ goal: 'Another' }), NOW + 1);
  });

  it('of many starts at once in one session exactly one wins and the others leave nothing', async () => {
    const starts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => startExperience(engine, entry({ goal: `Goal ${index}` }), NOW)),
    );
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const records = (await engine.store()).records(engine.scope);
    expect(await records.count('experience')).toBe(1);
  });

  it('an entry of a dead session is adopted, and the old session is free again', async () => {
    const { id } = await startExperience(engine, entry(), NOW);
    await adoptExperience(engine, id, 's2', NOW + 1);
    expect((await activeExperience(engine, 's2'))?.id).toBe(id);
    expect(await activeExperience(engine, 's1')).toBeUndefined();
    await startExperience(engine, entry({ goal: 'Next' }), NOW + 2);
    await expect(adoptExperience(engine, id, 's1', NOW + 3)).rejects.toThrow(/already works on/);
  });

  it('a deleted entry is gone from every search and frees its session', async () => {
    const { id } = await startExperience(engine, entry(), NOW);
    await deleteExperience(engine, id, NOW + 1);
    await expect(experiences.get(engine, id)).rejects.toThrow(/no experience/);
    await expect(deleteExperience(engine, id, NOW + 1)).rejects.toThrow(/experience list/);
    const next = await startExperience(engine, entry(), NOW + 2);
    await resolveExperience(engine, next.id, falsified, NOW + 3);
    await deleteExperience(engine, next.id, NOW + 4);
    const records = (await engine.store()).records(engine.scope);
    expect(await records.vectors('experience', 'full', wordEmbedder.model)).toEqual([]);
  });

  it('an entry of a dead session can be given up', async () => {
    const { id } = await startExperience(engine, entry(), NOW);
    const given = resolutionSchema.parse({ outcome: 'abandoned', result: 'The session ended' });
    expect((await resolveExperience(engine, id, given, NOW)).tier).toBe('abandoned');
    await expect(adoptExperience(engine, id, 's2', NOW)).rejects.toThrow(/start a new one/);
    expect(await activeExperience(engine, 's2')).toBeUndefined();
  });

  it('is saved before it is embedded', async () => {
    const failing = { ...engine, embedder: async () => Promise.reject(new Error('no model file')) };
    const { id, warnings } = await startExperience(failing, entry(), NOW);
    expect(warnings).toEqual([expect.stringContaining('no model file')]);
    expect((await experiences.get(engine, id)).body.goal).toBe('Make the login test pass in CI');
  });

  it('what the lifecycle writes the search reads: every axis under the same id', async () => {
    const { id } = await startExperience(engine, entry(), NOW);
    await resolveExperience(engine, id, falsified, NOW);
    const records = (await engine.store()).records(engine.scope);
    for (const axis of ['full', 'strategy', 'surprise', 'root_cause'] as const) {
      expect(
        (await records.vectors('experience', axis, wordEmbedder.model)).map((vector) => vector.id),
      ).toEqual([id]);
      const { found } = await searchExperiences(engine, {
        query: 'proxy strips cookie',
        axis,
        limit: 5,
        now: NOW,
      });
      expect(found.map((hit) => hit.id)).toEqual([id]);
    }
  });

  it('a token never reaches the store, whichever text holds it', async () => {
    const token = `ghp_${'a1B2'.repeat(10)}`;
    const { id, warnings } = await startExperience(engine, entry({ action: `Push with ${token}` }), NOW);
    expect(warnings).toEqual([expect.stringContaining('masked')]);
    await updateExperience(engine, id, { note: `still ${token}` }, NOW);
    await resolveExperience(engine, id, { ...falsified, lesson: { whatWorked: `not ${token}` } }, NOW);
    expect(JSON.stringify(await experiences.get(engine, id))).not.toContain(token);
  });

  it('filters by domain, strategy, outcome and author', async () => {
    const { id } = await startExperience(engine, entry({ author: 'ada' }), NOW);
    await resolveExperience(engine, id, falsified, NOW);
    const found = async (more: object) =>
      (await searchExperiences(engine, { query: 'login test', axis: 'full', limit: 5, now: NOW, ...more }))
        .found.length;
    expect(
      await found({ domain: 'debugging', strategy: 'read-the-error', outcome: 'falsified', author: 'ada' }),
    ).toBe(1);
    expect(await found({ domain: 'security' })).toBe(0);
    expect(await found({ strategy: 'ask-user' })).toBe(0);
    expect(await found({ outcome: 'confirmed' })).toBe(0);
    expect(await found({ author: 'bob' })).toBe(0);
  });

  it("words of one's own for kinds of work are kept: under a known name where clear, else as they are", async () => {
    const { id, warnings } = await startExperience(
      engine,
      entry({ domain: 'Data migration', strategy: 'git bisect' }),
      NOW,
    );
    expect(warnings).toEqual([
      expect.stringContaining('Domain "Data migration" counts as itself: it is none of debugging,'),
      'Strategy "git bisect" counts as divide-and-conquer.',
    ]);
    const resolved = await resolveExperience(engine, id, { ...falsified, rootCause: 'race condition' }, NOW);
    expect(resolved.warnings).toEqual(['Root cause "race condition" counts as timing-issue.']);
    expect((await experiences.get(engine, id)).body).toMatchObject({
      domain: 'data-migration',
      strategy: 'divide-and-conquer',
      rootCause: 'timing-issue',
      tags: ['Data migration', 'git bisect', 'race condition'],
    });
    const listed = await runOperation(
      engine,
      experienceList,
      { domain: 'data migration', strategy: 'bisect' },
      { now: NOW, signal: new AbortController().signal, progress: () => undefined },
    );
    expect(listed.experiences.map((each) => each.id)).toEqual([id]);
    const asked = { query: 'bisect', axis: 'full' as const, limit: 5, now: NOW };
    expect((await searchExperiences(engine, asked)).found.map((each) => each.id)).toEqual([id]);
  });

  it('an export with words of another list is taken over, and the reply says what became of them', async () => {
    const { id } = await startExperience(engine, entry({ strategy: 'bisect' }), NOW);
    const { text } = await exportKnowledge(engine, ['experience']);
    const foreign = text.replace('"divide-and-conquer"', '"rca"').replace('"debugging"', '"astrology"');
    const other = openTestEngine();
    const told = await importKnowledge(other, foreign);
    expect(told).toMatchObject({ imported: 1, skipped: [] });
    expect(told.warnings.join()).toContain('Strategy "rca" counts as root-cause-analysis.');
    expect((await experiences.get(other, id)).body).toMatchObject({
      domain: 'astrology',
      strategy: 'root-cause-analysis',
      tags: ['bisect', 'rca'],
    });
    await other.close();
  });

  it('an active entry is not yet knowledge', async () => {
    await startExperience(engine, entry(), NOW);
    const { found } = await searchExperiences(engine, {
      query: 'login test',
      axis: 'full',
      limit: 5,
      now: NOW,
    });
    expect(found).toEqual([]);
  });
});
