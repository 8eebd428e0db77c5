import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/core/engine.ts';
import {
  acceptValue,
  clusterValues,
  proposeValue,
  valuesOf,
  withdrawValue,
} from '../../src/knowledge/values/values.ts';
import { valuesMap } from '../../src/knowledge/values/values-map.ts';
import { liveThemes, THEMES } from './live-themes.ts';
import { NOW, openTestEngine } from './open-test-engine.ts';

let engine: Engine;
beforeEach(() => {
  engine = openTestEngine();
});
afterEach(() => engine.close());

const live = (from: number, to: number) => liveThemes(engine, from, to);

describe('the map of values', () => {
  it('places experiences of one value nearer to each other than to those of others', async () => {
    await live(0, 24);
    await clusterValues(engine, { axis: 'full', now: NOW });
    const { points } = await valuesMap(engine, 'full');
    expect(points).toHaveLength(24);
    const gap = (same: boolean) => {
      const pairs = points.flatMap((a) =>
        points
          .filter((b) => b !== a && (a.valueId === b.valueId) === same)
          .map((b) => Math.hypot(a.x - b.x, a.y - b.y)),
      );
      return pairs.reduce((sum, value) => sum + value, 0) / pairs.length;
    };
    expect(gap(true)).toBeLessThan(gap(false) / 2);
  });
});

describe('values in a real store', () => {
  it('recurring themes become values with members, and a text that lies within the cluster', async () => {
    await live(0, 24);
    const { values, experiences } = await clusterValues(engine, { axis: 'full', now: NOW });
    expect(experiences).toBe(24);
    expect(values).toHaveLength(THEMES.length);
    for (const { body: value } of values) {
      expect(value.members).toHaveLength(6);
      expect(value.accepted).toBe(false);
      expect(value.text).not.toBe('');
    }
  });

  it('ids stay when experiences are added and the values are found again', async () => {
    await live(0, 24);
    const before = await clusterValues(engine, { axis: 'full', now: NOW });
    await live(24, 28);
    const after = await clusterValues(engine, { axis: 'full', now: NOW + 1 });
    expect(after.values.map(({ id }) => id).sort()).toEqual(before.values.map(({ id }) => id).sort());
    expect(after.stale).toEqual([]);
  });

  it('a text outside the cluster is refused with the numbers and the next step, one inside is accepted', async () => {
    await live(0, 24);
    const { values } = await clusterValues(engine, { axis: 'root_cause', now: NOW });
    const { id, body: value } = values[0]!;
    await expect(acceptValue(engine, id, { text: 'Bananas are yellow', now: NOW })).rejects.toThrow(
      /lies [\d.]+ .* more than [\d.]+: .*values propose/,
    );
    const own = await proposeValue(engine, id, { text: 'Bananas are yellow', limit: 1 });
    expect(own.proposals).toMatchObject([{ valid: false }]);
    const { proposals } = await proposeValue(engine, id, { limit: 5 });
    expect(proposals.map(({ distance }) => distance)).toEqual(
      proposals.map(({ distance }) => distance).sort((a, b) => a - b),
    );
    const valid = proposals.find((proposal) => proposal.valid);
    if (valid !== undefined) {
      await acceptValue(engine, id, { text: valid.text, now: NOW });
      const again = await clusterValues(engine, { axis: 'root_cause', now: NOW + 1 });
      expect(again.values.find((found) => found.id === id)?.body).toMatchObject({
        accepted: true,
        text: valid.text,
      });
      await withdrawValue(engine, id, NOW + 2);
      const proposed = (await valuesOf(engine, { axis: 'root_cause' })).find(
        (found) => found.id === id,
      )?.body;
      expect(proposed).toMatchObject({ accepted: false, text: proposals[0]?.text });
    }
    expect(value.size).toBe(6);
  });

  it('a value whose cluster is gone is marked stale, not deleted', async () => {
    await live(0, 24);
    const { values } = await clusterValues(engine, { axis: 'full', now: NOW });
    const records = (await engine.store()).records(engine.scope);
    for (const member of values[0]!.body.members) await records.delete('experience', member);
    const { stale } = await clusterValues(engine, { axis: 'full', now: NOW + 1 });
    expect(stale).toEqual([values[0]!.id]);
    expect((await valuesOf(engine, { status: 'stale' })).map(({ id }) => id)).toEqual(stale);
  });

  it('too few experiences give no value and say how many are needed', async () => {
    await live(0, 4);
    const reply = await clusterValues(engine, { axis: 'full', now: NOW });
    expect(reply.values).toEqual([]);
    expect(reply.warnings).toEqual([expect.stringContaining('at least 10 are needed')]);
  });

  it('works on words alone without a model, and says so', async () => {
    const plain = { ...engine, embedder: async () => undefined };
    await live(0, 24);
    const { values, warnings } = await clusterValues(plain, { axis: 'full', now: NOW });
    expect(values).toHaveLength(THEMES.length);
    expect(warnings).toEqual([expect.stringContaining('only words')]);
    await expect(acceptValue(engine, values[0]!.id, { now: NOW })).rejects.toThrow(/another embedding model/);
  });
});
