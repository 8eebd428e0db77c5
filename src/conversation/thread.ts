import { z } from 'zod';
import { asBody, decodeRecord } from '../core/decode-record.ts';
import type { StoredRecord } from '../core/store.ts';
import { hashText } from '../core/text/hash.ts';

const REFERENCE_KINDS = ['file', 'folder', 'thread'] as const;
const REFERENCE_ORIGINS = ['inherited', 'manual', 'mentioned', 'agent-added'] as const;
export const ROLES = ['user', 'assistant', 'system', 'tool'] as const;

/** Far more than a person adds by hand; keeps a thread's record small. */
export const MAX_REFERENCES = 200;
/** A longer message is a document and belongs in the project. */
export const MAX_MESSAGE_CHARACTERS = 100_000;

const lineNumber = z.int().min(1);

/** Something the user or an agent pointed at. Tier 1 is printed first, tier 3 last. */
export const referenceSchema = z.object({
  kind: z.enum(REFERENCE_KINDS),
  target: z.string().min(1).max(1000).describe('Path of a file or folder, or the id or name of a thread'),
  startLine: lineNumber.optional(),
  endLine: lineNumber.optional(),
  origin: z.enum(REFERENCE_ORIGINS),
  tier: z.int().min(1).max(3),
  addedAt: z.number(),
});
export type Reference = Readonly<z.output<typeof referenceSchema>>;

export const threadSchema = z.object({
  id: z.string(),
  title: z.string(),
  name: z.string().describe('The title in lower case with dashes, as written after @'),
  parentId: z.string().optional(),
  references: z.array(referenceSchema),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Thread = Readonly<z.output<typeof threadSchema>>;

export const messageSchema = z.object({
  id: z.string(),
  threadId: z.string(),
  role: z.enum(ROLES),
  content: z.string(),
  key: z.string().optional().describe('Idempotency key it was sent with'),
  inheritedFrom: z.string().optional().describe("The parent thread's message this one repeats"),
  createdAt: z.number(),
});
export type Message = Readonly<z.output<typeof messageSchema>>;

export const THREAD = 'thread';
export const MESSAGE = 'message';

/** `Deploy plan, part 2` → `deploy-plan-part-2`. */
export function threadName(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}

/** Ids are derived from the record; `attempt` distinguishes two created at the same time. */
export function threadId(title: string, now: number, attempt: number): string {
  return `thr-${hashText(`${title}\0${now}\0${attempt}`)}`;
}

/** A message with a key has the same id however often it is sent. */
export function messageId(threadId: string, key: string | undefined, otherwise: string): string {
  const identity = key === undefined ? `\0${otherwise}` : `k${key}`;
  return `msg-${hashText(`${threadId}\0${identity}`)}`;
}

export type NewRecord = Omit<StoredRecord, 'version'>;

export function recordOfThread(thread: Thread): NewRecord {
  const { id, createdAt, updatedAt, ...body } = thread;
  return { kind: THREAD, id, body: asBody(body), text: thread.title, createdAt, updatedAt };
}

export function threadOfRecord(record: StoredRecord): Thread {
  return decodeRecord(threadSchema, record);
}

export function recordOfMessage(message: Message): NewRecord {
  const { id, createdAt, ...body } = message;
  return { kind: MESSAGE, id, body: asBody(body), text: message.content, createdAt, updatedAt: createdAt };
}

export function messageOfRecord(record: StoredRecord): Message {
  return decodeRecord(messageSchema, record);
}
