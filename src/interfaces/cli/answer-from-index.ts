import { z } from 'zod';
import { DossierError } from '../../core/errors.ts';
import type { Engine } from '../../engine/engine.ts';

export interface Asking {
  readonly engine: Engine;
  readonly ask: () => Promise<unknown>;
  /** Reads what changed since the last run. */
  readonly index: () => Promise<unknown>;
  readonly note: (sentence: string) => void;
}

/**
 * The first question in a project is answered, not refused: it is indexed on the way. And before a
 * question is told that there is nothing, the files that changed since are read.
 */
export async function answerFromIndex({ engine, ask, index, note }: Asking): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await ask();
  } catch (error) {
    if (!(error instanceof DossierError) || error.code !== 'not-indexed') throw error;
    await index();
    return ask();
  }
  if (!foundNothing(answer) || !(await wasIndexedHere(engine))) return answer;
  try {
    return foundChanges(await index()) ? await ask() : answer;
  } catch (error) {
    if (!(error instanceof DossierError) || error.code === 'cancelled') throw error;
    note(`What changed since the last run could not be read: ${error.message}`);
    return answer;
  }
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
