import { type Engine, recordsOf } from '../core/engine.ts';
import type { RecordStore, StoredRecord } from '../core/store.ts';
import { writeMemoryFiles } from '../knowledge/memories/sync-memories.ts';
import { MESSAGE, THREAD } from './thread.ts';

/** Every kind of record that holds what somebody said, did or received. */
const KINDS = [
  'memory',
  'experience',
  'value',
  'draft',
  THREAD,
  MESSAGE,
  'delivery',
  'checkpoint',
  'run',
  'seen-failure',
  'active-experience',
] as const;

interface Erasure {
  /** From this session or thread. */
  readonly session?: string | undefined;
  /** Created in this time range: `since` inclusive, `until` exclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Containing this text anywhere, ignoring case. */
  readonly text?: string | undefined;
}

/**
 * Deletes every record, of any kind, that meets all conditions, and has the store overwrite what remains. A memory
 * that several sessions said goes when one of them does, since its wording may be that one's. A value learnt from an
 * erased experience goes, too, since it may quote it. `preview` only counts.
 */
export async function eraseRecords(
  engine: Engine,
  erasure: Erasure,
  options: { readonly preview: boolean; readonly now: number },
): Promise<{
  readonly erased: readonly { readonly kind: string; readonly records: number }[];
  readonly warnings: readonly string[];
}> {
  const records = await recordsOf(engine);
  const doomed = new Map<string, StoredRecord>();
  const add = (record: StoredRecord) => doomed.set(`${record.kind} ${record.id}`, record);
  for (const kind of KINDS) {
    for await (const record of all(records, kind)) if (fits(record, erasure)) add(record);
  }
  const has = (kind: string, id: unknown) => doomed.has(`${kind} ${String(id)}`);
  for await (const value of all(records, 'value')) {
    if (membersOf(value.body).some((member) => has('experience', member))) add(value);
  }
  for await (const message of all(records, MESSAGE)) if (has(THREAD, message.body['threadId'])) add(message);
  const counts = new Map<string, number>();
  for (const { kind } of doomed.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const erased = [...counts].map(([kind, number]) => ({ kind, records: number }));
  if (options.preview || doomed.size === 0) return { erased, warnings: [] };
  for (const { kind, id } of doomed.values()) await records.delete(kind, id);
  const memories = [...doomed.values()].filter(({ kind }) => kind === 'memory');
  await writeMemoryFiles(
    engine,
    memories.map(({ id }) => id),
    options.now,
  );
  const inGit = memories.some(({ body }) => body['scope'] === 'team');
  return {
    erased,
    warnings: [
      ...(await (await engine.store()).scrub()),
      ...(inGit
        ? ['Files of memories were deleted; what was committed of them is still in the history of git.']
        : []),
    ],
  };
}

function fits(record: StoredRecord, { session, since, until, text }: Erasure): boolean {
  return (
    saidIn(record).some(
      ({ by, at }) =>
        (session === undefined || by.includes(session)) &&
        (since === undefined || at >= since) &&
        (until === undefined || at < until),
    ) &&
    (text === undefined || holds(record.body, text.toLowerCase()))
  );
}

/** When a record was made, and when a memory was said again or changed: each left words in it. */
function saidIn({ id, body, createdAt }: StoredRecord) {
  const again = listOf(body['history']).flatMap((each) =>
    isObject(each) && typeof each['at'] === 'number' ? [{ by: [each['session']], at: each['at'] }] : [],
  );
  return [{ by: [id, body['session'], body['threadId']], at: createdAt }, ...again];
}

function holds(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => holds(member, text));
}

/** Of a value, and of what it was before the last clustering. */
function membersOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const body = new Map<string, unknown>(Object.entries(value));
  return [
    ...listOf(body.get('members')),
    ...membersOf(body.get('beforeRun')),
    ...membersOf(body.get('value')),
  ];
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

async function* all(records: RecordStore, kind: string): AsyncIterable<StoredRecord> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await records.list(kind, { limit: PAGE, offset, order: 'oldest' });
    yield* page;
    if (page.length < PAGE) return;
  }
}
const PAGE = 500;
