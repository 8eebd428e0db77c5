import { z } from 'zod';
import { DossierError } from '../../core/errors.ts';
import { APPROACHES, DOMAINS, OUTCOMES, ROOT_CAUSES, TIERS, type Tier } from '../../core/vocabulary.ts';
import { isVague } from './vagueness.ts';

const MAX_STATEMENT_LENGTH = 1000;

const statement = z
  .string()
  .max(MAX_STATEMENT_LENGTH)
  .refine((text) => text.trim() !== '', 'must not be blank');

/** A kind of work by a name of the list, or by a word of one's own; a list of choices would refuse what people say. */
function workWord(known: readonly string[], what: string) {
  return statement.describe(`${what}: ${known.join(', ')}, or a word of your own`);
}
export const domainWord = workWord(DOMAINS, 'What sort of work it is');
export const strategyWord = workWord(APPROACHES, 'How it is approached');
const rootCauseWord = workWord(ROOT_CAUSES, 'falsified: why the hypothesis was wrong');

/** What is stated before something is tried. */
export const experienceInputSchema = z.object({
  domain: domainWord,
  strategy: strategyWord,
  goal: statement.describe('What is to be achieved'),
  hypothesis: statement.describe('What is believed to be the case'),
  action: statement.describe('What is done about it'),
  prediction: statement.describe('What will be seen if the hypothesis holds'),
  session: z
    .string()
    .min(1)
    .default('default')
    .describe('Its session, which has one active experience at a time'),
  files: z.array(z.string()).max(50).default([]).describe('Files in question, relative to the project root'),
  author: z.string().optional().describe('Who works on it'),
});
export type ExperienceInput = Readonly<z.output<typeof experienceInputSchema>>;

export const experienceUpdateSchema = z.object({
  hypothesis: statement.optional().describe('The new belief'),
  action: statement.optional().describe('What is done now'),
  prediction: statement.optional().describe('What is expected now'),
  strategy: strategyWord.optional().describe('The new approach'),
  files: z.array(z.string()).max(50).optional().describe('Files in question'),
  note: statement.optional().describe('Something seen on the way'),
});
export type ExperienceUpdate = Readonly<z.output<typeof experienceUpdateSchema>>;

export const lessonSchema = z.object({
  whatWorked: statement.describe('What worked'),
  takeaway: statement.optional().describe('What to do next time'),
});

export type Lesson = Readonly<z.output<typeof lessonSchema>>;

/** A lesson from its parts; a takeaway without what worked is advice nobody tried. */
export function lessonOf(whatWorked: string | undefined, takeaway: string | undefined): Lesson | undefined {
  if (whatWorked !== undefined) return { whatWorked, ...(takeaway !== undefined && { takeaway }) };
  if (takeaway === undefined) return undefined;
  throw new DossierError('invalid-input', 'A lesson needs what worked: give it beside the takeaway.');
}

export const resolutionSchema = z.object({
  outcome: z.enum(OUTCOMES).describe('What became of the hypothesis'),
  result: statement.describe('What was seen'),
  surprise: statement.optional().describe('falsified: what was not expected'),
  rootCause: rootCauseWord.optional(),
  rootCauseDetail: statement.optional().describe('The cause in words'),
  lesson: lessonSchema.optional(),
  captured: z
    .boolean()
    .default(false)
    .describe('The outcome was read from a real test or build result, not stated'),
});
export type Resolution = Readonly<z.output<typeof resolutionSchema>>;

const earlierAttemptSchema = z.object({
  hypothesis: z.string(),
  action: z.string(),
  prediction: z.string(),
  until: z.number(),
});

export const EXPERIENCE_STATUSES = ['active', 'resolved'] as const;

export const experienceSchema = z.object({
  ...experienceInputSchema.shape,
  ...resolutionSchema.partial().shape,
  status: z.enum(EXPERIENCE_STATUSES),
  startedAt: z.number(),
  resolvedAt: z.number().optional(),
  tier: z.enum(TIERS).optional(),
  iteration: z.int().min(1),
  /** Words that somebody used for a kind of work that is kept under another name. */
  tags: z.array(z.string()).default([]),
  /** Earlier attempts, oldest first. */
  history: z.array(earlierAttemptSchema).default([]),
  notes: z.array(z.object({ text: z.string(), at: z.number() })).default([]),
  /** Sessions that worked on it before the current one adopted it. */
  adoptedFrom: z.array(z.string()).default([]),
});
export type Experience = Readonly<z.output<typeof experienceSchema>>;

export function startExperience(input: ExperienceInput, now: number): Experience {
  return {
    ...input,
    status: 'active',
    startedAt: now,
    iteration: 1,
    tags: [],
    history: [],
    notes: [],
    adoptedFrom: [],
  };
}

/** A changed hypothesis, action or prediction starts a new attempt and moves the old one to the history. */
export function updateExperience(experience: Experience, update: ExperienceUpdate, now: number): Experience {
  requireActive(experience, 'updated');
  const next: Experience = {
    ...experience,
    hypothesis: update.hypothesis ?? experience.hypothesis,
    action: update.action ?? experience.action,
    prediction: update.prediction ?? experience.prediction,
    strategy: update.strategy ?? experience.strategy,
    files: update.files ?? experience.files,
    notes:
      update.note === undefined ? experience.notes : [...experience.notes, { text: update.note, at: now }],
  };
  const attempt = (['hypothesis', 'action', 'prediction'] as const).some(
    (field) => next[field] !== experience[field],
  );
  const { hypothesis, action, prediction } = experience;
  return {
    ...next,
    ...(attempt && {
      iteration: experience.iteration + 1,
      history: [...experience.history, { hypothesis, action, prediction, until: now }],
    }),
  };
}

export function resolveExperience(experience: Experience, resolution: Resolution, now: number): Experience {
  requireActive(experience, 'resolved');
  if (resolution.outcome === 'falsified') {
    if (resolution.surprise === undefined || resolution.rootCause === undefined) {
      const missing = [
        resolution.surprise === undefined ? 'a surprise' : '',
        resolution.rootCause === undefined ? `a root cause (${ROOT_CAUSES.join(', ')})` : '',
      ].filter((part) => part !== '');
      throw new DossierError(
        'invalid-input',
        `A falsified hypothesis needs its reason: give ${missing.join(' and ')}.`,
      );
    }
  }
  const resolved: Experience = { ...experience, ...resolution, status: 'resolved', resolvedAt: now };
  return { ...resolved, tier: tierOf(resolved) };
}

/** Undoes a resolution: the entry becomes active again. */
export function reopenExperience(experience: Experience): Experience {
  if (experience.status === 'active') {
    throw new DossierError('conflict', 'This experience is active: there is no resolution to take back.');
  }
  const {
    outcome: _outcome,
    result: _result,
    surprise: _surprise,
    rootCause: _rootCause,
    rootCauseDetail: _rootCauseDetail,
    lesson: _lesson,
    captured: _captured,
    resolvedAt: _resolvedAt,
    tier: _tier,
    ...attempt
  } = experience;
  return { ...attempt, status: 'active' };
}

/** Lets another session take over an entry that a dead one left active. */
export function adoptExperience(experience: Experience, session: string): Experience {
  requireActive(experience, 'adopted');
  if (experience.session === session) return experience;
  return { ...experience, session, adoptedFrom: [...experience.adoptedFrom, experience.session] };
}

/**
 * How far an entry can be trusted: gold if the outcome was read from a test or build, silver if it was stated, bronze
 * if the hypothesis or result is vague, whoever said it.
 */
export function tierOf(experience: Pick<Experience, 'outcome' | 'captured' | 'hypothesis' | 'result'>): Tier {
  if (experience.outcome === undefined || experience.outcome === 'abandoned') return 'abandoned';
  if (isVague(experience.hypothesis) || isVague(experience.result ?? '')) return 'bronze';
  return experience.captured === true ? 'gold' : 'silver';
}

function requireActive(experience: Experience, verb: string): void {
  if (experience.status === 'active') return;
  throw new DossierError(
    'conflict',
    `This experience was resolved as ${experience.outcome ?? 'done'} and cannot be ${verb}: start a new one.`,
  );
}
