import { z } from 'zod';
import { type Engine, recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import { hashText } from '../../core/text/hash.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import type { MEMORY_CATEGORIES } from '../../core/vocabulary.ts';
import { memoryInputSchema } from '../memories/memory.ts';
import { remember } from '../memories/remember.ts';
import { recordKind, type Stored } from '../record-kind.ts';
import { DRAFT_KINDS, type DraftKind, findDrafts } from './find-drafts.ts';
import { readTranscript } from './read-transcript.ts';

export const DRAFT_STATUSES = ['open', 'accepted', 'rejected'] as const;

/** A captured lesson that waits for a person or an agent to accept it. */
export const draftSchema = z.object({
  kind: z.enum(DRAFT_KINDS),
  text: z.string(),
  evidence: z.string(),
  session: z.string().optional(),
  status: z.enum(DRAFT_STATUSES),
  /** The memory it became. */
  memory: z.string().optional(),
  capturedAt: z.number(),
});
type StoredDraft = Readonly<z.output<typeof draftSchema>>;

const drafts = recordKind<StoredDraft>({
  name: 'draft',
  schema: draftSchema,
  text: ({ text }) => text,
  texts: () => ({}),
  createdAt: ({ capturedAt }) => capturedAt,
  listCommand: 'dossier inbox list',
});

/** Adds what a transcript may have taught to the inbox. Idempotent. */
export async function captureTranscript(
  engine: Engine,
  transcript: string,
  options: { readonly session?: string | undefined; readonly now: number },
): Promise<{ readonly added: readonly string[]; readonly warnings: readonly string[] }> {
  const records = await recordsOf(engine);
  const added: string[] = [];
  const warnings = new Set<string>();
  for (const draft of findDrafts(readTranscript(transcript))) {
    const { clean, warnings: masked } = withoutSecrets(draft);
    for (const warning of masked) warnings.add(warning);
    const id = `drf-${hashText(`${clean.kind}\n${clean.text}`).slice(0, 12)}`;
    if ((await records.get(drafts.name, id)) !== undefined) continue;
    const body: StoredDraft = {
      ...clean,
      status: 'open',
      capturedAt: options.now,
      ...(options.session !== undefined && { session: options.session }),
    };
    await records.put(drafts.recordOf(id, body, options.now));
    added.push(id);
  }
  return { added, warnings: [...warnings] };
}

export function listDrafts(
  engine: Engine,
  {
    status,
    ...page
  }: { readonly status: StoredDraft['status']; readonly limit: number; readonly offset?: number },
): Promise<Stored<StoredDraft>[]> {
  return drafts.list(engine, { where: { status }, ...page });
}

export function countDrafts(engine: Engine, status: StoredDraft['status']): Promise<number> {
  return drafts.count(engine, { where: { status } });
}

const CATEGORY: Readonly<Record<DraftKind, (typeof MEMORY_CATEGORIES)[number]>> = {
  correction: 'preference',
  fix: 'error',
  command: 'workflow',
  revert: 'decision',
  decision: 'decision',
};

/** Turns a draft into a memory, as it is or in the given words. */
export async function acceptDraft(
  engine: Engine,
  id: string,
  options: { readonly text?: string | undefined; readonly now: number },
): Promise<{ readonly memory: string; readonly warnings: readonly string[] }> {
  const { body } = await openDraft(engine, id);
  const input = memoryInputSchema.parse({
    content: options.text ?? body.text,
    category: CATEGORY[body.kind],
    tags: ['captured', body.kind],
    ...(body.session !== undefined && { session: body.session }),
  });
  const { id: memory, warnings } = await remember(engine, input, { now: options.now });
  await drafts.update(engine, id, options.now, (draft) => ({ ...draft, status: 'accepted', memory }));
  return { memory, warnings };
}

export async function editDraft(engine: Engine, id: string, text: string, now: number): Promise<void> {
  await openDraft(engine, id);
  const { clean } = withoutSecrets({ text });
  await drafts.update(engine, id, now, (draft) => ({ ...draft, text: clean.text }));
}

/** Keeps a rejected draft, so that it is not captured again. */
export async function rejectDraft(engine: Engine, id: string, now: number): Promise<void> {
  await openDraft(engine, id);
  await drafts.update(engine, id, now, (draft) => ({ ...draft, status: 'rejected' }));
}

async function openDraft(engine: Engine, id: string): Promise<Stored<StoredDraft>> {
  const draft = await drafts.get(engine, id);
  if (draft.body.status === 'open') return draft;
  throw new DossierError(
    'conflict',
    `${id} was ${draft.body.status} before: "dossier inbox list" shows what is open.`,
  );
}
