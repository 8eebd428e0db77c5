import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../adapters/stores/sqlite/open-sqlite-store.ts';
import { DossierError } from '../core/errors.ts';
import type { Job } from '../core/jobs.ts';
import type { Store } from '../core/store.ts';
import { runJobs } from './run-jobs.ts';

const ENGINE = { owner: 'ada', project: 'engine' };

describe('a worker', () => {
  let folder: string;
  let store: Store;
  let now: number;
  let said: string[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-jobs-'));
    store = await openSqliteStore({ path: join(folder, 's.db') });
    now = 1_000_000;
    said = [];
    await store.jobs.enqueue(ENGINE, { id: 'j1', now });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  type Run = Parameters<typeof runJobs>[1]['run'];
  const work = (run: Run, options: Partial<Parameters<typeof runJobs>[1]> = {}) =>
    runJobs(store.jobs, {
      worker: 'w',
      run,
      clock: () => now,
      signal: new AbortController().signal,
      report: (sentence) => said.push(sentence),
      perOwner: 2,
      leaseMs: 60_000,
      stopWhenEmpty: true,
      ...options,
    });
  const state = () => store.jobs.get('j1');

  it('does what waits and says what it did', async () => {
    await work(async () => 'three files');
    expect(await state()).toMatchObject({ state: 'done', result: 'three files', attempts: 1 });
    expect(said).toEqual(['ada/engine: three files']);
  });

  it('tries again later and later, and gives up in the end', async () => {
    const waits: number[] = [];
    for (;;) {
      await work(async () => {
        throw new DossierError('unavailable', 'no network');
      });
      const job = await state();
      if (job?.state !== 'waiting') break;
      waits.push(job.runAfter - now);
      now = job.runAfter;
    }
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect(await state()).toMatchObject({ state: 'failed', error: 'no network', attempts: 5 });
  });

  it('does not try again what cannot succeed', async () => {
    await work(async () => {
      throw new DossierError('forbidden', 'too large');
    });
    expect(await state()).toMatchObject({ state: 'failed', error: 'too large', attempts: 1 });
  });

  it('gives its job back when it is stopped', async () => {
    const stop = new AbortController();
    await work(
      async (_, { signal }) => {
        stop.abort();
        signal.throwIfAborted();
        return 'never';
      },
      { signal: stop.signal },
    );
    expect(await state()).toMatchObject({ state: 'waiting', runAfter: now });
  });

  it('gives up a job that ended its worker every time', async () => {
    for (let times = 0; times < 5; times++) {
      await store.jobs.claim({ worker: `dead ${times}`, now, leaseMs: 10, perOwner: 2 });
      now += 11;
    }
    const done: Job[] = [];
    await work(async (job) => {
      done.push(job);
      return '';
    });
    expect(done).toEqual([]);
    expect(await state()).toMatchObject({ state: 'failed', attempts: 6 });
    expect((await state())?.error).toMatch('Given up after 5 attempts');
  });

  it('stops a job whose lease it lost, and leaves it to the other', async () => {
    let other: Job | undefined;
    await work(
      async (_, { signal }) => {
        now += 100_000;
        other = await store.jobs.claim({ worker: 'other', now, leaseMs: 100_000, perOwner: 2 });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        signal.throwIfAborted();
        return 'never';
      },
      { leaseMs: 30 },
    );
    expect(other?.attempts).toBe(2);
    expect(await state()).toMatchObject({ state: 'running', worker: 'other' });
    expect(said).toEqual(['ada/engine: another worker has taken it over.']);
  });

  it('renews its lease and tells progress while it works', async () => {
    await work(
      async (_, { progress }) => {
        progress({ phase: 'files', done: 7, total: 9 });
        await expect
          .poll(async () => (await state())?.progress)
          .toEqual({ phase: 'files', done: 7, total: 9 });
        return 'fine';
      },
      { leaseMs: 60 },
    );
    expect(await state()).toMatchObject({ state: 'done', result: 'fine' });
  });

  it('waits for a store that cannot be reached', async () => {
    let failures = 3;
    const stop = new AbortController();
    await runJobs(
      {
        ...store.jobs,
        claim: async (options) => {
          if (failures-- > 0) throw new DossierError('unavailable', 'The database is away.');
          return store.jobs.claim(options);
        },
      },
      {
        worker: 'w',
        run: async () => {
          stop.abort();
          return 'fine';
        },
        clock: () => now,
        signal: stop.signal,
        report: (sentence) => said.push(sentence),
        perOwner: 2,
        leaseMs: 60_000,
        pollMs: 1,
      },
    );
    expect(said.slice(0, 3)).toEqual(Array(3).fill('The database is away. The worker tries again.'));
    expect(await state()).toMatchObject({ state: 'done' });
  });
});
