import { z } from 'zod';
import { asBody } from '../../core/decode-record.ts';
import { type Engine, recordsOf } from '../../core/engine.ts';
import { DossierError } from '../../core/errors.ts';
import type { MemoryFolder } from '../../core/ports.ts';
import type { RecordStore, StoredRecord } from '../../core/store.ts';
import { hashText } from '../../core/text/hash.ts';
import { withoutSecrets } from '../../core/text/redact-secrets.ts';
import { updateRecord } from '../../core/write-records.ts';
import { embedRecords } from '../embed-records.ts';
import type { Stored } from '../record-kind.ts';
import { findMentions, headCommit } from './check-memory.ts';
import { endMemory, type Memory, mergeMemories, newMemory, supersedeMemory } from './memory.ts';
import { type MemoryFile, memoryFileOf, parseMemoryFile, renderMemoryFile } from './memory-file.ts';
import { memories, similarMemories } from './memory-records.ts';
import { mergeEdits } from './merge-edits.ts';
import { isNearDuplicate } from './near-duplicate.ts';

/** The last known state of a folder, which tells an edited file from one that merely differs. */
const ledgerSchema = z.object({
  signature: z.string(),
  /** File hashes by memory id. */
  files: z.record(z.string(), z.string()),
  /** Hashes of the wordings in them. */
  contents: z.record(z.string(), z.string()).default({}),
  /** The last hashes of files that are not here now, for when a branch brings them back. */
  absent: z.record(z.string(), z.string()).default({}),
  refused: z.array(z.object({ file: z.string(), reason: z.string() })),
  /** Imported by a process without an embedding model, such as a hook. */
  unembedded: z.array(z.string()),
});
type Ledger = z.output<typeof ledgerSchema>;
const LEDGER = 'memory-folder';
const NOTHING_SEEN: Ledger = {
  signature: '',
  files: {},
  contents: {},
  absent: {},
  refused: [],
  unembedded: [],
};

type FileScope = 'team' | 'user';
const FILE_SCOPES: readonly FileScope[] = ['team', 'user'];

interface SyncReport {
  readonly read: number;
  readonly ended: number;
  readonly refused: readonly { readonly file: string; readonly reason: string }[];
  readonly warnings: readonly string[];
}

const running = new WeakMap<Engine, Promise<SyncReport>>();

/**
 * Imports what changed in the memory folders since the last read; cheap if nothing did. The store follows the files
 * and never writes them here: git decides which worktree has a file.
 */
export function readMemoryFiles(engine: Engine, now: number): Promise<SyncReport> {
  // Concurrent requests share one read.
  const before = running.get(engine);
  if (before !== undefined) return before;
  const reading = readFolders(engine, now).finally(() => running.delete(engine));
  running.set(engine, reading);
  return reading;
}

async function readFolders(engine: Engine, now: number): Promise<SyncReport> {
  const reports: SyncReport[] = [];
  for (const scope of FILE_SCOPES) {
    const folder = engine.memoryFolders?.[scope];
    if (folder !== undefined) reports.push(await readFolder(engine, folder, { scope, now }));
  }
  return {
    read: reports.reduce((sum, { read }) => sum + read, 0),
    ended: reports.reduce((sum, { ended }) => sum + ended, 0),
    refused: reports.flatMap(({ refused }) => refused),
    warnings: reports.flatMap(({ warnings }) => warnings),
  };
}

async function readFolder(
  engine: Engine,
  folder: MemoryFolder,
  { scope, now }: { readonly scope: FileScope; readonly now: number },
): Promise<SyncReport> {
  const records = await recordsOf(engine);
  const ledger = await ledgerOf(records, folder);
  const signature = await folder.signature();
  if (signature === ledger.signature) {
    const canEmbed = ledger.unembedded.length > 0 && engine.config.embedder.kind !== 'none';
    if (canEmbed) {
      const { unembedded, warnings } = await embedMemories(engine, ledger.unembedded);
      await putLedger(records, folder, { ...ledger, unembedded }, now);
      return { read: 0, ended: 0, refused: ledger.refused, warnings };
    }
    return { read: 0, ended: 0, refused: ledger.refused, warnings: [] };
  }
  const { files, refused: unreadable } = await folder.read();
  const refused = [...unreadable];
  const seen: Record<string, string> = {};
  const contents: Record<string, string> = {};
  const changed: { readonly id: string; readonly file: MemoryFile }[] = [];
  for (const { id, lines } of files) {
    const parsed = parseMemoryFile(id, lines);
    if (typeof parsed === 'string') {
      refused.push({ file: `${id}.md`, reason: parsed });
      // An unreadable file is not a deleted one.
      const before = ledger.files[id];
      if (before !== undefined) seen[id] = before;
      const wording = ledger.contents[id];
      if (wording !== undefined) contents[id] = wording;
      continue;
    }
    const { clean: file } = withoutSecrets(parsed);
    seen[id] = hashOf(id, file);
    contents[id] = hashText(file.content);
    if (ledger.files[id] !== seen[id]) changed.push({ id, file });
  }
  // Of two duplicates every clone keeps the older.
  changed.sort((a, b) => a.file.validFrom - b.file.validFrom || (a.id < b.id ? -1 : 1));
  const embed = new Set(ledger.unembedded);
  for (const { id, file } of changed) {
    await applyFile(engine, { id, file, scope, base: baseIn(ledger, id) }, now);
    embed.add(id);
  }
  const missing = Object.keys(ledger.files).filter((id) => seen[id] === undefined);
  const deleted = await folder.deleted(missing);
  const absent = { ...ledger.absent };
  for (const id of Object.keys(seen)) delete absent[id];
  for (const id of missing) absent[id] = ledger.files[id] ?? '';
  for (const id of deleted) {
    const ended = await endRecord(records, { id, wording: ledger.contents[id] }, now);
    if (ended !== undefined) absent[id] = hashOf(id, memoryFileOf(ended));
  }
  for (const id of missing) contents[id] = ledger.contents[id] ?? '';
  const { unembedded, warnings } = await embedMemories(engine, [...embed]);
  await putLedger(records, folder, { signature, files: seen, contents, absent, refused, unembedded }, now);
  return { read: changed.length, ended: deleted.length, refused, warnings };
}

/** What a folder last had of a memory: the hash of its file and that of the wording in it. */
interface Base {
  readonly file: string | undefined;
  readonly wording: string | undefined;
}

function baseIn(ledger: Ledger, id: string): Base {
  return { file: ledger.files[id] ?? ledger.absent[id], wording: ledger.contents[id] };
}

interface ChangedFile {
  readonly id: string;
  readonly file: MemoryFile;
  readonly scope: FileScope;
  readonly base: Base;
}

/**
 * Updates the record from a file that changed. If the record was changed elsewhere since this folder agreed with it,
 * as by an edit in another worktree, both edits are kept. Earlier wordings stay in its history.
 */
async function applyFile(engine: Engine, changed: ChangedFile, now: number): Promise<void> {
  const { id, file } = changed;
  const records = await recordsOf(engine);
  const before = await records.get(memories.name, id);
  if (before !== undefined && isKnown(memories.read(before).body, changed)) return;
  const [commit, code] = await Promise.all([headCommit(engine), findMentions(engine, file.content)]);
  const standing = { code, ...(commit !== undefined && { commit }) };
  await updateRecord(records, memories.name, id, (present) => {
    const body = present === undefined ? undefined : memories.read(present).body;
    return memories.recordOf(id, { ...fromFile(changed, body, now), ...standing }, now, present);
  });
  if (file.supersedes !== undefined) {
    const old = await records.get(memories.name, file.supersedes);
    if (old !== undefined && old.body['status'] === 'current')
      await memories.update(engine, old.id, now, (memory) => supersedeMemory(memory, id, file.validFrom));
  }
  if (file.status === 'current' && before === undefined) await mergeSame(engine, { id, file }, now);
}

/** Whether the file says nothing new: it is the record, or one that another worktree has long changed. */
function isKnown(memory: Memory, { id, file, base }: ChangedFile): boolean {
  if (hashOf(id, memoryFileOf(memory)) === hashOf(id, file)) return true;
  return (
    base.file === undefined &&
    memory.content !== file.content &&
    memory.history.some(({ content }) => content === file.content)
  );
}

function fromFile({ id, file, scope, base }: ChangedFile, before: Memory | undefined, now: number): Memory {
  const {
    validUntil: _until,
    supersededBy: _by,
    supersedes: _old,
    author: _author,
    ...kept
  } = before ?? newMemory({ ...file, scope }, { now: file.validFrom });
  if (before === undefined) return { ...kept, ...file, scope };
  const stored = memoryFileOf(before);
  const isBehind = base.file !== hashOf(id, stored);
  const merged = isBehind ? mergeEdits(stored, file, wordingOf(before, base)) : file;
  const earlier = new Set([before.content, file.content].filter((content) => content !== merged.content));
  return {
    ...kept,
    ...merged,
    scope,
    history: [
      ...kept.history,
      ...[...earlier].map((content) => ({ content, at: now, why: 'updated' as const })),
    ],
  };
}

/** The wording that a hash stands for, if the memory had it. */
function wordingOf({ content, history }: Memory, { wording }: Base): string | undefined {
  return [content, ...history.map((earlier) => earlier.content)].find((text) => hashText(text) === wording);
}

/** Two people may note the same on two branches: the older stays and supersedes the other. */
async function mergeSame(
  engine: Engine,
  { id, file }: { readonly id: string; readonly file: MemoryFile },
  now: number,
): Promise<void> {
  const same = (await similarMemories(engine, file.content)).find(
    (other) => other.id !== id && isNearDuplicate(other.body.content, file.content),
  );
  if (same === undefined) return;
  const isOlder = (one: Stored<Memory>, at: number, other: string) =>
    one.body.validFrom < at || (one.body.validFrom === at && one.id < other);
  const [kept, left] = isOlder(same, file.validFrom, id) ? [same.id, id] : [id, same.id];
  const { body: again } = await memories.get(engine, left);
  await memories.update(engine, kept, now, (memory) => mergeMemories(memory, again));
  await memories.update(engine, left, now, (memory) => supersedeMemory(memory, kept, now));
}

/** Ends a memory whose file was deleted, unless somebody reworded it elsewhere meanwhile. */
async function endRecord(
  records: RecordStore,
  { id, wording }: { readonly id: string; readonly wording: string | undefined },
  now: number,
): Promise<Memory | undefined> {
  const present = await records.get(memories.name, id);
  if (present === undefined) return undefined;
  const { body } = memories.read(present);
  if (body.status !== 'current') return body;
  if (wording !== undefined && hashText(memoryFileOf(body).content) !== wording) return undefined;
  const ended = await updateRecord(records, memories.name, id, (before = present) =>
    memories.recordOf(id, endMemory(memories.read(before).body, now), now, before),
  );
  return memories.read(ended).body;
}

/**
 * Writes the files of memories just changed here; those moved to another scope lose theirs. What somebody wrote into
 * a file since it was last read is taken over first.
 */
export async function writeMemoryFiles(engine: Engine, ids: readonly string[], now: number): Promise<void> {
  const { memoryFolders } = engine;
  if (memoryFolders === undefined) return;
  const records = await recordsOf(engine);
  const memoryOf = async (id: string) => {
    const record = await records.get(memories.name, id);
    return record === undefined ? undefined : memories.read(record).body;
  };
  for (const scope of FILE_SCOPES) {
    const folder = memoryFolders[scope];
    const ledger = await ledgerOf(records, folder);
    const files = { ...ledger.files };
    const contents = { ...ledger.contents };
    let isChanged = false;
    for (const id of ids) {
      const memory = await memoryOf(id);
      if (memory?.scope === scope) {
        await folder.make();
        await readEdit(engine, folder, { id, scope, base: baseIn(ledger, id) }, now);
        const file = memoryFileOf((await memoryOf(id)) ?? memory);
        await folder.write(id, renderMemoryFile(id, file));
        files[id] = hashOf(id, file);
        contents[id] = hashText(file.content);
      } else if (files[id] !== undefined) {
        await folder.remove(id);
        delete files[id];
        delete contents[id];
      } else continue;
      isChanged = true;
    }
    // Concurrent changes by others are not seen yet, so force a read before the next operation.
    if (isChanged) await putLedger(records, folder, { ...ledger, files, contents, signature: '' }, now);
  }
}

/** Takes over what a file says that changed since this folder was read; refuses to lose what cannot be read. */
async function readEdit(
  engine: Engine,
  folder: MemoryFolder,
  { id, scope, base }: Omit<ChangedFile, 'file'>,
  now: number,
): Promise<void> {
  const lines = await folder.readOne(id);
  if (lines === undefined) return;
  const parsed = typeof lines === 'string' ? lines : parseMemoryFile(id, lines);
  if (typeof parsed === 'string') {
    throw new DossierError(
      'conflict',
      `${id}.md was changed and cannot be read: ${parsed} The memory is in the store; mend the file, then "dossier memory sync" writes it.`,
    );
  }
  const { clean: file } = withoutSecrets(parsed);
  if (hashOf(id, file) !== base.file) await applyFile(engine, { id, file, scope, base }, now);
}

/** Syncs files and store both ways; `share` also writes the project's current memories, except events. */
export async function syncMemories(
  engine: Engine,
  options: { readonly share: boolean; readonly now: number },
): Promise<SyncReport & { readonly written: number }> {
  const { memoryFolders } = engine;
  if (memoryFolders === undefined) {
    throw new DossierError('unavailable', 'This server keeps memories only in its store, not in files.');
  }
  await memoryFolders.team.make();
  const report = await readMemoryFiles(engine, options.now);
  const all = await memories.list(engine, { limit: MAX_MEMORIES });
  const own = all.filter(({ body }) => body.scope === 'team' || (options.share && isShareable(body)));
  const records = await recordsOf(engine);
  const before = await ledgerOf(records, memoryFolders.team);
  for (const { id, body } of own) {
    if (body.scope !== 'team')
      await memories.update(engine, id, options.now, (memory) => ({ ...memory, scope: 'team' }));
  }
  const outdated = own.filter(
    ({ id, body }) =>
      before.files[id] !== hashOf(id, memoryFileOf(body)) &&
      !report.refused.some(({ file }) => file === `${id}.md`) &&
      (body.status === 'current' || before.files[id] !== undefined),
  );
  await writeMemoryFiles(
    engine,
    outdated.map(({ id }) => id),
    options.now,
  );
  return { ...report, written: outdated.length };
}

/** Events, such as turns of a conversation, belong to their session. */
const isShareable = ({ scope, status, category }: Memory) =>
  scope === 'project' && status === 'current' && category !== 'event';
const MAX_MEMORIES = 5000;

function hashOf(id: string, file: MemoryFile): string {
  return hashText(renderMemoryFile(id, file));
}

async function ledgerOf(records: RecordStore, folder: MemoryFolder): Promise<Ledger> {
  const record = await records.get(LEDGER, folder.key);
  return ledgerSchema.safeParse(record?.body).data ?? NOTHING_SEEN;
}

async function putLedger(
  records: RecordStore,
  folder: MemoryFolder,
  ledger: Ledger,
  now: number,
): Promise<StoredRecord> {
  return records.put({
    kind: LEDGER,
    id: folder.key,
    body: asBody(ledger),
    text: '',
    createdAt: now,
    updatedAt: now,
  });
}

async function embedMemories(
  engine: Engine,
  ids: readonly string[],
): Promise<{ readonly unembedded: string[]; readonly warnings: readonly string[] }> {
  if (ids.length === 0) return { unembedded: [], warnings: [] };
  const records = await recordsOf(engine);
  const found = await Promise.all(ids.map((id) => records.get(memories.name, id)));
  const texts = found.flatMap((record) =>
    record === undefined
      ? []
      : [{ kind: memories.name, id: record.id, texts: memories.texts(memories.read(record).body) }],
  );
  const warnings = await embedRecords(engine, texts);
  return { unembedded: warnings.length === 0 ? [] : texts.map(({ id }) => id), warnings };
}
