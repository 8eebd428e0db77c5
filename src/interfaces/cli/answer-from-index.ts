import { z } from 'zod';
import type { Engine } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';

export interface Asking {
  readonly engine: Engine;
  readonly ask: () => Promise<unknown>;
  /** Reads what changed since the last run. */
  readonly index: () => Promise<unknown>;
  readonly note: (sentence: string) => void;
  /** Whether the index must be up to date for this question. */
  readonly usesIndex: boolean;
}

/**
 * The first question in a project is answered, not refused: it is indexed on the way. What a pull or
 * another branch brought is read before a question, what was edited since before it is told that there is nothing.
 */
export async function answerFromIndex({ engine, ask, index, note, usesIndex }: Asking): Promise<unknown> {
  const refresh = async (): Promise<boolean> => {
    try {
      return foundChanges(await index());
    } catch (error) {
      if (!(error instanceof DossierError) || error.code === 'cancelled') throw error;
      note(`What changed since the last run could not be read: ${error.message}`);
      return false;
    }
  };
  if (usesIndex && (await movedSince(engine))) await refresh();
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

async function movedSince(engine: Engine): Promise<boolean> {
  const indexedAt = await (await engine.store()).index(engine.scope).getMeta('indexedAt');
  if (indexedAt === undefined || !(await wasIndexedHere(engine))) return false;
  const movedAt = await (await engine.history()).movedAt();
  return movedAt !== undefined && movedAt > Number(indexedAt);
}

/** A project of the store that belongs to another folder must not take on the files of this one. */
async function wasIndexedHere(engine: Engine): Promise<boolean> {
  const root = await (await engine.store()).index(engine.scope).getMeta('root');
  return root === engine.root;
}

/** What answers of a search say of themselves. */
const answerSchema = z.object({
  nothingRelevant: z.boolean().optional(),
  query: z.object({ nothingRelevant: z.boolean().optional() }).optional(),
});

function foundNothing(answer: unknown): boolean {
  const { data } = answerSchema.safeParse(answer);
  return data?.nothingRelevant === true || data?.query?.nothingRelevant === true;
}

const reportSchema = z.object({ indexed: z.number(), removed: z.number() });

function foundChanges(report: unknown): boolean {
  const { data } = reportSchema.safeParse(report);
  return data !== undefined && data.indexed + data.removed > 0;
}
