import type { Method } from './method.ts';

/** Methods for the index, the store and access to it. */
export interface ProjectMethods {
  /**
   * Reads files and history into the index; only what changed since the last run. The context may take a
   * `progress` callback and a `signal` that stops the run.
   *
   * @example
   * ```ts
   * const report = await dossier.index({}, { progress: ({ phase, done }) => console.log(phase, done) });
   * console.log(report.indexed, report.unchanged, report.skippedByReason);
   * ```
   */
  readonly index: Method<'index'>;
  /**
   * Tells what the index has and how fresh it is.
   *
   * @example
   * ```ts
   * const { indexed, files, languages } = await dossier.status();
   * console.log(indexed, files, languages);
   * ```
   */
  readonly status: Method<'status'>;
  /**
   * Lists your projects in the store.
   *
   * @example
   * ```ts
   * const { projects } = await dossier.projects();
   * console.log(projects.map(({ project }) => project));
   * ```
   */
  readonly projects: Method<'projects'>;
  /**
   * Registers a repository by its address, to be fetched and indexed by `dossier worker`.
   *
   * @example
   * ```ts
   * const { repository, job } = await dossier.repositoryAdd({ url: 'https://github.com/honojs/hono' });
   * console.log(repository.project, job.state);
   * ```
   */
  readonly repositoryAdd: Method<'repositoryAdd'>;
  /**
   * Lists the registered repositories.
   *
   * @example
   * ```ts
   * const { repositories } = await dossier.repositoryList();
   * console.log(repositories.map(({ url }) => url));
   * ```
   */
  readonly repositoryList: Method<'repositoryList'>;
  /**
   * Queues a job that fetches and indexes a registered repository again.
   *
   * @example
   * ```ts
   * await dossier.repositoryAdd({ url: 'https://github.com/honojs/hono' });
   * console.log((await dossier.repositoryRefresh({ repository: 'honojs/hono' })).state);
   * ```
   */
  readonly repositoryRefresh: Method<'repositoryRefresh'>;
  /**
   * Stops fetching a repository; its index stays.
   *
   * @example
   * ```ts
   * await dossier.repositoryAdd({ url: 'https://github.com/kysely-org/kysely' });
   * await dossier.repositoryRemove({ repository: 'kysely-org/kysely' });
   * ```
   */
  readonly repositoryRemove: Method<'repositoryRemove'>;
  /**
   * Lists the jobs of workers, newest first, with their progress.
   *
   * @example
   * ```ts
   * const { jobs } = await dossier.jobs({ states: ['waiting', 'running'] });
   * console.log(jobs.map(({ project, state }) => [project, state]));
   * ```
   */
  readonly jobs: Method<'jobs'>;
  /**
   * Lists the indexed files with size, role and churn.
   *
   * @example
   * ```ts
   * const { files, total } = await dossier.files({ paths: ['src'] });
   * console.log(total, files.map(({ path, commitCount }) => [path, commitCount]));
   * ```
   */
  readonly files: Method<'files'>;
  /**
   * Returns every setting with its value and where it comes from.
   *
   * @example
   * ```ts
   * const { settings } = await dossier.config();
   * console.log(settings.find(({ name }) => name === 'maxTokens'));
   * ```
   */
  readonly config: Method<'config'>;
  /**
   * Measures search on the project's own history. Indexes an earlier tree in a temporary folder.
   *
   * @example
   * ```ts
   * const { average } = await dossier.eval({ commits: 2 });
   * console.log(average.recallAt10);
   * ```
   */
  readonly eval: Method<'eval'>;
  /**
   * Copies everything an owner has from one store to another and verifies the copy.
   *
   * @example
   * ```ts
   * const { projects } = await dossier.migrate({ to: 'copy.sqlite' });
   * console.log(projects);
   * ```
   */
  readonly migrate: Method<'migrate'>;
  /**
   * Creates an access token for `dossier serve`. It is returned once; the store keeps a digest.
   *
   * @example
   * ```ts
   * const { token, info } = await dossier.tokenCreate({ name: 'ci', scopes: ['read'], days: 7 });
   * console.log(token.length, info.id);
   * ```
   */
  readonly tokenCreate: Method<'tokenCreate'>;
  /**
   * Lists access tokens.
   *
   * @example
   * ```ts
   * const { tokens } = await dossier.tokenList();
   * console.log(tokens.map(({ name }) => name));
   * ```
   */
  readonly tokenList: Method<'tokenList'>;
  /**
   * Revokes an access token.
   *
   * @example
   * ```ts
   * const { info } = await dossier.tokenCreate({ name: 'short-lived' });
   * await dossier.tokenRevoke({ id: info.id });
   * ```
   */
  readonly tokenRevoke: Method<'tokenRevoke'>;
}
