import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Engine, recordsOf } from '../../src/core/engine.ts';
import { DossierError } from '../../src/core/errors.ts';
import { reopenExperience } from '../../src/knowledge/experiences/experiences.ts';
import { undoClustering } from '../../src/knowledge/values/undo-clustering.ts';
import { acceptValue, clusterValues, valuesOf, withdrawValue } from '../../src/knowledge/values/values.ts';
import { erase } from '../../src/operations/erase.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { liveThemes } from './live-themes.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

const AXIS = 'full';

/** What a reader sees, in one order. */
async function seen(engine: Engine) {
  return (await valuesOf(engine, { axis: AXIS })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function withEngine(check: (engine: Engine) => Promise<void>): Promise<void> {
  const engine = openTestEngine();
  try {
    await check(engine);
  } finally {
    await engine.close();
  }
}

/** What may happen between two clusterings. */
type Step =
  | { readonly do: 'live'; readonly count: number; readonly theme: number }
  | { readonly do: 'delete'; readonly which: number }
  | { readonly do: 'accept' | 'withdraw'; readonly which: number }
  | { readonly do: 'cluster' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('live' as const),
    count: fc.integer({ min: 1, max: 8 }),
    theme: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ do: fc.constant('delete' as const), which: fc.nat() }),
  fc.record({ do: fc.constantFrom('accept' as const, 'withdraw' as const), which: fc.nat() }),
  fc.constant({ do: 'cluster' as const }),
);

/** Takes the steps, each a moment later. */
async function take(engine: Engine, steps: readonly Step[], from: number): Promise<number> {
  let now = from;
  for (const each of steps) {
    now++;
    if (each.do === 'live') await liveThemes(engine, now * 10, now * 10 + each.count, [each.theme]);
    else if (each.do === 'cluster') await clusterValues(engine, { axis: AXIS, now: NOW + now });
    else await takeOne(engine, each, NOW + now);
  }
  return now;
}

async function takeOne(
  engine: Engine,
  { do: what, which }: Extract<Step, { readonly which: number }>,
  now: number,
): Promise<void> {
  const records = await recordsOf(engine);
  const all =
    what === 'delete'
      ? (await records.list('experience', { limit: 500 })).map(({ id }) => id).sort()
      : (await seen(engine)).map(({ id }) => id);
  const id = all[which % Math.max(1, all.length)];
  if (id === undefined) return;
  if (what === 'delete') await records.delete('experience', id);
  else if (what === 'withdraw') await withdrawValue(engine, id, now);
  else {
    try {
      await acceptValue(engine, id, { now });
    } catch (error) {
      // A stale value may have no members left to measure a text by.
      if (!(error instanceof DossierError)) throw error;
    }
  }
}

describe('undoing a clustering', () => {
  it('is as if it had not been, whatever happened before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), fc.array(step, { maxLength: 3 }), (before, after) =>
        withEngine(async (engine) => {
          await liveThemes(engine, 0, 12);
          const now = await take(engine, before, 100);
          const expected = await seen(engine);
          // Only what is about experiences: decisions since are told of below.
          await take(
            engine,
            after.filter(({ do: what }) => what === 'live' || what === 'delete'),
            now + 100,
          );
          await clusterValues(engine, { axis: AXIS, now: NOW + 1000 });
          await undoClustering(engine, { axis: AXIS, now: NOW + 1001 });
          expect(await seen(engine)).toEqual(expected);
        }),
      ),
      { numRuns: 15 },
    );
  });

  it('never takes back what somebody accepted or withdrew since', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 5 }),
        fc.array(fc.record({ accept: fc.boolean(), which: fc.nat() }), { minLength: 1, maxLength: 4 }),
        (before, decisions) =>
          withEngine(async (engine) => {
            await liveThemes(engine, 0, 12);
            await take(engine, before, 100);
            await clusterValues(engine, { axis: AXIS, now: NOW + 1000 });
            const decided = new Set<string>();
            const current = await valuesOf(engine, { axis: AXIS, status: 'current' });
            for (const { accept, which } of decisions) {
              const id = current[which % current.length]?.id;
              if (id === undefined) continue;
              decided.add(id);
              if (accept) await acceptValue(engine, id, { now: NOW + 1001 });
              else await withdrawValue(engine, id, NOW + 1001);
            }
            const expected = (await seen(engine)).filter(({ id }) => decided.has(id));
            const { kept, restored, removed } = await undoClustering(engine, { axis: AXIS, now: NOW + 1002 });
            expect((await seen(engine)).filter(({ id }) => decided.has(id))).toEqual(expected);
            // Where all were decided on, nothing of the run is left to undo.
            const isLeft = restored.length + removed.length > 0;
            expect([...kept].sort()).toEqual(isLeft ? [...decided].sort() : []);
            expect([...restored, ...removed].filter((id) => decided.has(id))).toEqual([]);
          }),
      ),
      { numRuns: 10 },
    );
  });

  it('brings back an accepted text that no longer fitted, and one can accept by the group it had', () =>
    withEngine(async (engine) => {
      await liveThemes(engine, 0, 12);
      const { values } = await clusterValues(engine, { axis: AXIS, now: NOW });
      const { id } = values[0]!;
      await acceptValue(engine, id, { now: NOW + 1 });
      const before = await seen(engine);
      await liveThemes(engine, 100, 140);
      await clusterValues(engine, { axis: AXIS, now: NOW + 2 });
      await undoClustering(engine, { axis: AXIS, now: NOW + 3 });
      expect(await seen(engine)).toEqual(before);
      await withdrawValue(engine, id, NOW + 4);
      await acceptValue(engine, id, { now: NOW + 5 });
      expect((await seen(engine)).find((value) => value.id === id)?.body.accepted).toBe(true);
    }));

  it('reaches back one run, and says so when there is none', () =>
    withEngine(async (engine) => {
      await liveThemes(engine, 0, 12);
      const nothing = { restored: [], removed: [], kept: [] };
      expect(await undoClustering(engine, { axis: AXIS, now: NOW })).toMatchObject(nothing);
      const { values } = await clusterValues(engine, { axis: AXIS, now: NOW });
      await clusterValues(engine, { axis: AXIS, now: NOW + 1 });
      const undone = await undoClustering(engine, { axis: AXIS, now: NOW + 2 });
      expect([...undone.restored].sort()).toEqual(values.map(({ id }) => id).sort());
      expect(undone.removed).toEqual([]);
      expect(await undoClustering(engine, { axis: AXIS, now: NOW + 3 })).toMatchObject(nothing);
      expect(await seen(engine)).toHaveLength(values.length);
    }));

  it('leaves the other sides of the experiences alone', () =>
    withEngine(async (engine) => {
      await liveThemes(engine, 0, 12);
      await clusterValues(engine, { axis: 'surprise', now: NOW });
      const others = await valuesOf(engine, { axis: 'surprise' });
      await clusterValues(engine, { axis: AXIS, now: NOW + 1 });
      await undoClustering(engine, { axis: AXIS, now: NOW + 2 });
      expect(await valuesOf(engine, { axis: 'surprise' })).toEqual(others);
      expect(await seen(engine)).toEqual([]);
    }));
});

it('an erased experience leaves no value that knew it before the last clustering', () =>
  withEngine(async (engine) => {
    await liveThemes(engine, 0, 20);
    const { values } = await clusterValues(engine, { axis: AXIS, now: NOW });
    const { id, body } = values[0]!;
    const member = body.members[0]!;
    const session = String((await (await recordsOf(engine)).get('experience', member))?.body['session']);
    // Not resolved any more, so that only what the value was before names it.
    await reopenExperience(engine, member, NOW + 1);
    await clusterValues(engine, { axis: AXIS, now: NOW + 2 });
    const now = (await seen(engine)).find((value) => value.id === id);
    expect(now?.body).toMatchObject({ status: 'current' });
    expect(now?.body.members).not.toContain(member);
    const past = { now: NOW + 3, signal: new AbortController().signal, progress: () => undefined };
    await runOperation(engine, erase, { session }, past);
    expect((await seen(engine)).map((value) => value.id)).not.toContain(id);
  }));
