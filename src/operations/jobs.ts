import { z } from 'zod';
import { JOB_STATES, type Job } from '../core/jobs.ts';
import { plural } from '../core/text/plural.ts';
import { defineOperation } from './operation.ts';
import { offset, pageOf, pageShape } from './page.ts';

/** A job as it is shown. */
export const jobSchema = z.object({
  id: z.string(),
  project: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.number().describe('How many times it was started'),
  createdAt: z.number().describe('Milliseconds since 1970'),
  updatedAt: z.number(),
  progress: z
    .object({ phase: z.string(), done: z.number(), total: z.number().optional() })
    .optional()
    .describe('Progress of a running job'),
  result: z.string().optional().describe('What it did'),
  error: z.string().optional().describe('Why it failed, or why its last attempt did'),
});

export function shownJob({ scope, ...job }: Job): z.output<typeof jobSchema> {
  const { id, state, attempts, createdAt, updatedAt, progress, result, error } = job;
  return {
    id,
    project: scope.project,
    state,
    attempts,
    createdAt,
    updatedAt,
    ...(progress !== undefined && { progress }),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  };
}

export const jobs = defineOperation({
  name: 'jobs',
  summary: 'List the indexing jobs of workers, and their progress',
  topic: 'Index and store',
  input: z.object({
    project: z.string().max(500).optional().describe('Only jobs of this project'),
    states: z.array(z.enum(JOB_STATES)).default([]).describe('Only jobs in these states'),
    limit: z.int().min(1).max(1000).default(50).describe('At most this many, the newest'),
    offset,
  }),
  output: z.object({ ...pageShape, jobs: z.array(jobSchema) }),
  effect: 'read',
  http: { method: 'GET', path: '/jobs' },
  examples: [
    { title: 'What is going on', command: 'dossier jobs' },
    { title: 'What failed', command: 'dossier jobs --states failed' },
  ],
  async run(engine, { project, states, ...page }) {
    const queue = (await engine.store()).jobs;
    const filter = { owner: engine.scope.owner, project, states };
    const [total, found] = await Promise.all([queue.count(filter), queue.list({ ...filter, ...page })]);
    return { ...pageOf(total, page), jobs: found.map(shownJob) };
  },
  print: ({ jobs: listed }) =>
    listed.length === 0
      ? 'There are no jobs. "dossier repository add" queues one, and "dossier worker" does them.'
      : listed.map(lineOf).join('\n'),
});

function lineOf({
  id,
  project,
  state,
  attempts,
  progress,
  result,
  error,
}: z.output<typeof jobSchema>): string {
  const share = progress?.total === undefined ? '' : ` of ${progress.total}`;
  const detail =
    state === 'running' && progress !== undefined
      ? `${progress.phase} ${progress.done}${share}`
      : (result ?? error ?? '');
  const tried = attempts > 1 ? `, ${plural(attempts, 'attempt')}` : '';
  return `${id}  ${state}${tried}  ${project}  ${detail}`.trimEnd();
}
