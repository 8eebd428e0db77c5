import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import { DossierError, errorMessage } from '../core/errors.ts';
import type { ContextItem } from '../core/item.ts';
import type { ChunkInfo, FileRow, IndexStore } from '../core/store.ts';
import { hashText } from '../core/text/hash.ts';
import { termsOf } from '../core/text/terms.ts';
import { recentlyUsed } from '../sessions/feedback.ts';
import { inOrder } from './references.ts';
import { HISTORY_MESSAGES, selectHistory } from './select-history.ts';
import { MESSAGE, type Message, messageOfRecord, type Reference, type Thread } from './thread.ts';
import { findThread, latestMessages } from './threads.ts';

/** What one source returned, and its warnings. */
export interface Found {
  readonly items: readonly ContextItem[];
  readonly warnings: readonly string[];
  readonly failed?: boolean;
}

const RECENT_ITEMS = 5;
const LISTED_PATHS = 200;
const FOLDER_ITEMS = 5;
/** The latest messages represent a referenced thread. */
const MESSAGES_OF_REFERENCE = 5;

/** Turns a source's failure into a warning, so that the others still answer. */
export async function catchAsWarning(what: string, found: Promise<Found>): Promise<Found> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof DossierError && error.code === 'cancelled') throw error;
    return { items: [], warnings: [`${what} could not be read: ${errorMessage(error)}`], failed: true };
  }
}

/** The items behind explicit references, by tier. */
export async function referenceItems(
  engine: Engine,
  references: readonly Reference[],
  search: (paths: readonly string[], limit: number) => Promise<Found>,
): Promise<Found> {
  const index = (await engine.store()).index(engine.scope);
  const found = await Promise.all(
    inOrder(references).map((reference) =>
      catchAsWarning(`@${reference.target}`, resolveReference(engine, index, reference, search)),
    ),
  );
  return {
    items: found.flatMap(({ items }) => items),
    warnings: found.flatMap(({ warnings }) => warnings),
    failed: found.some(({ failed }) => failed === true),
  };
}

async function resolveReference(
  engine: Engine,
  index: IndexStore,
  reference: Reference,
  search: (paths: readonly string[], limit: number) => Promise<Found>,
): Promise<Found> {
  switch (reference.kind) {
    case 'file':
      return fileItem(engine, index, reference);
    case 'folder':
      return folderItems(index, reference.target, search);
    case 'thread':
      return threadItem(engine, reference.target);
  }
}

/** Only files of the owner's index can be referenced, so a path can reach nothing else. */
async function fileItem(engine: Engine, index: IndexStore, reference: Reference): Promise<Found> {
  const matching = await index.filesEndingWith(reference.target);
  const file = matching.find(({ path }) => path === reference.target) ?? matching[0];
  if (file === undefined) {
    return {
      items: [],
      warnings: [`@${reference.target} is not in the index; "dossier index" reads new files.`],
    };
  }
  const warnings =
    matching.length > 1 && file.path !== reference.target
      ? [`@${reference.target} could be ${matching.length} files; ${file.path} was taken.`]
      : [];
  const lines = await linesOf(engine, index, file);
  const startLine = Math.min(reference.startLine ?? 1, Math.max(1, lines.length));
  const endLine = Math.max(startLine, Math.min(reference.endLine ?? lines.length, lines.length));
  const item: ContextItem = {
    id: `ref-${hashText(`${file.path}:${startLine}-${endLine}`)}`,
    source: 'reference',
    entityType: 'file',
    name: file.path,
    content: lines.slice(startLine - 1, endLine).join('\n'),
    location: { path: file.path, startLine, endLine, language: file.language },
    relevance: 1,
    reasons: [reasonOf(reference)],
    updatedAt: file.modifiedAt,
    metadata: { source: 'reference', referenceKind: 'file' },
  };
  return { items: [item], warnings };
}

async function linesOf(engine: Engine, index: IndexStore, file: FileRow): Promise<readonly string[]> {
  const read = await (await engine.reader()).read(file.path);
  if (typeof read === 'object') return read.lines;
  // Gone from disk, but the index still has its chunks.
  const parts = await index.chunksOfFiles([file.path]);
  const texts = await index.chunks(parts.map(({ id }) => id));
  return texts.flatMap(({ text }) => text.split('\n'));
}

async function folderItems(
  index: IndexStore,
  folder: string,
  search: (paths: readonly string[], limit: number) => Promise<Found>,
): Promise<Found> {
  const paths = (await index.files()).map(({ path }) => path).filter((path) => path.startsWith(folder));
  if (paths.length === 0) {
    return { items: [], warnings: [`@${folder} holds nothing that is in the index.`] };
  }
  const more = paths.length > LISTED_PATHS ? [`… ${paths.length - LISTED_PATHS} more`] : [];
  const listing: ContextItem = {
    id: `ref-${hashText(folder)}`,
    source: 'reference',
    entityType: 'document',
    name: folder,
    content: [...paths.slice(0, LISTED_PATHS), ...more].join('\n'),
    relevance: 1,
    reasons: [{ rule: 'reference', score: 1, detail: `@${folder}` }],
    metadata: { source: 'reference', referenceKind: 'folder' },
  };
  const { items, warnings } = await search([`./${folder}`], FOLDER_ITEMS);
  return { items: [listing, ...items], warnings };
}

async function threadItem(engine: Engine, target: string): Promise<Found> {
  const records = await recordsOf(engine);
  const thread = await findThread(records, target);
  const messages = (await latestMessages(records, thread.id, MESSAGES_OF_REFERENCE)).toReversed();
  const item: ContextItem = {
    id: thread.id,
    source: 'reference',
    entityType: 'session',
    name: thread.title,
    content: messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n'),
    relevance: 1,
    reasons: [{ rule: 'reference', score: 1, detail: `@thread:${thread.name}` }],
    updatedAt: thread.updatedAt,
    metadata: { source: 'reference', referenceKind: 'thread' },
  };
  return { items: [item], warnings: [] };
}

function reasonOf({ target, tier, origin }: Reference) {
  return { rule: 'reference', score: 1, detail: `@${target}, tier ${tier}, ${origin}` };
}

/** The latest messages and older matches, without the message being answered. */
export async function messageItems(engine: Engine, thread: Thread, message: string): Promise<Found> {
  const records = await recordsOf(engine);
  const terms = [...new Set(termsOf(message))].map((term) => ({ term, weight: 1 }));
  const [latest, matching] = await Promise.all([
    latestMessages(records, thread.id, HISTORY_MESSAGES + 1),
    records.match(MESSAGE, terms, { where: { threadId: thread.id }, limit: HISTORY_MESSAGES }),
  ]);
  const current = latest[0]?.content === message ? latest[0].id : undefined;
  const isOther = (each: Message) => each.id !== current;
  const chosen = selectHistory(
    latest.filter(isOther),
    matching
      .map(({ record, score }) => ({ message: messageOfRecord(record), score }))
      .filter((match) => isOther(match.message)),
  );
  return { items: chosen.map(messageItem), warnings: [] };
}

function messageItem({ id, threadId, role, content, createdAt }: Message): ContextItem {
  return {
    id,
    source: 'message',
    entityType: 'message',
    name: `${role} message`,
    content,
    relevance: 0,
    reasons: [],
    createdAt,
    metadata: { source: 'message', threadId, role },
  };
}

/** Chunks the owner recently found useful. */
export async function recentItems(engine: Engine): Promise<Found> {
  const used = await recentlyUsed(engine, RECENT_ITEMS);
  if (used.length === 0) return { items: [], warnings: [] };
  const index = (await engine.store()).index(engine.scope);
  const chunks = await index.chunks(used.map(({ itemId }) => itemId));
  return { items: chunks.map((chunk) => chunkItem(chunk, 0)), warnings: [] };
}

function chunkItem(chunk: ChunkInfo & { readonly text: string }, relevance: number): ContextItem {
  const source = chunk.role === 'document' ? 'document' : 'code';
  return {
    id: chunk.id,
    source,
    entityType: chunk.entityType,
    name: chunk.name,
    qualifiedName: chunk.qualifiedName,
    content: chunk.text,
    location: {
      path: chunk.path,
      startLine: chunk.startLine,
      endLine: chunk.endLine,
      language: chunk.language,
    },
    relevance,
    reasons: [],
  };
}
