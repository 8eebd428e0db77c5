import type { Engine } from '../../core/engine.ts';
import { recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { hashText } from '../../core/text/hash.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { termsOf } from '../../core/text/terms.ts';
import type { MemoryScope } from '../../core/vocabulary.ts';
import { putNew } from '../../core/write-records.ts';
import { embedderOf } from '../embed-records.ts';
import type { Stored } from '../record-kind.ts';
import { findMentions, headCommit } from './check-memory.ts';
import {
  endMemory,
  type Memory,
  type MemoryChange,
  type MemoryInput,
  mergeMemories,
  newMemory,
  restoreMemory,
  supersedeMemory,
  updateMemory,
} from './memory.ts';
import { memories, similarMemories } from './memory-records.ts';
import { differsInOneValue, isNearDuplicate } from './near-duplicate.ts';
import { relateStatements, type StatementRelation } from './relate-statements.ts';
import { writeMemoryFiles } from './sync-memories.ts';

interface RememberReply {
  readonly ok: true;
  readonly id: string;
  readonly action: 'added' | 'merged' | 'superseded';
  /** Same subject, but one value differs: supersede or forget the one that no longer holds. */
  readonly mayContradict: readonly { readonly id: string; readonly content: string }[];
  readonly warnings: readonly string[];
}

/** Keeps a memory. A duplicate is merged into the earlier record, wording included. */
export async function remember(
  engine: Engine,
  input: MemoryInput,
  options: {
    readonly now: number;
    readonly supersedes?: string | undefined;
    /** It expires then. */
    readonly until?: number | undefined;
  },
): Promise<RememberReply> {
  const { now, supersedes, until } = options;
  const { clean, warnings: masked } = withoutSecrets(input);
  if (supersedes !== undefined) await memories.get(engine, supersedes);
  const memory = newMemory(
    { ...clean, scope: clean.scope ?? defaultScope(engine, clean) },
    {
      now,
      ...(await standingOf(engine, clean.content)),
      ...(await branchFor(engine, clean.scope)),
      supersedes,
      until,
    },
  );
  const alike = (await similarMemories(engine, clean.content)).filter(({ id }) => id !== supersedes);
  const related = await relatedTo(engine, memory.content, alike);
  const same =
    alike.find((other) => isNearDuplicate(other.body.content, memory.content)) ??
    (related?.relation === 'same' ? related.memory : undefined);
  if (same !== undefined && supersedes === undefined) {
    const { scope } = clean;
    const merged = await memories.update(engine, same.id, now, (kept) => ({
      ...mergeMemories(kept, memory),
      ...(scope !== undefined && { scope, branch: memory.branch }),
    }));
    await writeMemoryFiles(engine, [same.id], now);
    return {
      ok: true,
      id: same.id,
      action: 'merged',
      mayContradict: [],
      warnings: [...masked, ...(await memories.embed(engine, same.id, merged))],
    };
  }
  const { id } = await putNew(await recordsOf(engine), (attempt) =>
    memories.recordOf(`mem-${hashText(`${clean.content}\n${now}\n${attempt}`).slice(0, 12)}`, memory, now),
  );
  if (supersedes !== undefined) {
    await memories.update(engine, supersedes, now, (old) => supersedeMemory(old, id, now));
  }
  await writeMemoryFiles(engine, supersedes === undefined ? [id] : [id, supersedes], now);
  return {
    ok: true,
    id,
    action: supersedes === undefined ? 'added' : 'superseded',
    mayContradict: alike
      .filter(
        (other) =>
          differsInOneValue(other.body.content, memory.content) ||
          (related?.relation === 'update' && related.memory.id === other.id),
      )
      .map((other) => ({ id: other.id, content: other.body.content })),
    warnings: [...masked, ...(await memories.embed(engine, id, memory))],
  };
}

export async function changeMemory(
  engine: Engine,
  id: string,
  change: MemoryChange,
  now: number,
): Promise<readonly string[]> {
  const { clean, warnings: masked } = withoutSecrets(change);
  const standing = clean.content === undefined ? {} : await standingOf(engine, clean.content);
  const branch = await branchFor(engine, clean.scope);
  const changed = await memories.update(engine, id, now, (memory) => ({
    ...updateMemory(memory, clean, now),
    ...standing,
    ...branch,
  }));
  await writeMemoryFiles(engine, [id], now);
  return [...masked, ...(await memories.embed(engine, id, changed))];
}

/** Ends a memory's validity; it can still be listed and exported. `erase` deletes it completely. */
export async function forget(
  engine: Engine,
  id: string,
  options: { readonly now: number; readonly erase: boolean },
): Promise<void> {
  if (!options.erase) {
    await memories.update(engine, id, options.now, (memory) => endMemory(memory, options.now));
  } else await memories.delete(engine, id);
  await writeMemoryFiles(engine, [id], options.now);
}

/** Undoes the end or replacement of a memory. */
export async function restore(engine: Engine, id: string, now: number): Promise<void> {
  await memories.update(engine, id, now, restoreMemory);
  await writeMemoryFiles(engine, [id], now);
}

/** Where memories are kept as files, statements go to the team; events stay with whoever was there. */
function defaultScope(engine: Engine, { category }: MemoryInput): MemoryScope {
  return category !== 'event' && engine.memoryFolders?.team.exists() === true ? 'team' : 'project';
}

/** The branch a memory is for; refuses a scope that is not available here. */
async function branchFor(
  engine: Engine,
  scope: MemoryScope | undefined,
): Promise<{ readonly branch?: string | undefined }> {
  if ((scope === 'team' || scope === 'user') && engine.memoryFolders === undefined) {
    throw new DossierError(
      'invalid-input',
      `A memory of scope ${scope} is a file on its user's machine, which this server is not: use scope project.`,
    );
  }
  if (scope !== 'branch') return scope === undefined ? {} : { branch: undefined };
  const branch = await engine.branch();
  if (branch !== undefined) return { branch };
  throw new DossierError(
    'invalid-input',
    'No branch is checked out here: use scope project, or check one out.',
  );
}

/** What the text refers to: the indexed head of the history, and the code it names. */
async function standingOf(engine: Engine, content: string): Promise<Pick<Memory, 'code' | 'commit'>> {
  const [commit, code] = await Promise.all([headCommit(engine), findMentions(engine, content)]);
  return { code, ...(commit !== undefined && { commit }) };
}

/** The most similar memory, and how the text relates to it. */
async function relatedTo(
  engine: Engine,
  content: string,
  alike: readonly Stored<Memory>[],
): Promise<{ readonly memory: Stored<Memory>; readonly relation: StatementRelation } | undefined> {
  const records = await recordsOf(engine);
  const terms = [
    ...new Set([content, ...alike.map(({ body }) => body.content)].flatMap((text) => termsOf(text))),
  ];
  const statistics = {
    frequencies: await records.documentFrequencies(memories.name, terms),
    documents: await records.count(memories.name),
  };
  const cosines = await cosinesTo(engine, content);
  const olders = alike.map((memory) => ({
    memory,
    content: memory.body.content,
    cosine: cosines.get(memory.id),
  }));
  const best = relateStatements(content, olders, statistics);
  return best && { memory: best.older.memory, relation: best.relation };
}

/** Cosines of current memories; empty without a model. */
async function cosinesTo(engine: Engine, content: string): Promise<ReadonlyMap<string, number>> {
  const { embedder } = await embedderOf(engine);
  if (embedder === undefined) return new Map();
  try {
    const [vector] = await embedder.embedDocuments([content]);
    if (vector === undefined) return new Map();
    const near = await (await recordsOf(engine)).nearest(memories.name, 'full', vector, {
      model: embedder.model,
      where: { status: 'current' },
      limit: COMPARED_VECTORS,
    });
    return new Map(near.map(({ record, score }) => [record.id, score]));
  } catch (error) {
    // Saving embeds the memory too, and reports what is wrong with the model.
    if (!(error instanceof Error)) throw error;
    return new Map();
  }
}
const COMPARED_VECTORS = 100;
