import { z } from 'zod';
import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { CERTAINTIES } from '../../core/vocabulary.ts';
import { listedOf } from '../../indexing/index-format.ts';
import type { EarlyAnswer } from './answer-early.ts';

export interface Asking {
  readonly engine: Engine;
  readonly ask: () => Promise<unknown>;
  /** Indexes what changed since the last run. */
  readonly index: () => Promise<unknown>;
  readonly note: (sentence: string) => void;
  /** Whether this question needs an up-to-date index. */
  readonly usesIndex: boolean;
  /** What can be answered before the index is finished, and how the rest gets indexed. */
  readonly early?: EarlyAnswer | undefined;
}

/**
 * Answers a question from an up-to-date index. The first question indexes the project; a pull or a branch switch is
 * indexed before the question, later edits before the answer is "nothing". If that takes longer than a moment, the
 * answer comes from the files most likely to have it.
 */
export async function answerFromIndex(asking: Asking): Promise<unknown> {
  const answer = await answerOf(asking);
  if (foundNothing(answer)) await refuseEmptyProject(asking.engine);
  return answer;
}

async function answerOf(asking: Asking): Promise<unknown> {
  const { engine, ask, index, note, usesIndex } = asking;
  const refresh = async (): Promise<boolean> => {
    try {
      return foundChanges(await index());
    } catch (error) {
      if (!(error instanceof DossierError) || error.code === 'cancelled') throw error;
      note(`The index could not be updated: ${error.message}`);
      return false;
    }
  };
  const isBegun = usesIndex && (await isUnfinished(engine));
  if (isBegun || (usesIndex && (await movedSince(engine)))) {
    const early = asking.early && (await answerEarly(engine, ask, asking.early));
    if (early !== undefined) return early;
    await (isBegun ? index() : refresh());
  }
  let answer: unknown;
  try {
    answer = await ask();
  } catch (error) {
    if (!(error instanceof DossierError) || error.code !== 'not-indexed') throw error;
    await index();
    return ask();
  }
  if (!foundNothing(answer) || !(await wasIndexedHere(engine))) return answer;
  return (await refresh()) ? ask() : answer;
}

/** Nothing is indexed, or a full run has started but not finished. */
async function isUnfinished(engine: Engine): Promise<boolean> {
  const index = (await engine.store()).index(engine.scope);
  if ((await index.getMeta('indexedAt')) !== undefined) return false;
  return (await listedOf(index)) !== undefined || (await index.size()).files === 0;
}

/** Loaded on demand: an answer from a finished index should load as little code as possible. */
async function answerEarly(
  ...args: Parameters<typeof import('./answer-early.ts').answerEarly>
): Promise<unknown> {
  return (await import('./answer-early.ts')).answerEarly(...args);
}

async function movedSince(engine: Engine): Promise<boolean> {
  const indexedAt = await (await engine.store()).index(engine.scope).getMeta('indexedAt');
  if (indexedAt === undefined || !(await wasIndexedHere(engine))) return false;
  const movedAt = await (await engine.history()).movedAt();
  return movedAt !== undefined && movedAt > Number(indexedAt);
}

/** "Nothing relevant" would mislead a user in the wrong folder. */
async function refuseEmptyProject(engine: Engine): Promise<void> {
  const { chunks } = await (await engine.store()).index(engine.scope).size();
  if (chunks > 0) return;
  throw new DossierError(
    'not-found',
    `${engine.root} has no text file to search. Go to the folder of a project, or name one with --root. "dossier status" lists what was left out.`,
  );
}

/** A stored project of another folder must not take on this folder's files. */
async function wasIndexedHere(engine: Engine): Promise<boolean> {
  const root = await (await engine.store()).index(engine.scope).getMeta('root');
  return root === engine.root;
}

/** The part of a search reply that says whether it found anything. */
const answerSchema = z.object({
  certainty: z.enum(CERTAINTIES).optional(),
  query: z.object({ certainty: z.enum(CERTAINTIES).optional() }).optional(),
});

function foundNothing(answer: unknown): boolean {
  const { data } = answerSchema.safeParse(answer);
  return (data?.certainty ?? data?.query?.certainty) === 'nothing';
}

const reportSchema = z.object({ indexed: z.number(), removed: z.number() });

function foundChanges(report: unknown): boolean {
  const { data } = reportSchema.safeParse(report);
  return data !== undefined && data.indexed + data.removed > 0;
}
