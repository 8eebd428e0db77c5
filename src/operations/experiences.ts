import { z } from 'zod';
import { searchOptionsSchema } from '../core/query.ts';
import { parseSince } from '../core/text/parse-since.ts';
import { AXES, OUTCOMES, TIERS } from '../core/vocabulary.ts';
import {
  domainWord,
  EXPERIENCE_STATUSES,
  experienceInputSchema,
  experienceSchema,
  experienceUpdateSchema,
  lessonOf,
  lessonSchema,
  resolutionSchema,
  strategyWord,
} from '../knowledge/experiences/experience.ts';
import {
  adoptExperience,
  deleteExperience,
  listExperiences,
  reopenExperience,
  resolveExperience,
  sessionEntry,
  startExperience,
  updateExperience,
} from '../knowledge/experiences/experiences.ts';
import { searchExperiences } from '../knowledge/experiences/search-experiences.ts';
import { withWorkNames } from '../knowledge/experiences/work-names.ts';
import { defineOperation } from './operation.ts';
import { offset, pageOf, pageShape } from './page.ts';

const group = 'Record what was tried, expected and learnt';
const tool = {
  name: 'experience',
  title: 'Record an attempt',
  description:
    'Record an attempt, so that premortem can warn about it later: start (domain, strategy, goal, hypothesis, action, prediction), update, resolve (outcome, result; if falsified also surprise and rootCause).',
  fields: [
    'domain',
    'strategy',
    'goal',
    'hypothesis',
    'action',
    'prediction',
    'outcome',
    'result',
    'surprise',
    'rootCause',
    'whatWorked',
  ],
} as const;
const reply = z.object({ ok: z.literal(true), id: z.string(), warnings: z.array(z.string()) });
const { session } = experienceInputSchema.shape;
const id = z.string().min(1).describe('Id of the experience, for example exp-1f3a9c02');
const idOrActive = id.optional().describe("Id of the experience; default: the session's active one");
const printReply = ({ id: changed, warnings }: z.output<typeof reply>) => [changed, ...warnings].join('\n');

export const experienceStart = defineOperation({
  name: 'experience start',
  summary: 'Record what you are about to try and what you expect',
  description: 'A session has one active experience. Resolve it when the outcome is known.',
  topic: 'Knowledge',
  group,
  input: experienceInputSchema,
  output: reply,
  effect: 'write',
  http: { method: 'POST', path: '/experiences' },
  mcp: { ...tool, step: 'start' },
  examples: [
    {
      title: 'Before a change',
      command:
        'dossier experience start --domain debugging --strategy read-the-error --goal "Login test passes in CI" ' +
        '--hypothesis "The container clock runs in UTC" --action "Freeze the clock" --prediction "Ten green runs"',
    },
  ],
  run: async (engine, input, { now }) => copied(await startExperience(engine, input, now)),
  print: printReply,
});

export const experienceUpdate = defineOperation({
  name: 'experience update',
  summary: 'Change the hypothesis, action or prediction of the active experience',
  description: 'Each change is a new attempt; the earlier ones are kept.',
  topic: 'Knowledge',
  group,
  input: z.object({ id: idOrActive, session, ...experienceUpdateSchema.shape }),
  output: reply,
  positionals: ['id'],
  effect: 'write',
  http: { method: 'POST', path: '/experiences/update' },
  mcp: { ...tool, step: 'update' },
  examples: [
    {
      title: 'A new hypothesis',
      command: 'dossier experience update --hypothesis "The proxy strips Set-Cookie"',
    },
  ],
  async run(engine, { id: given, session: own, ...update }, { now }) {
    return copied(await updateExperience(engine, await sessionEntry(engine, given, own), update, now));
  },
  print: printReply,
});

const { lesson: _lesson, ...resolutionFields } = resolutionSchema.shape;

export const experienceResolve = defineOperation({
  name: 'experience resolve',
  summary: 'Record the outcome of the active experience',
  description: 'A falsified one needs a surprise and a root cause; a lesson needs what worked.',
  topic: 'Knowledge',
  group,
  input: z.object({
    id: idOrActive,
    session,
    ...resolutionFields,
    whatWorked: lessonSchema.shape.whatWorked.optional(),
    takeaway: lessonSchema.shape.takeaway,
  }),
  output: reply.extend({ tier: z.enum(TIERS).optional().describe('How far to trust it') }),
  positionals: ['id'],
  effect: 'write',
  http: { method: 'POST', path: '/experiences/resolve' },
  mcp: { ...tool, step: 'resolve' },
  examples: [
    {
      title: 'The cause was different',
      command:
        'dossier experience resolve --outcome falsified --result "Still 401" --surprise "The proxy strips Set-Cookie" ' +
        '--root-cause wrong-assumption --what-worked "proxy_pass_header Set-Cookie"',
    },
  ],
  async run(engine, { id: given, session: own, whatWorked, takeaway, ...resolution }, { now }) {
    const lesson = lessonOf(whatWorked, takeaway);
    const entry = await sessionEntry(engine, given, own);
    const { tier, ...rest } = await resolveExperience(engine, entry, { ...resolution, lesson }, now);
    return { ...copied(rest), tier };
  },
  print: ({ tier, ...rest }) => `${printReply(rest)}  ${tier ?? ''}`.trimEnd(),
});

export const experienceReopen = defineOperation({
  name: 'experience reopen',
  summary: 'Undo the resolution of an experience',
  description: 'It is active again in its session. Refused while the session works on another.',
  topic: 'Knowledge',
  group,
  input: z.object({ id }),
  output: reply,
  positionals: ['id'],
  effect: 'write',
  http: { method: 'POST', path: '/experiences/:id/reopen' },
  examples: [{ title: 'Resolved too early', command: 'dossier experience reopen exp-1f3a9c02' }],
  run: async (engine, { id: given }, { now }) => copied(await reopenExperience(engine, given, now)),
  print: printReply,
});

export const experienceAdopt = defineOperation({
  name: 'experience adopt',
  summary: 'Take over an experience that another session left active',
  topic: 'Knowledge',
  group,
  input: z.object({ id, session }),
  output: reply,
  positionals: ['id'],
  effect: 'write',
  http: { method: 'POST', path: '/experiences/:id/adopt' },
  examples: [{ title: 'Continue it', command: 'dossier experience adopt exp-1f3a9c02 --session today' }],
  run: async (engine, { id: given, session: own }, { now }) =>
    copied(await adoptExperience(engine, given, own, now)),
  print: printReply,
});

export const experienceDelete = defineOperation({
  name: 'experience delete',
  summary: 'Delete an experience permanently',
  description: 'For mistaken records; a failed attempt is worth keeping.',
  topic: 'Knowledge',
  group,
  input: z.object({ id }),
  output: z.object({ ok: z.literal(true), id: z.string() }),
  positionals: ['id'],
  effect: 'destroy',
  http: { method: 'DELETE', path: '/experiences/:id' },
  examples: [{ title: 'Recorded by mistake', command: 'dossier experience delete exp-1f3a9c02' }],
  async run(engine, { id: given }, { now }) {
    await deleteExperience(engine, given, now);
    return { ok: true as const, id: given };
  },
  print: ({ id: given }) => `deleted ${given}`,
});

const listedSchema = z.object({ id: z.string(), ...experienceSchema.shape, score: z.number().optional() });

export const experienceList = defineOperation({
  name: 'experience list',
  summary: 'List experiences, newest first, or search them',
  topic: 'Knowledge',
  group,
  input: z.object({
    query: z.string().optional().describe('Search for this instead of listing'),
    axis: z.enum(AXES).default('full').describe('What to search: the whole story or one side of it'),
    status: z.enum(EXPERIENCE_STATUSES).optional().describe('active or resolved'),
    domain: domainWord.optional().describe('Only this sort of work, by its name or in your own word'),
    strategy: strategyWord.optional().describe('Only this approach, by its name or in your own word'),
    outcome: z.enum(OUTCOMES).optional().describe('Only this outcome'),
    author: z.string().optional().describe('Only experiences of this author'),
    since: searchOptionsSchema.shape.since,
    limit: z.int().min(1).max(1000).default(20).describe('At most this many'),
    offset: offset.describe('Skip this many when listing; a search ignores it'),
  }),
  output: z.object({ ...pageShape, experiences: z.array(listedSchema), warnings: z.array(z.string()) }),
  positionals: ['query'],
  freeText: true,
  effect: 'read',
  http: { method: 'GET', path: '/experiences' },
  examples: [
    { title: 'What is still open', command: 'dossier experience list --status active' },
    {
      title: 'What went wrong with the cache',
      command: 'dossier experience list "stale cache" --outcome falsified',
    },
  ],
  async run(engine, { query, axis, status, ...given }, { now, signal }) {
    const { value: filter, notes } = withWorkNames(given);
    const since = parseSince(filter.since, now);
    if (query === undefined) {
      const { total, listed } = await listExperiences(engine, { ...filter, status, since });
      return {
        ...pageOf(total, filter),
        experiences: listed.map((stored) => ({ id: stored.id, ...stored.body })),
        warnings: [...notes],
      };
    }
    const { found, warnings } = await searchExperiences(engine, {
      ...filter,
      since,
      query,
      axis,
      now,
      signal,
    });
    return {
      total: found.length,
      experiences: found.map(({ id: foundId, experience, score }) => ({ id: foundId, ...experience, score })),
      warnings: [...notes, ...warnings],
    };
  },
  print: ({ experiences, warnings }) =>
    [
      ...experiences.map(
        ({ id: listed, status, outcome, tier, domain, goal }) =>
          `${listed}  ${outcome ?? status}${tier === undefined ? '' : `, ${tier}`}  ${domain}  ${goal}`,
      ),
      ...(experiences.length === 0 ? ['No experience matches.'] : []),
      ...warnings,
    ].join('\n'),
});

function copied({ ok, id: changed, warnings }: { ok: true; id: string; warnings: readonly string[] }) {
  return { ok, id: changed, warnings: [...warnings] };
}
