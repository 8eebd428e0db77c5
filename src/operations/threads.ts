import { z } from 'zod';
import { mentionOf } from '../conversation/parse-mentions.ts';
import {
  MAX_MESSAGE_CHARACTERS,
  messageSchema,
  ROLES,
  referenceSchema,
  threadSchema,
} from '../conversation/thread.ts';
import {
  addReference,
  appendMessage,
  countMessages,
  createThread,
  deleteThread,
  dropReference,
  findThread,
  latestMessages,
  listThreads,
  renameThread,
} from '../conversation/threads.ts';
import { recordsOf } from '../core/engine.ts';
import { DossierError } from '../core/errors.ts';
import { plural } from '../core/text/plural.ts';
import { defineOperation } from './operation.ts';
import { offset, pageOf, pageShape } from './page.ts';

const group = 'Conversations, their messages and references';
const title = z.string().trim().min(1).max(200).describe('What the conversation is about');
const thread = z.string().min(1).max(200).describe('Id or name of a thread');

export const threadCreate = defineOperation({
  name: 'thread create',
  summary: 'Start a conversation',
  description: "A thread with a parent starts with the parent's references and last message.",
  topic: 'Sessions and conversations',
  group,
  input: z.object({
    title,
    parent: thread.optional().describe('Id or name of the parent thread'),
  }),
  output: threadSchema,
  positionals: ['title'],
  effect: 'write',
  http: { method: 'POST', path: '/threads' },
  examples: [
    { title: 'Start one', command: 'dossier thread create "Move uploads to S3"' },
    { title: 'Branch off', command: 'dossier thread create "Retry logic" --parent move-uploads-to-s3' },
  ],
  run: (engine, input, { now }) => createThread(engine, input, now),
  print: ({ id, name }) => `${id}  ${name}`,
});

export const threadList = defineOperation({
  name: 'thread list',
  summary: 'List conversations, newest first',
  topic: 'Sessions and conversations',
  group,
  input: z.object({
    limit: z.int().min(1).max(200).default(50).describe('At most this many'),
    offset,
  }),
  output: z.object({ ...pageShape, threads: z.array(threadSchema) }),
  effect: 'read',
  http: { method: 'GET', path: '/threads' },
  examples: [{ title: 'See the latest', command: 'dossier thread list --limit 10' }],
  async run(engine, input) {
    const { total, threads } = await listThreads(engine, input);
    return { ...pageOf(total, input), threads: [...threads] };
  },
  print: ({ threads }) =>
    threads
      .map(({ id, title, references }) => `${id}  ${title}  (${plural(references.length, 'reference')})`)
      .join('\n'),
});

/** Message lines are indented, so that none can pass for the next message. */
const LINE_ENDS = /\r\n|[\n\r\u2028\u2029]/g;

export const threadShow = defineOperation({
  name: 'thread show',
  summary: 'Show a conversation: its references and latest messages',
  topic: 'Sessions and conversations',
  group,
  input: z.object({
    thread,
    limit: z.int().min(1).max(1000).default(50).describe('At most this many of the latest messages'),
    offset: offset.describe('Skip this many of the latest'),
  }),
  output: z.object({ ...pageShape, thread: threadSchema, messages: z.array(messageSchema) }),
  positionals: ['thread'],
  effect: 'read',
  http: { method: 'GET', path: '/threads/:thread' },
  examples: [{ title: 'Read it again', command: 'dossier thread show move-uploads-to-s3' }],
  async run(engine, input) {
    const records = await recordsOf(engine);
    const found = await findThread(records, input.thread);
    const latest = await latestMessages(records, found.id, input.limit, input.offset);
    const total = await countMessages(records, found.id);
    return { ...pageOf(total, input), thread: found, messages: latest.toReversed() };
  },
  documents: ['content'],
  print({ thread: { id, title, references }, messages }) {
    const pointed = references.map(({ target, tier, origin }) => `@${target}  tier ${tier}, ${origin}`);
    const said = messages.map(({ role, content }) => `${role}: ${content.replace(LINE_ENDS, '\n  ')}`);
    return [`${id}  ${title}`, ...pointed, '', ...said].join('\n').trimEnd();
  },
});

export const threadMessage = defineOperation({
  name: 'thread message',
  summary: 'Add a message to a conversation',
  description:
    'Files, folders and threads it mentions (@path, @folder/, @thread:name) become references of the thread. With a key, sending it twice adds it once.',
  topic: 'Sessions and conversations',
  group,
  input: z.object({
    thread,
    content: z.string().min(1).max(MAX_MESSAGE_CHARACTERS).describe('Text of the message'),
    role: z.enum(ROLES).default('user').describe('Who says it'),
    key: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('Idempotency key: the same key adds the message once'),
  }),
  output: z.object({
    message: messageSchema,
    created: z.boolean().describe('False when a message with this key already exists'),
    mentioned: z.array(referenceSchema),
    warnings: z.array(z.string()),
  }),
  positionals: ['thread', 'content'],
  freeText: true,
  stdin: 'content',
  effect: 'write',
  http: { method: 'POST', path: '/threads/:thread/messages' },
  examples: [
    {
      title: 'Say something',
      command: 'dossier thread message move-uploads-to-s3 "Start with @src/upload.ts"',
    },
  ],
  async run(engine, input, { now }) {
    const { mentioned, warnings, ...added } = await appendMessage(engine, input, now);
    return { ...added, mentioned: [...mentioned], warnings: [...warnings] };
  },
  print: ({ message, created }) => (created ? message.id : `${message.id}  (already there)`),
});

export const threadReference = defineOperation({
  name: 'thread reference',
  summary: 'Point a conversation at a file, folder or other thread',
  description: 'References come first in every context of the thread; search results never displace them.',
  topic: 'Sessions and conversations',
  group,
  input: z.object({
    thread,
    target: z
      .string()
      .min(1)
      .max(1000)
      .describe('src/a.ts, src/a.ts:10-20, docs/ (a folder) or thread:name; a leading @ is allowed'),
    tier: z.int().min(1).max(3).default(1).describe('1 is printed before 2, 2 before 3'),
    origin: z.enum(['manual', 'agent-added']).default('manual').describe('Who added it'),
    remove: z.boolean().default(false).describe('Remove the reference instead'),
  }),
  output: threadSchema,
  positionals: ['thread', 'target'],
  effect: 'write',
  http: { method: 'POST', path: '/threads/:thread/references' },
  examples: [
    { title: 'Always show a file', command: 'dossier thread reference move-uploads-to-s3 src/upload.ts' },
    { title: 'No longer', command: 'dossier thread reference move-uploads-to-s3 src/upload.ts --remove' },
  ],
  run(engine, input, { now }) {
    const mention = mentionOf(input.target.replace(/^@/, ''));
    if (mention === undefined) {
      throw new DossierError(
        'invalid-input',
        `"${input.target}" names no file, folder or thread. Give a path, folder/ or thread:name.`,
      );
    }
    if (input.remove) return dropReference(engine, input.thread, mention, now);
    const { tier, origin } = input;
    return addReference(engine, input.thread, { ...mention, tier, origin, addedAt: now });
  },
  print: ({ references }) => references.map(({ target, tier }) => `@${target}  tier ${tier}`).join('\n'),
});

export const threadRename = defineOperation({
  name: 'thread rename',
  summary: 'Give a conversation another title',
  description: 'The id stays; the name follows the new title.',
  topic: 'Sessions and conversations',
  group,
  input: z.object({ thread, title }),
  output: threadSchema,
  positionals: ['thread', 'title'],
  effect: 'write',
  http: { method: 'PATCH', path: '/threads/:thread' },
  examples: [
    { title: 'A better title', command: 'dossier thread rename retry-logic "Retries with backoff"' },
  ],
  run: (engine, input, { now }) => renameThread(engine, input.thread, input.title, now),
  print: ({ id, name }) => `${id}  ${name}`,
});

export const threadDelete = defineOperation({
  name: 'thread delete',
  summary: 'Delete a conversation and its messages',
  topic: 'Sessions and conversations',
  group,
  input: z.object({ thread }),
  output: z.object({ messages: z.number().describe('How many messages went with it') }),
  positionals: ['thread'],
  effect: 'destroy',
  http: { method: 'DELETE', path: '/threads/:thread' },
  examples: [{ title: 'Delete it', command: 'dossier thread delete move-uploads-to-s3' }],
  run: (engine, input) => deleteThread(engine, input.thread),
  print: ({ messages }) => `deleted, with ${plural(messages, 'message')}`,
});
