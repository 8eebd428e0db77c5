import { type Engine, recordsOf } from '../../core/engine.ts';
import type { StoredRecord } from '../../core/store.ts';
import { termsOf } from '../../core/text/terms.ts';
import { recordKind, type Stored } from '../record-kind.ts';
import { type Memory, memorySchema } from './memory.ts';

export const memories = recordKind<Memory>({
  name: 'memory',
  schema: memorySchema,
  text: ({ content, tags, files }) => [content, ...tags, ...files].join('\n'),
  texts: ({ content }) => ({ full: content }),
  createdAt: ({ validFrom }) => validFrom,
  listCommand: 'dossier memory list',
});

/** Tells which memories apply here: one of scope `branch` applies on its own branch only. */
export async function holdsHere(engine: Engine): Promise<(record: Pick<StoredRecord, 'body'>) => boolean> {
  const branch = await engine.branch();
  return ({ body }) => body['scope'] !== 'branch' || body['branch'] === branch;
}

/** Current memories that share the most words with a text. */
export async function similarMemories(engine: Engine, content: string): Promise<Stored<Memory>[]> {
  const terms = [...new Set(termsOf(content))].slice(0, COMPARED_TERMS).map((term) => ({ term, weight: 1 }));
  const found = await (await recordsOf(engine)).match(memories.name, terms, {
    where: { status: 'current' },
    limit: COMPARED_MEMORIES,
  });
  const holds = await holdsHere(engine);
  return found.filter(({ record }) => holds(record)).map(({ record }) => memories.read(record));
}

/** A duplicate shares nearly all words, so it ranks among the very first. */
const COMPARED_TERMS = 60;
const COMPARED_MEMORIES = 20;
