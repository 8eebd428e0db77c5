import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { openEngine } from '../../open-engine.ts';
import { linkSession, sessionOfProcess, unlinkSession } from '../../sessions/agent-sessions.ts';
import { recordDelivery } from '../../sessions/session-ledger.ts';
import { captureRun } from './capture-run.ts';
import { readCheckpoint, writeCheckpoint } from './checkpoints.ts';
import { activeExperience, experiences, startExperience } from './experiences.ts';

let folder = '';
let engine: Engine;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-agent-'));
  writeFileSync(join(folder, 'dossier.config.json'), '{}');
  engine = openEngine({
    root: folder,
    environment: { XDG_CACHE_HOME: join(folder, 'cache') },
    settings: { 'embedder.kind': 'none' },
  });
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const start = (session: string) =>
  startExperience(
    engine,
    {
      session,
      domain: 'debugging',
      strategy: 'read-the-error',
      goal: 'The totals agree',
      hypothesis: 'Rounding happens twice',
      action: 'Round once',
      prediction: 'The totals test passes',
      files: [],
    },
    1,
  );
const run = (passed: boolean, now: number, what = 'totals: expected 3', session = 's') =>
  captureRun(engine, { session, command: 'npm test', passed, what, now });

describe('a run of a session', () => {
  it('is told once for each failure', async () => {
    expect(await run(false, 2)).toEqual({ seen: false });
    expect(await run(false, 3)).toEqual({ seen: true });
    expect(await run(false, 4, 'another failure')).toEqual({ seen: false });
    expect(await run(false, 5, 'totals: expected 3', 'other session')).toEqual({ seen: false });
  });

  it('confirms the active experience only when it failed before and passes now', async () => {
    const { id } = await start('s');
    expect(await run(true, 2)).toEqual({ seen: false });
    expect((await activeExperience(engine, 's'))?.id).toBe(id);
    await run(false, 3);
    expect(await run(true, 4)).toEqual({ seen: false, confirmed: id });
    const { body: experience } = await experiences.get(engine, id);
    expect(experience).toMatchObject({ outcome: 'confirmed', captured: true });
  });

  it('does not confirm an experience that was begun after the failure', async () => {
    await run(false, 2);
    await start('s');
    expect(await run(true, 3)).toEqual({ seen: false });
  });

  it('without a session is never taken for seen', async () => {
    const unknown = { session: undefined, command: 'npm test', passed: false, what: 'x', now: 2 };
    expect(await captureRun(engine, unknown)).toEqual({ seen: false });
    expect(await captureRun(engine, unknown)).toEqual({ seen: false });
  });
});

describe('a checkpoint', () => {
  it('names what was asked, newest first, and the open attempt', async () => {
    for (const [at, query] of [
      [1, 'first question'],
      [2, 'second\nquestion'],
    ] as const) {
      await recordDelivery(
        engine,
        { session: 's', operation: 'query', query, context: { items: [], tokenCount: 5 }, items: [] },
        at,
      );
    }
    const { id } = await start('s');
    await writeCheckpoint(engine, 's', 3);
    const text = await readCheckpoint(engine, 's');
    expect(text).toMatch(/- second question\n- first question\n/);
    expect(text).toContain(`It was working on ${id}: The totals agree.`);
  });

  it('is absent when there is nothing to tell', async () => {
    await writeCheckpoint(engine, 'empty', 1);
    expect(await readCheckpoint(engine, 'empty')).toBeUndefined();
  });
});

describe('the session of a process', () => {
  it('is the one its hook named, until it ends or a day has passed', async () => {
    await linkSession(engine, { process: 42, session: 'a', now: 1000 });
    expect(await sessionOfProcess(engine, 42, 2000)).toBe('a');
    expect(await sessionOfProcess(engine, 43, 2000)).toBeUndefined();
    expect(await sessionOfProcess(engine, 42, 1000 + 25 * 3_600_000)).toBeUndefined();
    await unlinkSession(engine, { process: 42, session: 'another' });
    expect(await sessionOfProcess(engine, 42, 2000)).toBe('a');
    await unlinkSession(engine, { process: 42, session: 'a' });
    expect(await sessionOfProcess(engine, 42, 2000)).toBeUndefined();
  });
});
