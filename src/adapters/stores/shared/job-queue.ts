import { z } from 'zod';
import { DossierError } from '../../../core/errors.ts';
import { JOB_STATES, type Job, type JobFilter, type JobQueue, type JobState } from '../../../core/jobs.ts';
import type { Scope } from '../../../core/store.ts';

type Value = string | number | null;

/** One statement at a time, each atomic. Parameters are written `?1`, `?2`. */
interface JobStatements {
  all(sql: string, ...values: readonly Value[]): Promise<readonly unknown[]>;
  /** Whether a unique index refused the statement, because another worker was faster. */
  isConflict(error: unknown): boolean;
  /** Locks the selected row and skips rows others have locked; empty where statements run one after the other. */
  readonly skipLocked: string;
}

/**
 * All jobs stand in one queue under a reserved owner, so that workers find them whoever they belong to, while every
 * key still begins with owner and project. The job's own owner and project are `tenant` and `tenant_project`.
 */
export const JOB_SCOPE: Scope = { owner: '\u0001jobs', project: 'queue' };

/**
 * Indexes of the table `jobs`. The unique ones keep the rules of the queue even when workers race: one waiting and one
 * running job per project, and no more running jobs of an owner than there are slots.
 */
export const JOB_INDEXES = [
  'UNIQUE INDEX jobs_by_request ON jobs (owner, project, tenant, tenant_project, request)',
  "UNIQUE INDEX jobs_waiting ON jobs (owner, project, tenant, tenant_project) WHERE state = 'waiting'",
  "UNIQUE INDEX jobs_running ON jobs (owner, project, tenant, tenant_project) WHERE state = 'running'",
  "UNIQUE INDEX jobs_slots ON jobs (owner, project, tenant, slot) WHERE state = 'running'",
  "INDEX jobs_next ON jobs (owner, project, run_after, created_at) WHERE state IN ('waiting', 'running')",
  'INDEX jobs_of_tenant ON jobs (owner, project, tenant, created_at)',
]
  .map((index) => `CREATE ${index};`)
  .join('\n');

const COLUMNS = `id, tenant, tenant_project, state, attempts, created_at, updated_at, run_after, worker, lease_until,
  progress, error, result, merged_into`;
const QUEUE = 'owner = ?1 AND project = ?2';
/** The worker that took the job still has it: nobody took it again since. */
const HELD = `${QUEUE} AND id = ?3 AND worker = ?4 AND attempts = ?5 AND state = 'running'`;
const OF_PROJECT = `${QUEUE} AND tenant = ?3 AND tenant_project = ?4`;

/** The lease of a dead worker's job has ended; a waiting job must leave its project and its owner within limits. */
const NEXT = `SELECT next.id FROM jobs next
  WHERE next.owner = ?1 AND next.project = ?2 AND (
    (next.state = 'running' AND next.lease_until < ?4)
    OR (next.state = 'waiting' AND next.run_after <= ?4
      AND NOT EXISTS (SELECT 1 FROM jobs other WHERE other.owner = ?1 AND other.project = ?2
        AND other.state = 'running' AND other.tenant = next.tenant AND other.tenant_project = next.tenant_project)
      AND next.tenant NOT IN (SELECT busy.tenant FROM jobs busy WHERE busy.owner = ?1 AND busy.project = ?2
        AND busy.state = 'running' GROUP BY busy.tenant HAVING count(*) >= ?6)))
  ORDER BY next.run_after, next.created_at, next.id LIMIT 1`;

/** The lowest number that no running job of the owner has: the first, or the one after a taken one. */
const FREE_SLOT = `SELECT min(free.slot) FROM (
    SELECT 1 AS slot UNION ALL
    SELECT taken.slot + 1 FROM jobs taken WHERE taken.owner = ?1 AND taken.project = ?2
      AND taken.state = 'running' AND taken.tenant = jobs.tenant AND taken.id <> jobs.id) free
  WHERE NOT EXISTS (SELECT 1 FROM jobs taken WHERE taken.owner = ?1 AND taken.project = ?2
    AND taken.state = 'running' AND taken.tenant = jobs.tenant AND taken.id <> jobs.id
    AND taken.slot = free.slot)`;

/** Whoever wins a race makes progress, so a few tries are enough. */
const MAX_TRIES = 20;

/** The queue on either database: the same statements, so the same rules. */
export function jobQueue(statements: JobStatements): JobQueue {
  const all = (sql: string, ...values: readonly Value[]) =>
    statements.all(sql, JOB_SCOPE.owner, JOB_SCOPE.project, ...values);
  const jobs = async (sql: string, ...values: readonly Value[]) => (await all(sql, ...values)).map(jobOf);
  const job = async (sql: string, ...values: readonly Value[]) => (await jobs(sql, ...values))[0];
  const get = (id: string) => job(`SELECT ${COLUMNS} FROM jobs WHERE ${QUEUE} AND id = ?3`, id);

  /** Repeats a statement that lost a race; undefined when it lost every time. */
  async function untilWon<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!statements.isConflict(error)) throw error;
      }
    }
    return undefined;
  }

  function add(
    scope: Scope,
    { id, now, request = null }: { readonly id: string; readonly now: number; readonly request?: Value },
    mergedInto: string | null,
  ): Promise<Job | undefined> {
    return job(
      `INSERT INTO jobs (owner, project, tenant, tenant_project, id, request, merged_into, state, attempts,
         created_at, updated_at, run_after)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?9, ?9) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      ...[
        scope.owner,
        scope.project,
        id,
        request,
        mergedInto,
        mergedInto === null ? 'waiting' : 'merged',
        now,
      ],
    );
  }

  return {
    get,
    async enqueue(scope, { request, ...given }) {
      const options = { ...given, request: request ?? null };
      const { owner, project } = scope;
      for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
        const before =
          request === undefined
            ? undefined
            : await job(
                `SELECT ${COLUMNS} FROM jobs WHERE ${OF_PROJECT} AND request = ?5`,
                ...[owner, project, request],
              );
        if (before !== undefined) {
          const covering = before.mergedInto === undefined ? undefined : await get(before.mergedInto);
          return { job: covering ?? before, repeated: true };
        }
        const added = await add(scope, options, null);
        if (added !== undefined) return { job: added, repeated: false };
        const waiting = await job(
          `SELECT ${COLUMNS} FROM jobs WHERE ${OF_PROJECT} AND state = 'waiting'`,
          ...[owner, project],
        );
        // Taken meanwhile, perhaps before the change that asks for this job: add one after all.
        if (waiting === undefined) continue;
        if (request !== undefined) await add(scope, options, waiting.id);
        return { job: waiting, repeated: false };
      }
      throw new DossierError('store-busy', `The queue is busy with ${project}. Try again in a moment.`);
    },
    claim: ({ worker, now, leaseMs, perOwner }) =>
      untilWon(() =>
        job(
          `UPDATE jobs SET state = 'running', attempts = attempts + 1, worker = ?3, updated_at = ?4,
             lease_until = ?5, progress = NULL, slot = (${FREE_SLOT})
           WHERE ${QUEUE} AND id = (${NEXT} ${statements.skipLocked}) RETURNING ${COLUMNS}`,
          ...[worker, now, now + leaseMs, perOwner],
        ),
      ),
    async renew(held, { now, leaseMs, progress }) {
      const renewed = await job(
        `UPDATE jobs SET lease_until = ?6, updated_at = ?7, progress = coalesce(?8, progress)
         WHERE ${HELD} RETURNING ${COLUMNS}`,
        ...leaseKey(held),
        ...[now + leaseMs, now, progress === undefined ? null : JSON.stringify(progress)],
      );
      return renewed !== undefined;
    },
    async finish(held, outcome, now) {
      const ended =
        outcome.state === 'waiting'
          ? await untilWon(() =>
              job(
                `${WAIT_AGAIN} RETURNING ${COLUMNS}`,
                ...leaseKey(held),
                now,
                outcome.error,
                outcome.runAfter,
              ),
            )
          : await job(
              `UPDATE jobs SET state = ?6, updated_at = ?7, result = ?8, error = ?9, lease_until = NULL, slot = NULL
               WHERE ${HELD} RETURNING ${COLUMNS}`,
              ...[...leaseKey(held), outcome.state, now],
              ...(outcome.state === 'done' ? [outcome.result, null] : [null, outcome.error]),
            );
      return ended !== undefined;
    },
    list: ({ limit, offset = 0, ...filter }) =>
      jobs(
        `SELECT ${COLUMNS} FROM jobs WHERE ${LISTED} ORDER BY created_at DESC, id LIMIT ?6 OFFSET ?7`,
        ...listedValues(filter),
        ...[limit, offset],
      ),
    async count(filter) {
      const [row] = await all(`SELECT count(*) AS jobs FROM jobs WHERE ${LISTED}`, ...listedValues(filter));
      return schemas().total.parse(row).jobs;
    },
    async counts() {
      const rows = await all(`SELECT state, count(*) AS jobs FROM jobs WHERE ${QUEUE} GROUP BY state`);
      const counted: Record<JobState, number> = { waiting: 0, running: 0, done: 0, failed: 0, merged: 0 };
      for (const row of rows) {
        const { state, jobs: count } = schemas().count.parse(row);
        counted[state] = count;
      }
      return counted;
    },
    async prune(before) {
      const pruned = await all(
        `DELETE FROM jobs WHERE ${QUEUE} AND state IN ('done', 'failed', 'merged') AND updated_at < ?3 RETURNING id`,
        before,
      );
      return pruned.length;
    },
  };
}

/** Where a job of the project waits already, that one covers this one too. */
const WAITING = `(SELECT other.id FROM jobs other WHERE other.owner = ?1 AND other.project = ?2
  AND other.state = 'waiting' AND other.tenant = jobs.tenant AND other.tenant_project = jobs.tenant_project)`;
const WAIT_AGAIN = `UPDATE jobs SET state = CASE WHEN ${WAITING} IS NULL THEN 'waiting' ELSE 'merged' END,
    merged_into = ${WAITING}, updated_at = ?6, error = ?7, run_after = ?8, lease_until = NULL, slot = NULL
  WHERE ${HELD}`;

const LISTED = `${QUEUE} AND tenant = ?3 AND state <> 'merged'
  AND (?4 = '' OR tenant_project = ?4) AND (?5 = ',' OR ?5 LIKE '%,' || state || ',%')`;
function listedValues({ owner, project = '', states = [] }: JobFilter): readonly Value[] {
  return [owner, project, `,${states.map((state) => `${state},`).join('')}`];
}

/** Created when a job is first read: every process opens a store, and few use jobs. */
let made: ReturnType<typeof makeSchemas> | undefined;
function schemas() {
  made ??= makeSchemas();
  return made;
}

function makeSchemas() {
  return {
    total: z.object({ jobs: z.coerce.number() }),
    count: z.object({ state: z.enum(JOB_STATES), jobs: z.coerce.number() }),
    row: z.object({
      id: z.string(),
      tenant: z.string(),
      tenant_project: z.string(),
      state: z.enum(JOB_STATES),
      attempts: z.number(),
      created_at: z.number(),
      updated_at: z.number(),
      run_after: z.number(),
      worker: z.string().nullable(),
      lease_until: z.number().nullable(),
      progress: z.string().nullable(),
      error: z.string().nullable(),
      result: z.string().nullable(),
      merged_into: z.string().nullable(),
    }),
    progress: z.object({ phase: z.string(), done: z.number(), total: z.number().optional() }),
  };
}

function jobOf(row: unknown): Job {
  const { tenant, tenant_project, progress, ...found } = schemas().row.parse(row);
  return {
    id: found.id,
    scope: { owner: tenant, project: tenant_project },
    state: found.state,
    attempts: found.attempts,
    createdAt: found.created_at,
    updatedAt: found.updated_at,
    runAfter: found.run_after,
    ...(found.worker !== null && { worker: found.worker }),
    ...(found.lease_until !== null && { leaseUntil: found.lease_until }),
    ...(progress !== null && { progress: schemas().progress.parse(JSON.parse(progress)) }),
    ...(found.error !== null && { error: found.error }),
    ...(found.result !== null && { result: found.result }),
    ...(found.merged_into !== null && { mergedInto: found.merged_into }),
  };
}

function leaseKey({ id, worker = '', attempts }: Job): readonly [string, string, number] {
  return [id, worker, attempts];
}
