import type { Method } from './method.ts';

/** Methods for sessions, threads and feedback. */
export interface ConversationMethods {
  /**
   * Lists what sessions were given lately, newest first.
   *
   * @example
   * ```ts
   * const { deliveries } = await dossier.sessionList({ since: '1d' });
   * console.log(deliveries.map(({ session, query }) => [session, query]));
   * ```
   */
  readonly sessionList: Method<'sessionList'>;
  /**
   * Shows what a session was given so far. Name the session in `query`, `assemble` or `premortem`.
   *
   * @example
   * ```ts
   * await dossier.query({ query: 'uploadFile', session: 'today' });
   * const { items, tokens } = await dossier.sessionShow({ session: 'today' });
   * console.log(items, tokens);
   * ```
   */
  readonly sessionShow: Method<'sessionShow'>;
  /**
   * Counts the citations an answer used; those items rank higher later.
   *
   * @example
   * ```ts
   * const { citations } = await dossier.query({ query: 'uploadFile', session: 'used-example' });
   * const answer = `See [${citations[0]?.id}].`;
   * console.log(await dossier.sessionUsed({ session: 'used-example', answer }));
   * ```
   */
  readonly sessionUsed: Method<'sessionUsed'>;
  /**
   * Forgets what a session was given, as after a compaction of its context.
   *
   * @example
   * ```ts
   * const { deliveries } = await dossier.sessionReset({ session: 'today' });
   * console.log(deliveries);
   * ```
   */
  readonly sessionReset: Method<'sessionReset'>;
  /**
   * Starts a conversation. With a parent it begins with the parent's references and last message.
   *
   * @example
   * ```ts
   * const { id, name } = await dossier.threadCreate({ title: 'Move uploads to S3' });
   * console.log(id, name);
   * ```
   */
  readonly threadCreate: Method<'threadCreate'>;
  /**
   * Lists conversations, newest first.
   *
   * @example
   * ```ts
   * const { threads } = await dossier.threadList({ limit: 10 });
   * console.log(threads.map(({ title }) => title));
   * ```
   */
  readonly threadList: Method<'threadList'>;
  /**
   * Returns a conversation with its references and latest messages.
   *
   * @example
   * ```ts
   * const { id } = await dossier.threadCreate({ title: 'Show me' });
   * const { thread, messages } = await dossier.threadShow({ thread: id });
   * console.log(thread.title, messages.length);
   * ```
   */
  readonly threadShow: Method<'threadShow'>;
  /**
   * Adds a message. Files, folders and threads it mentions become references; a key adds it only once.
   *
   * @example
   * ```ts
   * const { id } = await dossier.threadCreate({ title: 'Retries' });
   * const { mentioned } = await dossier.threadMessage({ thread: id, content: 'See @src/upload.ts', key: 'm1' });
   * console.log(mentioned);
   * ```
   */
  readonly threadMessage: Method<'threadMessage'>;
  /**
   * Adds or removes a reference: a file, lines of one, a folder or another thread.
   *
   * @example
   * ```ts
   * const { id } = await dossier.threadCreate({ title: 'References' });
   * await dossier.threadReference({ thread: id, target: 'src/upload.ts:1-5' });
   * await dossier.threadReference({ thread: id, target: 'src/upload.ts:1-5', remove: true });
   * ```
   */
  readonly threadReference: Method<'threadReference'>;
  /**
   * Gives a conversation another title; its id stays.
   *
   * @example
   * ```ts
   * const { id } = await dossier.threadCreate({ title: 'Retry logic' });
   * await dossier.threadRename({ thread: id, title: 'Retries with backoff' });
   * ```
   */
  readonly threadRename: Method<'threadRename'>;
  /**
   * Deletes a conversation and its messages.
   *
   * @example
   * ```ts
   * const { id } = await dossier.threadCreate({ title: 'Over' });
   * await dossier.threadDelete({ thread: id });
   * ```
   */
  readonly threadDelete: Method<'threadDelete'>;
  /**
   * Records which items of a context were useful or not.
   *
   * @example
   * ```ts
   * const { items } = await dossier.query({ query: 'uploadFile' });
   * await dossier.feedback({ items: items.map(({ id }) => id), verdict: 'useful' });
   * ```
   */
  readonly feedback: Method<'feedback'>;
  /**
   * Finds which citations an answer uses, and counts them as useful unless `record` is false.
   *
   * @example
   * ```ts
   * const { citations } = await dossier.query({ query: 'uploadFile' });
   * const answer = `The retry is in [${citations[0]?.id}].`;
   * console.log((await dossier.cite({ answer, citations })).sources);
   * ```
   */
  readonly cite: Method<'cite'>;
}
