import type { Method } from './method.ts';

/** Methods that keep and find what was learnt. */
export interface KnowledgeMethods {
  /**
   * Keeps a fact, preference, decision or warning. Merges a repetition; `mayContradict` names memories that
   * differ in one value.
   *
   * @example
   * ```ts
   * const { id, action } = await dossier.remember({ content: 'Uploads go to bucket blue', category: 'decision' });
   * console.log(id, action);
   * ```
   */
  readonly remember: Method<'remember'>;
  /**
   * Finds what was remembered about something, best first.
   *
   * @example
   * ```ts
   * const { memories } = await dossier.recall({ query: 'which bucket do uploads use', limit: 3 });
   * console.log(memories.map(({ content }) => content));
   * ```
   */
  readonly recall: Method<'recall'>;
  /**
   * Forgets a memory: `recall` no longer finds it, `memoryRestore` brings it back. `erase` deletes it for good.
   *
   * @example
   * ```ts
   * const { id } = await dossier.remember({ content: 'The staging host is gamma' });
   * await dossier.forget({ id });
   * ```
   */
  readonly forget: Method<'forget'>;
  /**
   * Lists memories, newest first.
   *
   * @example
   * ```ts
   * const { memories } = await dossier.memoryList({ status: 'all', limit: 10 });
   * console.log(memories.length);
   * ```
   */
  readonly memoryList: Method<'memoryList'>;
  /**
   * Changes a memory and keeps the old wording in its history.
   *
   * @example
   * ```ts
   * const { id } = await dossier.remember({ content: 'Releases happen on Tuesdays' });
   * await dossier.memoryUpdate({ id, importance: 0.9, tags: ['release'] });
   * ```
   */
  readonly memoryUpdate: Method<'memoryUpdate'>;
  /**
   * Restores a memory that was forgotten or replaced.
   *
   * @example
   * ```ts
   * const { id } = await dossier.remember({ content: 'The port of the service is 4100' });
   * await dossier.forget({ id });
   * await dossier.memoryRestore({ id });
   * ```
   */
  readonly memoryRestore: Method<'memoryRestore'>;
  /**
   * Keeps memories as files under `.dossier/memories`, so that git reviews and shares them. `share` makes files of what
   * the project remembers already.
   *
   * @example
   * ```ts
   * await dossier.remember({ content: 'Invoices are never deleted', category: 'decision' });
   * const { written } = await dossier.memorySync({ share: true });
   * console.log(written);
   * ```
   */
  readonly memorySync: Method<'memorySync'>;
  /**
   * Erases every record of a session, of a time, or with a text. A SQLite file is rewritten, so that no byte is left.
   *
   * @example
   * ```ts
   * await dossier.remember({ content: 'Jane Doe asked for the refund' });
   * const { erased } = await dossier.erase({ text: 'Jane Doe' });
   * console.log(erased);
   * ```
   */
  readonly erase: Method<'erase'>;
  /**
   * Reads a transcript of Claude Code or Codex and drafts what it may have taught. Nothing is remembered yet.
   *
   * @example
   * ```ts
   * const said = ['install the packages', 'Installed with npm.', 'no, we use pnpm here'];
   * const lines = said.map((content, turn) =>
   *   JSON.stringify({ type: turn === 1 ? 'assistant' : 'user', message: { content } }),
   * );
   * const { added } = await dossier.inboxCapture({ transcript: lines.join('\n') });
   * console.log(added.length);
   * ```
   */
  readonly inboxCapture: Method<'inboxCapture'>;
  /**
   * Lists the drafts that wait for a decision, newest first.
   *
   * @example
   * ```ts
   * const { drafts } = await dossier.inboxList();
   * console.log(drafts.map(({ kind, text }) => `${kind}: ${text}`));
   * ```
   */
  readonly inboxList: Method<'inboxList'>;
  /**
   * Makes a draft a memory, as it stands or in your words.
   *
   * @example
   * ```ts
   * const { drafts } = await dossier.inboxList();
   * for (const { id } of drafts) await dossier.inboxAccept({ id });
   * ```
   */
  readonly inboxAccept: Method<'inboxAccept'>;
  /**
   * Rewords a draft.
   *
   * @example
   * ```ts
   * const { drafts } = await dossier.inboxList();
   * for (const { id, text } of drafts) await dossier.inboxEdit({ id, text: text.trim() });
   * ```
   */
  readonly inboxEdit: Method<'inboxEdit'>;
  /**
   * Rejects a draft; the same thing is not captured again.
   *
   * @example
   * ```ts
   * const { drafts } = await dossier.inboxList();
   * for (const { id } of drafts) await dossier.inboxReject({ id });
   * ```
   */
  readonly inboxReject: Method<'inboxReject'>;
  /**
   * Records what you are about to try and what you expect. A session has one active experience.
   *
   * @example
   * ```ts
   * const { id } = await dossier.experienceStart({
   *   session: 'start-example', domain: 'debugging', strategy: 'read-the-error', goal: 'Upload test passes',
   *   hypothesis: 'The timeout is too short', action: 'Raise it to 10 s', prediction: 'Ten green runs',
   * });
   * console.log(id);
   * ```
   */
  readonly experienceStart: Method<'experienceStart'>;
  /**
   * Changes the hypothesis, action or prediction of an active experience; the earlier attempt is kept.
   *
   * @example
   * ```ts
   * await dossier.experienceStart({
   *   session: 'update-example', domain: 'testing', strategy: 'trial-and-error', goal: 'Stable tests',
   *   hypothesis: 'A shared folder', action: 'Use a folder per test', prediction: 'No collisions',
   * });
   * await dossier.experienceUpdate({ session: 'update-example', hypothesis: 'A shared clock' });
   * ```
   */
  readonly experienceUpdate: Method<'experienceUpdate'>;
  /**
   * Records the outcome of an active experience. A falsified one needs a surprise and a root cause.
   *
   * @example
   * ```ts
   * await dossier.experienceStart({
   *   session: 'resolve-example', domain: 'debugging', strategy: 'check-assumptions', goal: 'No lost uploads',
   *   hypothesis: 'The queue drops them', action: 'Log the queue', prediction: 'Gaps in the log',
   * });
   * const { tier } = await dossier.experienceResolve({
   *   session: 'resolve-example', outcome: 'falsified', result: 'No gaps', surprise: 'The client gave up',
   *   rootCause: 'wrong-assumption', whatWorked: 'A longer client timeout',
   * });
   * console.log(tier);
   * ```
   */
  readonly experienceResolve: Method<'experienceResolve'>;
  /**
   * Takes the resolution of an experience back: it is active again in its session.
   *
   * @example
   * ```ts
   * const { id } = await dossier.experienceStart({
   *   session: 'reopen-example', domain: 'testing', strategy: 'read-the-error', goal: 'A green run',
   *   hypothesis: 'The clock is wrong', action: 'Freeze it', prediction: 'Ten green runs',
   * });
   * await dossier.experienceResolve({ id, session: 'reopen-example', outcome: 'abandoned', result: 'Interrupted' });
   * await dossier.experienceReopen({ id });
   * ```
   */
  readonly experienceReopen: Method<'experienceReopen'>;
  /**
   * Takes over an experience that another session left active.
   *
   * @example
   * ```ts
   * const { id } = await dossier.experienceStart({
   *   session: 'left-open', domain: 'feature', strategy: 'research-first', goal: 'Resumable uploads',
   *   hypothesis: 'Parts suffice', action: 'Try multipart', prediction: 'Resumes after a cut',
   * });
   * await dossier.experienceAdopt({ id, session: 'next-day' });
   * ```
   */
  readonly experienceAdopt: Method<'experienceAdopt'>;
  /**
   * Deletes an experience permanently; for mistaken records.
   *
   * @example
   * ```ts
   * const { id } = await dossier.experienceStart({
   *   session: 'mistake', domain: 'testing', strategy: 'ask-user', goal: 'None',
   *   hypothesis: 'None', action: 'None', prediction: 'None',
   * });
   * await dossier.experienceDelete({ id });
   * ```
   */
  readonly experienceDelete: Method<'experienceDelete'>;
  /**
   * Lists experiences, newest first, or searches them.
   *
   * @example
   * ```ts
   * const { experiences } = await dossier.experienceList({ query: 'upload timeout', outcome: 'falsified' });
   * console.log(experiences.map(({ goal }) => goal));
   * ```
   */
  readonly experienceList: Method<'experienceList'>;
  /**
   * Clusters resolved experiences; each cluster becomes a value with a proposed text.
   *
   * @example
   * ```ts
   * const { values, experiences } = await dossier.valuesCluster({ axis: 'root_cause' });
   * console.log(values.length, experiences);
   * ```
   */
  readonly valuesCluster: Method<'valuesCluster'>;
  /**
   * Undoes the last clustering on an axis; what was accepted or withdrawn since stays.
   *
   * @example
   * ```ts
   * const { restored, removed, kept } = await dossier.valuesUndo({ axis: 'root_cause' });
   * console.log(restored.length, removed.length, kept.length);
   * ```
   */
  readonly valuesUndo: Method<'valuesUndo'>;
  /**
   * Lists values: what experiences have in common.
   *
   * @example
   * ```ts
   * const { values } = await dossier.valuesList({ status: 'current' });
   * console.log(values.map(({ text }) => text));
   * ```
   */
  readonly valuesList: Method<'valuesList'>;
  /**
   * Proposes texts for a value, or measures one of yours.
   *
   * @example
   * ```ts
   * const { values } = await dossier.valuesList();
   * for (const { id } of values) console.log(await dossier.valuesPropose({ id, limit: 3 }));
   * ```
   */
  readonly valuesPropose: Method<'valuesPropose'>;
  /**
   * Gives a value its text: the proposed one, or yours if it lies inside the cluster.
   *
   * @example
   * ```ts
   * const { values } = await dossier.valuesList();
   * for (const { id } of values) await dossier.valuesAccept({ id });
   * ```
   */
  readonly valuesAccept: Method<'valuesAccept'>;
  /**
   * Takes the acceptance of a value back: it is a proposal again.
   *
   * @example
   * ```ts
   * const { values } = await dossier.valuesList();
   * for (const { id, accepted } of values) if (accepted) await dossier.valuesWithdraw({ id });
   * ```
   */
  readonly valuesWithdraw: Method<'valuesWithdraw'>;
  /**
   * Places experiences on a plane, similar ones together, to draw a map.
   *
   * @example
   * ```ts
   * const { points } = await dossier.valuesMap({ axis: 'full' });
   * console.log(points.map(({ x, y, goal }) => [x, y, goal]));
   * ```
   */
  readonly valuesMap: Method<'valuesMap'>;
  /**
   * Reports what is known, what changed and what is no longer to be trusted.
   *
   * @example
   * ```ts
   * const { known, stale } = await dossier.learn({ since: '1m' });
   * console.log(known.memories, stale);
   * ```
   */
  readonly learn: Method<'learn'>;
  /**
   * Returns memories, experiences and values as JSON lines.
   *
   * @example
   * ```ts
   * const { text, records } = await dossier.export({ kinds: ['memory'] });
   * console.log(records, text.length);
   * ```
   */
  readonly export: Method<'export'>;
  /**
   * Imports what `export` returned. Importing twice changes nothing.
   *
   * @example
   * ```ts
   * const { text } = await dossier.export();
   * const { imported, unchanged } = await dossier.import({ text });
   * console.log(imported, unchanged);
   * ```
   */
  readonly import: Method<'import'>;
}
