import { z } from 'zod';
import {
  addRepository,
  listRepositories,
  refreshRepository,
  removeRepository,
  repositorySchema,
  webhookSecret,
} from '../sessions/repositories.ts';
import { jobSchema, shownJob } from './jobs.ts';
import { defineOperation } from './operation.ts';

const group = 'Let workers fetch and index repositories';
const topic = 'Index and store';
const queued = ({ id, project }: z.output<typeof jobSchema>) => `${project} is queued as job ${id}`;
const repository = z.string().min(1).max(500).describe('Name of its project, or its id');

export const repositoryAdd = defineOperation({
  name: 'repository add',
  summary: 'Have a repository fetched and indexed by "dossier worker", now and after each push',
  description:
    'The address is https://…; a worker must allow any other protocol, and hosts that are not public. If DOSSIER_WEBHOOK_SECRET is set, it prints the address and secret of a webhook for GitHub or GitLab.',
  topic,
  group,
  input: z.object({
    url: z.string().min(1).max(500).describe('Address of the repository'),
    name: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Name of the project; default: organisation/repository of the address'),
    branch: z.string().max(200).optional().describe('Branch to index; default: that of the repository'),
  }),
  output: z.object({
    repository: repositorySchema,
    job: jobSchema,
    webhook: z
      .object({ path: z.string(), secret: z.string() })
      .optional()
      .describe('What to enter at GitHub or GitLab, so that pushes are sent'),
  }),
  positionals: ['url'],
  effect: 'write',
  http: { method: 'POST', path: '/repositories' },
  examples: [
    { title: 'Register one', command: 'dossier repository add https://github.com/honojs/hono' },
    {
      title: 'Another branch under another name',
      command: 'dossier repository add https://github.com/honojs/hono --branch next --name hono-next',
    },
  ],
  async run(engine, { url, name, branch }, { now }) {
    const { repository: added, job } = await addRepository(engine, { url, project: name, branch }, now);
    const secret = engine.webhookSecret;
    return {
      repository: added,
      job: shownJob(job),
      ...(secret !== undefined && {
        webhook: {
          path: `/projects/${added.id}/refresh`,
          secret: webhookSecret(engine.tokenHasher, secret, added.id),
        },
      }),
    };
  },
  print: ({ job, webhook }) =>
    [
      `${queued(job)}; "dossier jobs" says how far it is.`,
      ...(webhook === undefined
        ? []
        : [`Webhook: POST ${webhook.path}, application/json, secret ${webhook.secret}`]),
    ].join('\n'),
});

export const repositoryList = defineOperation({
  name: 'repository list',
  summary: 'List the repositories that workers fetch',
  topic,
  group,
  input: z.object({}),
  output: z.object({ repositories: z.array(repositorySchema) }),
  effect: 'read',
  http: { method: 'GET', path: '/repositories' },
  examples: [{ title: 'See them all', command: 'dossier repository list' }],
  run: async (engine) => ({ repositories: [...(await listRepositories(engine))] }),
  print: ({ repositories }) =>
    repositories.length === 0
      ? 'No repository is registered. Add one with "dossier repository add".'
      : repositories
          .map(({ id, project, url, branch }) =>
            [id, project, url, ...(branch === undefined ? [] : [branch])].join('  '),
          )
          .join('\n'),
});

export const repositoryRefresh = defineOperation({
  name: 'repository refresh',
  summary: 'Fetch and index a repository again',
  topic,
  group,
  input: z.object({ repository }),
  output: jobSchema,
  positionals: ['repository'],
  effect: 'write',
  http: { method: 'POST', path: '/projects/:repository/refresh' },
  examples: [{ title: 'After a push', command: 'dossier repository refresh honojs/hono' }],
  run: async (engine, { repository: given }, { now }) =>
    shownJob(await refreshRepository(engine, given, now)),
  print: (job) => `${queued(job)}.`,
});

export const repositoryRemove = defineOperation({
  name: 'repository remove',
  summary: 'Stop fetching a repository; its index stays',
  topic,
  group,
  input: z.object({ repository }),
  output: repositorySchema,
  positionals: ['repository'],
  effect: 'destroy',
  http: { method: 'DELETE', path: '/repositories/:repository' },
  examples: [{ title: 'Remove one', command: 'dossier repository remove honojs/hono' }],
  run: (engine, { repository: given }) => removeRepository(engine, given),
  print: ({ project }) => `${project} is no longer fetched.`,
});
