import { z } from 'zod';
import { asBody, decodeRecord } from '../core/decode-record.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { Job } from '../core/jobs.ts';
import type { TokenHasher } from '../core/ports.ts';
import { isBranchName, parseRepositoryUrl } from '../core/repository-url.ts';
import type { RecordStore, Scope } from '../core/store.ts';
import { updateRecord } from '../core/write-records.ts';

/** A project that workers fetch from an address and index. */
export const repositorySchema = z.object({
  id: z.string().describe('Part of the address of its webhook'),
  project: z.string(),
  url: z.string(),
  branch: z.string().optional().describe('Branch to index; default: that of the repository'),
  createdAt: z.number(),
});
type Repository = Readonly<z.output<typeof repositorySchema>>;

const storedSchema = repositorySchema.extend({ owner: z.string() });
type StoredRepository = Readonly<z.output<typeof storedSchema>>;

const KIND = 'repository';
/** The note of an index that was made from a repository's address. */
export const FROM_REPOSITORY = 'repository';
/** One owner cannot fill the queue of all. */
const MAX_REPOSITORIES = 10_000;

/** Registers a repository of the engine's owner and queues its first job. Registering it again changes its address. */
export async function addRepository(
  engine: Engine,
  input: {
    readonly url: string;
    readonly project?: string | undefined;
    readonly branch?: string | undefined;
  },
  now: number,
): Promise<{ readonly repository: Repository; readonly job: Job }> {
  const { url, name } = parseRepositoryUrl(input.url);
  const scope = { owner: engine.scope.owner, project: input.project ?? name };
  if (input.branch !== undefined && !isBranchName(input.branch)) {
    throw new DossierError('invalid-input', `"${input.branch}" cannot be the name of a branch.`);
  }
  const records = await repositoryRecords(engine);
  const id = idOf(engine.tokenHasher, scope);
  if ((await records.get(KIND, id)) === undefined) {
    if ((await records.count(KIND, { where: { owner: scope.owner } })) >= MAX_REPOSITORIES) {
      throw new DossierError(
        'forbidden',
        `An owner may have ${MAX_REPOSITORIES} repositories. Remove one with "dossier repository remove".`,
      );
    }
    const index = (await engine.store()).index(scope);
    const isFolder = (await index.size()).files > 0 && (await index.getMeta(FROM_REPOSITORY)) === undefined;
    if (isFolder) {
      throw new DossierError(
        'conflict',
        `The project "${scope.project}" is indexed from a folder already. Give the repository another name with --project.`,
      );
    }
  }
  const record = await updateRecord(records, KIND, id, (before) => ({
    kind: KIND,
    id,
    body: asBody({
      owner: scope.owner,
      project: scope.project,
      url,
      ...(input.branch === undefined ? {} : { branch: input.branch }),
    }),
    text: '',
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
  }));
  const job = await queueJob(engine, scope, now);
  return { repository: publicOf(decodeRecord(storedSchema, record)), job };
}

/** The repositories of the engine's owner, newest first. */
export async function listRepositories(engine: Engine): Promise<readonly Repository[]> {
  const found = await (await repositoryRecords(engine)).list(KIND, {
    where: { owner: engine.scope.owner },
    limit: MAX_REPOSITORIES,
    order: 'newest',
  });
  return found.map((record) => publicOf(decodeRecord(storedSchema, record)));
}

/** Forgets a repository of the engine's owner; its index stays. */
export async function removeRepository(engine: Engine, given: string): Promise<Repository> {
  const found = await repositoryOf(engine, given);
  await (await repositoryRecords(engine)).delete(KIND, found.id);
  return found;
}

/** Queues a job for a repository of the engine's owner, named by its project or id. */
export async function refreshRepository(engine: Engine, given: string, now: number): Promise<Job> {
  const { project } = await repositoryOf(engine, given);
  return queueJob(engine, { owner: engine.scope.owner, project }, now);
}

async function repositoryOf(engine: Engine, given: string): Promise<Repository> {
  const { owner } = engine.scope;
  const found =
    (await findRepository(engine, idOf(engine.tokenHasher, { owner, project: given }))) ??
    (await findRepository(engine, given));
  if (found?.owner === owner) return publicOf(found);
  throw new DossierError('not-found', `There is no repository "${given}". See "dossier repository list".`);
}

/** A repository of any owner, for whoever proves to know its webhook's secret, and for workers. */
export async function findRepository(engine: Engine, id: string): Promise<StoredRepository | undefined> {
  const record = await (await repositoryRecords(engine)).get(KIND, id);
  return record === undefined ? undefined : decodeRecord(storedSchema, record);
}

/** The repository a job is for; it may have been removed meanwhile. */
export function repositoryOfJob(engine: Engine, { scope }: Job): Promise<StoredRepository | undefined> {
  return findRepository(engine, idOf(engine.tokenHasher, scope));
}

/** Queues a job for a project; `request` is the id of a webhook delivery. */
export async function queueJobFor(
  engine: Engine,
  { owner, project }: StoredRepository,
  request: string,
  now: number,
): Promise<{ readonly job: Job; readonly repeated: boolean }> {
  const { jobs } = await engine.store();
  return jobs.enqueue({ owner, project }, { id: newId(engine.tokenHasher), now, request });
}

async function queueJob(engine: Engine, scope: Scope, now: number): Promise<Job> {
  const { jobs } = await engine.store();
  return (await jobs.enqueue(scope, { id: newId(engine.tokenHasher), now })).job;
}

/**
 * The secret of a repository's webhook, made from the server's own: the store keeps none, and a project's secret
 * reveals nothing about another's.
 */
export function webhookSecret(hasher: TokenHasher, serverSecret: string, id: string): string {
  return hasher.sign(serverSecret, `webhook ${id}`);
}

function newId(hasher: TokenHasher): string {
  return hasher.create().slice(0, 16);
}

function idOf(hasher: TokenHasher, { owner, project }: Scope): string {
  return hasher.digest(JSON.stringify([owner, project])).slice(0, 20);
}

function publicOf({ owner: _, ...repository }: StoredRepository): Repository {
  return repository;
}

/** A webhook comes before its owner is known, so repositories live in a scope no owner can name. */
async function repositoryRecords(engine: Engine): Promise<RecordStore> {
  return (await engine.store()).records({ owner: '\u0001repositories', project: 'all' });
}
