import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenProject, openProject } from '../../test/prime/open-project.ts';
import { forOwner } from '../core/engine.ts';
import type { Hit } from '../core/query.ts';
import { recordFeedback } from '../sessions/feedback.ts';
import { rankByUsage } from './rank-by-usage.ts';

function hit(id: string, score: number): Hit {
  const place = { path: 'a.ts', startLine: 1, endLine: 2, language: 'typescript' };
  return {
    id,
    score,
    ...place,
    source: 'code',
    entityType: 'function',
    name: id,
    qualifiedName: id,
    reasons: [],
    contentHash: '',
  };
}

describe('rankByUsage', () => {
  let project: OpenProject;
  beforeAll(async () => {
    project = await openProject();
  });
  afterAll(() => project.close());
  const hits = [hit('a', 0.5), hit('b', 0.49), hit('c', 0.2), hit('d', 0.48)];

  it('moves up what the owner found useful and says why', async () => {
    const { engine, clock } = project;
    await recordFeedback(
      engine,
      Array.from({ length: 10 }, () => ({ itemId: 'd', verdict: 'useful' as const })),
      clock.now,
    );
    const ranked = (await rankByUsage(engine, hits, clock.now))(hits);
    expect(ranked.map(({ id }) => id)).toEqual(['d', 'a', 'b', 'c']);
    expect(ranked[0]?.reasons).toEqual([
      { rule: 'usage', score: expect.closeTo(0.052), detail: 'useful 10' },
    ]);
  });

  it("leaves another owner's ranking alone", async () => {
    const { engine, clock } = project;
    expect((await rankByUsage(forOwner(engine, 'grace'), hits, clock.now))(hits)).toEqual(hits);
  });
});
