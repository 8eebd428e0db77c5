import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Job, JobQueue } from '../../src/core/jobs.ts';
import type { OpenedStore } from './store-contract.ts';

const LEASE = 1000;
const ADA = { owner: 'ada', project: 'engine' };
const BOB = { owner: 'bob', project: 'engine' };

/** What every queue must do: jobs are done in turn, by one worker at a time, and never lost. */
export function describeJobContract(opened: () => OpenedStore, randomRuns: number): void {
  describe('the queue of jobs', () => {
    const queue = (): JobQueue => opened().store.jobs;
    let made = 0;
    const enqueue = async (scope = ADA, now = 1, request?: string) =>
      queue().enqueue(scope, { id: `job-${++made}`, now, request });
    const claim = (worker: string, now: number, perOwner = 5) =>
      queue().claim({ worker, now, leaseMs: LEASE, perOwner });
    const taken = async (worker: string, now: number, perOwner = 5): Promise<Job> => {
      const job = await claim(worker, now, perOwner);
      if (job === undefined) throw new Error('There was no job to take.');
      return job;
    };

    it('gives each job to one worker, the oldest first', async () => {
      await enqueue({ owner: 'ada', project: 'second' }, 20);
      await enqueue({ owner: 'ada', project: 'first' }, 10);
      const jobs = await Promise.all([claim('a', 30), claim('b', 30), claim('c', 30)]);
      const projects = jobs.flatMap((job) => job?.scope.project ?? []);
      expect(projects.sort()).toEqual(['first', 'second']);
      expect(new Set(jobs.map((job) => job?.worker)).size).toBe(3);
      expect(await queue().list({ owner: 'ada', limit: 10 })).toMatchObject([
        { scope: { project: 'second' }, state: 'running', attempts: 1, leaseUntil: 30 + LEASE },
        { scope: { project: 'first' }, state: 'running' },
      ]);
    });

    it('merges a job into one that waits, but not into one that runs', async () => {
      const { job } = await enqueue();
      expect((await enqueue()).job.id).toBe(job.id);
      await taken('a', 2);
      const later = await enqueue(ADA, 3);
      expect(later.job.id).not.toBe(job.id);
      // The project is indexed by one worker at a time.
      expect(await claim('b', 4)).toBeUndefined();
    });

    it('adds one job for a request, however often it comes', async () => {
      const first = await enqueue(ADA, 1, 'delivery-1');
      const merged = await enqueue(ADA, 2, 'delivery-2');
      expect(merged).toMatchObject({ job: { id: first.job.id }, repeated: false });
      const job = await taken('a', 3);
      expect(await queue().finish(job, { state: 'done', result: 'fine' }, 4)).toBe(true);
      for (const request of ['delivery-1', 'delivery-2']) {
        expect(await enqueue(ADA, 5, request)).toMatchObject({
          job: { id: first.job.id, state: 'done', result: 'fine' },
          repeated: true,
        });
      }
      // Another owner's project of that name is another project.
      expect((await enqueue(BOB, 5, 'delivery-1')).repeated).toBe(false);
      expect(await queue().counts()).toEqual({ waiting: 1, running: 0, done: 1, failed: 0, merged: 1 });
    });

    it('lets a dead worker keep its job for one lease, and never finish it afterwards', async () => {
      await enqueue();
      const dead = await taken('a', 10);
      expect(await claim('b', 10 + LEASE)).toBeUndefined();
      expect(
        await queue().renew(dead, { now: 500, leaseMs: LEASE, progress: { phase: 'files', done: 3 } }),
      ).toBe(true);
      expect(await claim('b', 1500)).toBeUndefined();
      expect((await queue().get(dead.id))?.progress).toEqual({ phase: 'files', done: 3 });
      const again = await taken('b', 1501);
      expect(again).toMatchObject({ id: dead.id, attempts: 2, worker: 'b' });
      expect(again.progress).toBeUndefined();
      expect(await queue().renew(dead, { now: 1502, leaseMs: LEASE })).toBe(false);
      expect(await queue().finish(dead, { state: 'failed', error: 'late' }, 1503)).toBe(false);
      expect(await queue().finish(again, { state: 'done', result: 'ok' }, 1504)).toBe(true);
      expect(await queue().get(dead.id)).toMatchObject({ state: 'done', result: 'ok', updatedAt: 1504 });
    });

    it('knows two attempts of the same worker apart', async () => {
      await enqueue();
      const first = await taken('a', 10);
      const second = await taken('a', 11 + LEASE);
      expect(await queue().finish(first, { state: 'done', result: 'first' }, 2000)).toBe(false);
      expect(await queue().finish(second, { state: 'done', result: 'second' }, 2001)).toBe(true);
    });

    it('lets a failed job wait, or leaves it to one that waits already', async () => {
      await enqueue();
      const failed = await taken('a', 2);
      await queue().finish(failed, { state: 'waiting', error: 'no network', runAfter: 100 }, 3);
      expect(await claim('a', 99)).toBeUndefined();
      const again = await taken('a', 100);
      expect(again).toMatchObject({ id: failed.id, attempts: 2 });
      const { job: newer } = await enqueue(ADA, 101);
      await queue().finish(again, { state: 'waiting', error: 'no network', runAfter: 500 }, 102);
      expect(await queue().get(failed.id)).toMatchObject({ state: 'merged', mergedInto: newer.id });
      expect(await queue().list({ owner: 'ada', limit: 10 })).toHaveLength(1);
      expect((await taken('b', 103)).id).toBe(newer.id);
    });

    it('runs only so many jobs of one owner at a time', async () => {
      for (const project of ['a', 'b', 'c', 'd']) await enqueue({ owner: 'ada', project }, 1);
      await enqueue(BOB, 2);
      const running = await Promise.all(['u', 'v', 'w', 'x', 'y'].map((worker) => claim(worker, 3, 2)));
      const owners = running.flatMap((job) => job?.scope.owner ?? []);
      expect(owners.filter((owner) => owner === 'ada').length).toBeLessThanOrEqual(2);
      // A claim that lost every race gives nothing; the next one finds what is left.
      while ((await claim('z', 3, 2)) !== undefined);
      expect(await queue().counts()).toMatchObject({ waiting: 2, running: 3 });
      const [one] = await queue().list({ owner: 'ada', states: ['running'], limit: 1 });
      if (one !== undefined) await queue().finish(one, { state: 'done', result: '' }, 4);
      expect(await claim('z', 5, 2)).toBeDefined();
    });

    it('shows an owner only their own jobs, and forgets old ones', async () => {
      await enqueue(ADA, 1);
      await enqueue({ owner: 'ada', project: 'other' }, 2);
      await enqueue(BOB, 3);
      const projects = async (filter: Partial<Parameters<JobQueue['list']>[0]> = {}) =>
        (await queue().list({ owner: 'ada', limit: 10, ...filter })).map(({ scope }) => scope.project);
      expect(await projects()).toEqual(['other', 'engine']);
      expect(await projects({ project: 'engine' })).toEqual(['engine']);
      expect(await projects({ limit: 1 })).toEqual(['other']);
      expect(await projects({ limit: 1, offset: 1 })).toEqual(['engine']);
      expect(await queue().count({ owner: 'ada' })).toBe(2);
      expect(await queue().count({ owner: 'ada', project: 'engine', states: ['waiting'] })).toBe(1);
      expect(await projects({ states: ['running', 'done'] })).toEqual([]);
      await queue().finish(await taken('a', 4), { state: 'done', result: '' }, 10);
      expect(await queue().prune(10)).toBe(0);
      expect(await queue().prune(11)).toBe(1);
      expect(await projects()).toEqual(['other']);
    });

    it('never loses a job, and never runs a project twice at once, whatever workers do', async () => {
      const step = fc.oneof(
        fc.record({ kind: fc.constant('enqueue'), project: fc.integer({ min: 0, max: 3 }) }),
        fc.record({
          kind: fc.constantFrom('claim', 'finish', 'retry', 'renew', 'die'),
          worker: fc.integer({ min: 0, max: 2 }),
        }),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const tenant = `owner-${++made}`;
          const held = new Map<number, Job>();
          const owed = new Set<string>();
          let now = 1000 * made * 100;
          for (const action of steps) {
            now += 10;
            if ('project' in action) {
              const project = `p${action.project}`;
              await enqueue({ owner: tenant, project }, now);
              owed.add(project);
              continue;
            }
            const job = held.get(action.worker);
            if (action.kind === 'claim' && job === undefined) {
              const claimed = await claim(`w${action.worker}`, now, 2);
              if (claimed === undefined) continue;
              held.set(action.worker, claimed);
              // What was asked for before the job started is covered by it.
              owed.delete(claimed.scope.project);
            } else if (job !== undefined && action.kind === 'finish') {
              held.delete(action.worker);
              if (!(await queue().finish(job, { state: 'done', result: '' }, now)))
                owed.add(job.scope.project);
            } else if (job !== undefined && action.kind === 'retry') {
              held.delete(action.worker);
              await queue().finish(job, { state: 'waiting', error: 'x', runAfter: now }, now);
              owed.add(job.scope.project);
            } else if (job !== undefined && action.kind === 'renew') {
              await queue().renew(job, { now, leaseMs: LEASE });
            } else if (job !== undefined && action.kind === 'die') {
              held.delete(action.worker);
              owed.add(job.scope.project);
              now += LEASE + 1;
              // The clock moved for all: every other lease has ended too.
              for (const other of held.values()) owed.add(other.scope.project);
            }
            const open = await queue().list({ owner: tenant, states: ['waiting', 'running'], limit: 100 });
            const running = open.filter(({ state }) => state === 'running');
            expect(new Set(running.map(({ scope }) => scope.project)).size).toBe(running.length);
            expect(running.length).toBeLessThanOrEqual(2);
            const covered = new Set(open.map(({ scope }) => scope.project));
            for (const project of owed) expect(covered).toContain(project);
          }
          // One honest worker empties the queue, whatever state the others left.
          now += LEASE + 1;
          for (;;) {
            const job = await claim('last', now, 2);
            if (job === undefined) break;
            expect(await queue().finish(job, { state: 'done', result: '' }, now)).toBe(true);
          }
          expect(await queue().list({ owner: tenant, states: ['waiting', 'running'], limit: 1 })).toEqual([]);
        }),
        { numRuns: randomRuns },
      );
    });
  });
}
