import { z } from 'zod';
import {
  acceptDraft,
  captureTranscript,
  countDrafts,
  DRAFT_STATUSES,
  draftSchema,
  editDraft,
  listDrafts,
  rejectDraft,
} from '../knowledge/capture/inbox.ts';
import { defineOperation } from './operation.ts';
import { offset, pageOf, pageShape } from './page.ts';

const group = 'Review what was captured from agents’ sessions';
const id = z.string().min(1).describe('Id of the draft, for example drf-1f3a9c02');
const warnings = z.array(z.string());
const tool = {
  name: 'inbox',
  title: 'Review captured drafts',
  description:
    'List drafts captured from past sessions; accept, edit or reject one. Ask the user before accepting.',
  fields: ['id', 'text'],
} as const;
const done = z.object({ ok: z.literal(true), id: z.string() });

export const inboxCapture = defineOperation({
  name: 'inbox capture',
  summary: 'Read a transcript of Claude Code or Codex and draft what it taught',
  description:
    'Corrections by the user, checks that failed and pass after a change, commands that work in another form, attempts undone for a reason, decisions in commit messages. No model is called, and nothing is remembered until it is accepted.',
  topic: 'Knowledge',
  group,
  input: z.object({
    transcript: z.string().min(1).describe('The transcript, as JSON lines'),
    session: z.string().optional().describe('The session it records'),
  }),
  output: z.object({ added: z.array(z.string()), warnings }),
  stdin: 'transcript',
  effect: 'write',
  http: { method: 'POST', path: '/inbox' },
  examples: [{ title: 'A session', command: 'dossier inbox capture < session.jsonl' }],
  async run(engine, { transcript, session }, { now }) {
    const { added, warnings: told } = await captureTranscript(engine, transcript, { session, now });
    return { added: [...added], warnings: [...told] };
  },
  print: ({ added, warnings: told }) =>
    [
      `drafted ${added.length}`,
      ...added,
      ...(added.length === 0 ? [] : ['Read them: dossier inbox list']),
      ...told,
    ].join('\n'),
});

export const inboxList = defineOperation({
  name: 'inbox list',
  summary: 'List drafts, newest first',
  topic: 'Knowledge',
  group,
  input: z.object({
    status: z.enum(DRAFT_STATUSES).default('open').describe('open, accepted or rejected'),
    limit: z.int().min(1).max(1000).default(50).describe('At most this many'),
    offset,
  }),
  output: z.object({
    ...pageShape,
    drafts: z.array(z.object({ id: z.string(), ...draftSchema.shape })),
  }),
  effect: 'read',
  http: { method: 'GET', path: '/inbox' },
  mcp: { ...tool, step: 'list' },
  examples: [{ title: 'What is waiting for review', command: 'dossier inbox list' }],
  run: async (engine, input) => ({
    ...pageOf(await countDrafts(engine, input.status), input),
    drafts: (await listDrafts(engine, input)).map(({ id: found, body }) => ({ id: found, ...body })),
  }),
  print: ({ drafts }) =>
    drafts.length === 0
      ? 'The inbox is empty.'
      : [
          ...drafts.map(({ id: found, kind, text }) => `${found}  ${kind}  ${text}`),
          ...(drafts.some(({ status }) => status === 'open')
            ? ['Keep one: dossier inbox accept <id>; drop it: dossier inbox reject <id>']
            : []),
        ].join('\n'),
});

export const inboxAccept = defineOperation({
  name: 'inbox accept',
  summary: 'Remember a draft, as it stands or in your words',
  topic: 'Knowledge',
  group,
  input: z.object({ id, text: z.string().min(1).max(10_000).optional().describe('Your wording') }),
  output: z.object({ ok: z.literal(true), id: z.string(), memory: z.string(), warnings }),
  positionals: ['id', 'text'],
  effect: 'write',
  usesMemories: true,
  http: { method: 'POST', path: '/inbox/:id/accept' },
  mcp: { ...tool, step: 'accept' },
  examples: [{ title: 'It is right', command: 'dossier inbox accept drf-1f3a9c02' }],
  async run(engine, { id: draft, text }, { now }) {
    const { memory, warnings: told } = await acceptDraft(engine, draft, { text, now });
    return { ok: true as const, id: draft, memory, warnings: [...told] };
  },
  print: ({ memory, warnings: told }) => [`remembered as ${memory}`, ...told].join('\n'),
});

export const inboxEdit = defineOperation({
  name: 'inbox edit',
  summary: 'Reword a draft',
  topic: 'Knowledge',
  group,
  input: z.object({ id, text: z.string().min(1).max(10_000).describe('The new wording') }),
  output: done,
  positionals: ['id', 'text'],
  effect: 'write',
  http: { method: 'PATCH', path: '/inbox/:id' },
  mcp: { ...tool, step: 'edit' },
  examples: [{ title: 'Shorter', command: 'dossier inbox edit drf-1f3a9c02 "Run tests with uv"' }],
  async run(engine, { id: draft, text }, { now }) {
    await editDraft(engine, draft, text, now);
    return { ok: true as const, id: draft };
  },
  print: ({ id: draft }) => `changed ${draft}`,
});

export const inboxReject = defineOperation({
  name: 'inbox reject',
  summary: 'Reject a draft; it is not captured again',
  topic: 'Knowledge',
  group,
  input: z.object({ id }),
  output: done,
  positionals: ['id'],
  effect: 'write',
  http: { method: 'DELETE', path: '/inbox/:id' },
  mcp: { ...tool, step: 'reject' },
  examples: [{ title: 'Noise', command: 'dossier inbox reject drf-1f3a9c02' }],
  async run(engine, { id: draft }, { now }) {
    await rejectDraft(engine, draft, now);
    return { ok: true as const, id: draft };
  },
  print: ({ id: draft }) => `rejected ${draft}`,
});
