import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import type { RecordStore, StoredRecord } from '../core/store.ts';
import { withoutSecrets } from '../core/text/redact-secrets.ts';
import { putNew, updateRecord } from '../core/write-records.ts';
import { parseMentions } from './parse-mentions.ts';
import { addReferences, inheritFrom, removeReference } from './references.ts';
import {
  MESSAGE,
  type Message,
  messageId,
  messageOfRecord,
  type Reference,
  recordOfMessage,
  recordOfThread,
  THREAD,
  type Thread,
  threadId,
  threadName,
  threadOfRecord,
} from './thread.ts';

export async function createThread(
  engine: Engine,
  input: { readonly title: string; readonly parent?: string | undefined },
  now: number,
): Promise<Thread> {
  const records = await recordsOf(engine);
  const { title } = withoutSecrets({ title: input.title }).clean;
  const parent = input.parent === undefined ? undefined : await findThread(records, input.parent);
  const last = parent === undefined ? undefined : (await latestMessages(records, parent.id, 1))[0];
  const inherited = parent === undefined ? undefined : inheritFrom(parent, last, now);
  const record = await putNew(records, (attempt) =>
    recordOfThread({
      id: threadId(title, now, attempt),
      title,
      name: threadName(title),
      ...(parent === undefined ? {} : { parentId: parent.id }),
      references: [...(inherited?.references ?? [])],
      createdAt: now,
      updatedAt: now,
    }),
  );
  const thread = threadOfRecord(record);
  if (inherited?.message !== undefined) {
    const message = {
      ...inherited.message,
      id: messageId(thread.id, undefined, 'inherited'),
      threadId: thread.id,
    };
    await records.put(recordOfMessage(message));
  }
  return thread;
}

/** The owner's threads, newest first. */
export async function listThreads(
  engine: Engine,
  options: { readonly limit: number; readonly offset: number },
): Promise<{ readonly total: number; readonly threads: readonly Thread[] }> {
  const records = await recordsOf(engine);
  const found = await records.list(THREAD, { ...options, order: 'newest' });
  return { total: await records.count(THREAD), threads: found.map(threadOfRecord) };
}

/** A thread by id, or by name if the name is unique. */
export async function findThread(records: RecordStore, idOrName: string): Promise<Thread> {
  const byId = await records.get(THREAD, idOrName);
  if (byId !== undefined) return threadOfRecord(byId);
  const named = await records.list(THREAD, { where: { name: threadName(idOrName) }, limit: 2 });
  if (named.length > 1) {
    const ids = named.map((record) => record.id).join(', ');
    throw new DossierError('conflict', `Several threads are called "${idOrName}": use an id (${ids}).`);
  }
  if (named[0] !== undefined) return threadOfRecord(named[0]);
  throw new DossierError('not-found', `There is no thread "${idOrName}". See "dossier thread list".`);
}

/** The latest messages of a thread, newest first. */
export async function latestMessages(
  records: RecordStore,
  threadId: string,
  limit: number,
  offset = 0,
): Promise<readonly Message[]> {
  const found = await records.list(MESSAGE, { where: { threadId }, limit, offset, order: 'newest' });
  return found.map(messageOfRecord);
}

export function countMessages(records: RecordStore, threadId: string): Promise<number> {
  return records.count(MESSAGE, { where: { threadId } });
}

interface AppendedMessage {
  readonly message: Message;
  /** False if a message with this key already existed. */
  readonly created: boolean;
  readonly mentioned: readonly Reference[];
  readonly warnings: readonly string[];
}

/**
 * Appends a message. Sending it again with the same key changes nothing and returns the first; the same key with
 * another text is a conflict. Mentions become references of the thread.
 */
export async function appendMessage(
  engine: Engine,
  input: {
    readonly thread: string;
    readonly role: Message['role'];
    readonly content: string;
    readonly key?: string | undefined;
  },
  now: number,
): Promise<AppendedMessage> {
  const records = await recordsOf(engine);
  const thread = await findThread(records, input.thread);
  const { clean, warnings } = withoutSecrets(input);
  // References first: if the process dies in between, a retry with the same key completes the work.
  const mentioned = clean.role === 'user' ? mentionedIn(clean.content, now) : [];
  if (mentioned.length > 0)
    await changeReferences(records, thread.id, now, (before) => addReferences(before, mentioned));
  const { message, created } = await putMessage(records, thread.id, clean, now);
  return { message, created, mentioned, warnings };
}

async function putMessage(
  records: RecordStore,
  threadId: string,
  {
    role,
    content,
    key,
  }: { readonly role: Message['role']; readonly content: string; readonly key?: string | undefined },
  now: number,
): Promise<{ readonly message: Message; readonly created: boolean }> {
  const newest = (await latestMessages(records, threadId, 1))[0];
  // Messages sent in the same millisecond keep their order.
  const createdAt = newest === undefined ? now : Math.max(now, newest.createdAt + 1);
  const recordFor = (attempt: number) =>
    recordOfMessage({
      id: messageId(threadId, key, `${role}\0${content}\0${createdAt}\0${attempt}`),
      threadId,
      role,
      content,
      ...(key === undefined ? {} : { key }),
      createdAt,
    });
  if (key === undefined) return { message: messageOfRecord(await putNew(records, recordFor)), created: true };
  const record = recordFor(0);
  const before = await records.get(MESSAGE, record.id);
  if (before !== undefined) return { message: sameOrConflict(before, role, content, key), created: false };
  try {
    return { message: messageOfRecord(await records.put(record, { expectedVersion: 0 })), created: true };
  } catch (error) {
    if (!(error instanceof DossierError) || error.code !== 'conflict') throw error;
    const winner = await records.get(MESSAGE, record.id);
    if (winner === undefined) throw error;
    return { message: sameOrConflict(winner, role, content, key), created: false };
  }
}

function sameOrConflict(record: StoredRecord, role: string, content: string, key: string): Message {
  const message = messageOfRecord(record);
  if (message.role === role && message.content === content) return message;
  throw new DossierError(
    'conflict',
    `The key "${key}" was used for another message of this thread. Send the new message with a new key.`,
  );
}

function mentionedIn(content: string, now: number): readonly Reference[] {
  return parseMentions(content).map((mention) => ({
    ...mention,
    origin: 'mentioned',
    tier: 2,
    addedAt: now,
  }));
}

/** Replaces a thread's references with the result of `change`. */
function changeReferences(
  records: RecordStore,
  threadId: string,
  now: number,
  change: (references: readonly Reference[]) => readonly Reference[],
): Promise<Thread> {
  return changeThread(records, threadId, now, ({ references }) => ({ references: [...change(references)] }));
}

/** Changes a thread's title, and with it its name; the id stays. */
export async function renameThread(
  engine: Engine,
  thread: string,
  given: string,
  now: number,
): Promise<Thread> {
  const records = await recordsOf(engine);
  const { title } = withoutSecrets({ title: given }).clean;
  const { id } = await findThread(records, thread);
  return changeThread(records, id, now, () => ({ title, name: threadName(title) }));
}

async function changeThread(
  records: RecordStore,
  threadId: string,
  now: number,
  change: (thread: Thread) => Partial<Thread>,
): Promise<Thread> {
  const changed = await updateRecord(records, THREAD, threadId, (record) => {
    if (record === undefined)
      throw new DossierError('not-found', `There is no thread "${threadId}" any more.`);
    const thread = threadOfRecord(record);
    return recordOfThread({ ...thread, ...change(thread), updatedAt: now });
  });
  return threadOfRecord(changed);
}

export async function addReference(engine: Engine, thread: string, reference: Reference): Promise<Thread> {
  const records = await recordsOf(engine);
  const { id } = await findThread(records, thread);
  return changeReferences(records, id, reference.addedAt, (before) => addReferences(before, [reference]));
}

export async function dropReference(
  engine: Engine,
  thread: string,
  reference: Pick<Reference, 'kind' | 'target'>,
  now: number,
): Promise<Thread> {
  const records = await recordsOf(engine);
  const { id } = await findThread(records, thread);
  return changeReferences(records, id, now, (before) =>
    removeReference(before, reference.kind, reference.target),
  );
}

/** Deletes a thread and its messages. Threads that branched from it keep what they inherited. */
export async function deleteThread(engine: Engine, thread: string): Promise<{ readonly messages: number }> {
  const records = await recordsOf(engine);
  const { id } = await findThread(records, thread);
  let messages = 0;
  // Messages first: an interrupted deletion leaves a thread that can be deleted again, not orphans.
  for (;;) {
    const batch = await records.list(MESSAGE, { where: { threadId: id }, limit: DELETED_AT_ONCE });
    for (const record of batch) if (await records.delete(MESSAGE, record.id)) messages++;
    if (batch.length < DELETED_AT_ONCE) break;
  }
  await records.delete(THREAD, id);
  return { messages };
}

const DELETED_AT_ONCE = 500;
