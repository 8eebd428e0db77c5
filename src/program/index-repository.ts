import { join } from 'node:path';
import { createFileLeases } from '../adapters/locks/file-leases.ts';
import { checkOut } from '../adapters/sources/git-checkout.ts';
import { addressesOf } from '../adapters/sources/public-host.ts';
import type { Engine } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { Job, JobProgress } from '../core/jobs.ts';
import { parseRepositoryUrl } from '../core/repository-url.ts';
import { hashText } from '../core/text/hash.ts';
import { plural } from '../core/text/plural.ts';
import { TRUST_VARIABLE } from '../core/untrusted-settings.ts';
import { indexProject } from '../indexing/index-project.ts';
import { maskAgain } from '../indexing/mask-again.ts';
import { openEngine } from '../open-engine.ts';
import { catalogueProject } from '../search/catalogue.ts';
import { FROM_REPOSITORY, repositoryOfJob } from '../sessions/repositories.ts';

/** A password for the repositories of one owner below an address: no other owner's job can use it. */
export interface Credential {
  readonly owner: string;
  /** Ends with a slash: `https://git.example.org/team/`. */
  readonly prefix: string;
  readonly token: string;
}

interface IndexRepositoryOptions {
  /** Where repositories are kept between jobs. */
  readonly folder: string;
  /** Hosts, and `file:`, that may be reached though they are not public. */
  readonly allow: readonly string[];
  readonly credentials: readonly Credential[];
  readonly maxBytes: number;
  readonly milliseconds: number;
  readonly clock: () => number;
}

/** Fetches the repository of a job and brings its index up to date. */
export async function indexRepository(
  engine: Engine,
  job: Job,
  options: IndexRepositoryOptions & {
    readonly signal: AbortSignal;
    readonly progress: (progress: JobProgress) => void;
  },
): Promise<string> {
  const { signal, progress, clock } = options;
  const { owner, project } = job.scope;
  const registered = await repositoryOfJob(engine, job);
  if (registered === undefined) {
    throw new DossierError('not-found', `The repository of ${project} is not registered any more.`);
  }
  const repository = parseRepositoryUrl(registered.url);
  const addresses = await addressesOf(repository, options.allow);
  const place = join(options.folder, hashText(JSON.stringify([owner, project])));
  const lease = await createFileLeases(place, clock).take('checkout');
  if (lease === undefined) {
    throw new DossierError('unavailable', `Another process on this machine uses ${place}.`);
  }
  try {
    progress({ phase: 'fetch', done: 0 });
    const credential = options.credentials.find(
      ({ owner: theirs, prefix }) => theirs === owner && repository.url.startsWith(prefix),
    );
    const root = join(place, 'tree');
    await checkOut({
      folder: root,
      repository,
      branch: registered.branch,
      commits: engine.config.index.commits,
      maxBytes: options.maxBytes,
      milliseconds: options.milliseconds,
      addresses,
      authorization:
        credential === undefined ? undefined : `Basic ${btoa(`x-access-token:${credential.token}`)}`,
      signal,
    });
    // The settings that came with the repository are anyone's, also where this user trusts those of own projects.
    const checkout: Engine = {
      ...openEngine({ root, settings: { owner, project }, environment: withoutTrust() }),
      store: engine.store,
    };
    const report = await indexProject(checkout, { now: clock(), signal, progress });
    await maskAgain(checkout, { now: clock(), signal, progress });
    await catalogueProject(checkout, { now: clock(), signal });
    const store = await engine.store();
    await store.index(job.scope).setMeta(FROM_REPOSITORY, repository.url);
    // The next job is another project's: what was read for this one only takes room.
    store.dropCaches();
    return `${plural(report.indexed, 'file')} indexed, ${report.unchanged} unchanged, ${report.removed} removed`;
  } finally {
    await lease.release();
  }
}

function withoutTrust(): Readonly<Record<string, string | undefined>> {
  return { ...process.env, [TRUST_VARIABLE]: undefined };
}
