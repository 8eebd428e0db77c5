import { type Engine, recordsOf } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import type { StoredRecord } from '../core/store.ts';
import { termsOf } from '../core/text/terms.ts';
import type { SourceKind } from '../core/vocabulary.ts';
import { recordDelivery, splitByDelivery } from '../sessions/session-ledger.ts';
import { NO_EMBEDDER } from './embed-records.ts';
import { searchExperiences } from './experiences/search-experiences.ts';
import { experienceItem, memoryItem, valueItem } from './knowledge-items.ts';
import type { SourceAnswer } from './knowledge-sources.ts';
import { notesOn } from './memories/check-memory.ts';
import { holdsHere, memories } from './memories/memory-records.ts';
import { recall } from './memories/recall.ts';
import { NEAR, nearTheBest } from './near-the-best.ts';
import { searchRecords } from './search-records.ts';
import { sharesMuch } from './shares-much.ts';
import { values } from './values/values.ts';

interface LearntQuery {
  readonly text: string;
  /** Files in the context: memories about them come first. */
  readonly files?: readonly string[];
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/** A memory is a sentence, an experience a story, and a value stands for several of those. */
const MAX_MEMORIES = 4;
const MAX_EXPERIENCES = 2;
const MAX_VALUES = 1;
const MAX_PER_KIND: Readonly<Partial<Record<SourceKind, number>>> = {
  memory: MAX_MEMORIES,
  experience: MAX_EXPERIENCES,
  value: MAX_VALUES,
};
const MAX_TOGETHER = 5;
/** For memories about a file that share no word with the text. */
const MAX_OF_FILES = 2;
const FILES_LOOKED_AT = 5;

interface Scored {
  readonly score: number;
  readonly clear: boolean;
  readonly item: ContextItem;
}

/**
 * Memories, experiences and values that clearly apply to a text, best first, without those far below the best. Empty
 * if the text shares no telling word with any of them.
 */
export async function learntFor(engine: Engine, query: LearntQuery): Promise<SourceAnswer> {
  const asked = { query: query.text, now: query.now, signal: query.signal };
  const [recalled, experiences, principles, ofFiles] = await Promise.all([
    recall(engine, { ...asked, limit: MAX_MEMORIES * 2 }),
    searchExperiences(engine, { ...asked, axis: 'full', limit: MAX_EXPERIENCES * 2 }),
    searchRecords(engine, {
      kind: values.name,
      axis: 'full',
      text: query.text,
      filter: { where: { status: 'current' } },
      limit: MAX_VALUES * 2,
      ...(query.signal !== undefined && { signal: query.signal }),
    }),
    memoriesOfFiles(engine, query.files ?? []),
  ]);
  const fileOf = new Map(ofFiles.map(({ record, path }) => [record.id, path]));
  const scored: Scored[] = [
    ...recalled.memories.map(({ memory, notes, clear, ...hit }) => ({
      score: hit.score,
      clear: clear || fileOf.has(hit.id),
      item: memoryItem(memory, hit, notes),
    })),
    ...experiences.found.map(({ experience, clear, ...hit }) => ({
      score: hit.score,
      clear,
      item: experienceItem(experience, hit),
    })),
    ...principles.hits.map(({ record, score, reasons, clear }) => ({
      score,
      clear,
      item: valueItem(values.read(record).body, { id: record.id, score, reasons }),
    })),
  ];
  // A memory about a shown file is boosted, but must not displace matches by words.
  const chosen = atMost(clearlyNear(scored)).map((each) => aboutFile(each.item, fileOf.get(each.item.id)));
  const present = new Set(chosen.map(({ id }) => id));
  const others = ofFiles.filter(({ record }) => !present.has(record.id)).slice(0, MAX_OF_FILES);
  const best = Math.max(0, ...chosen.map(({ relevance }) => relevance)) || 1;
  const ofFilesAlone = await Promise.all(
    others.map(async ({ record, path }) => {
      const { id, body } = memories.read(record);
      const score = FILE_SHARE * Math.min(best, body.importance);
      return memoryItem(
        body,
        { id, score, reasons: [{ rule: 'file', score, detail: path }] },
        await notesOn(engine, body),
      );
    }),
  );
  return {
    items: [...chosen, ...ofFilesAlone]
      .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
      .slice(0, MAX_TOGETHER),
    // Nobody asked, so a missing embedder is not worth a warning.
    warnings: [...new Set([...recalled.warnings, ...experiences.warnings, ...principles.warnings])].filter(
      (warning) => warning !== NO_EMBEDDER,
    ),
  };
}

/** Long stories share more words than sentences, so memories are compared with the best memory. */
function clearlyNear(scored: readonly Scored[]): readonly Scored[] {
  const isMemory = ({ item }: Scored) => item.source === 'memory';
  return [
    ...nearTheBest(scored.filter(isMemory), NEAR.unasked),
    ...nearTheBest(scored, NEAR.unasked).filter((each) => !isMemory(each)),
  ].filter(({ clear }) => clear);
}

/** Share of the distance to 1 that a memory gains by being about a shown file. */
const FILE_SHARE = 0.3;

function aboutFile(item: ContextItem, path: string | undefined): ContextItem {
  if (path === undefined) return item;
  const gain = FILE_SHARE * (1 - item.relevance);
  const reason = { rule: 'file', score: Math.round(gain * 1000) / 1000, detail: path };
  return { ...item, relevance: item.relevance + gain, reasons: [...item.reasons, reason] };
}

function atMost(scored: readonly Scored[]): readonly Scored[] {
  const sorted = [...scored].sort((a, b) => b.score - a.score || (a.item.id < b.item.id ? -1 : 1));
  const rankOf = ({ item }: Scored) =>
    sorted
      .filter((other) => other.item.source === item.source)
      .findIndex((other) => other.item.id === item.id);
  return sorted.filter((each) => rankOf(each) < (MAX_PER_KIND[each.item.source] ?? 0)).slice(0, MAX_TOGETHER);
}

/** Current memories that list one of these files or a folder above it, or name code in it. */
async function memoriesOfFiles(
  engine: Engine,
  files: readonly string[],
): Promise<readonly { readonly record: StoredRecord; readonly path: string }[]> {
  const paths = [...new Set(files)].slice(0, FILES_LOOKED_AT);
  if (paths.length === 0) return [];
  const terms = [...new Set(paths.flatMap((path) => termsOf(path)))].map((term) => ({ term, weight: 1 }));
  const found = await (await recordsOf(engine)).match(memories.name, terms, {
    where: { status: 'current' },
    limit: MAX_MATCHED,
  });
  const holds = await holdsHere(engine);
  return found.flatMap(({ record }) => {
    if (!holds(record)) return [];
    const { files: about, code } = memories.read(record).body;
    const path = paths.find((shown) =>
      [...about, ...code.map((mention) => mention.path)].some((each) => isAt(shown, each)),
    );
    return path === undefined ? [] : [{ record, path }];
  });
}

const MAX_MATCHED = 30;

function isAt(path: string, fileOrFolder: string): boolean {
  return (
    path === fileOrFolder || path.startsWith(fileOrFolder.endsWith('/') ? fileOrFolder : `${fileOrFolder}/`)
  );
}

interface LearntLines {
  readonly text: string;
  readonly ids: readonly string[];
}

export const NOTHING_LEARNT: LearntLines = { text: '', ids: [] };

/**
 * What was learnt that applies to a prompt, as lines for an agent's context: at most `maxCharacters`, nothing the
 * session already has, each line with the id to cite. Empty if nothing clearly applies.
 */
export async function learntForPrompt(
  engine: Engine,
  prompt: string,
  options: {
    readonly now: number;
    readonly maxCharacters: number;
    readonly session?: string | undefined;
    /** With files, only memories about them. */
    readonly files?: readonly string[];
    /** Ids that were given a moment ago. */
    readonly given?: readonly string[];
    /** Only what has much of the prompt: for a prompt that need not ask anything. */
    readonly onlyMuch?: boolean;
  },
): Promise<LearntLines> {
  const { now, session, maxCharacters, files, given = [], onlyMuch = false } = options;
  const { items } = await learntFor(engine, { text: prompt, now, ...(files && { files }) });
  const wanted = items.filter(
    ({ id, content, reasons }) =>
      !given.includes(id) &&
      (files === undefined || reasons.some(({ rule }) => rule === 'file')) &&
      (!onlyMuch || sharesMuch(prompt, content)),
  );
  const { unsent } = await splitByDelivery(engine, session, wanted);
  const heading = files === undefined ? LEARNT_HEADING : LEARNT_OF_FILES;
  const lines: string[] = [];
  const sent: ContextItem[] = [];
  let length = heading.length;
  for (const item of unsent) {
    const line = `- ${item.content.replaceAll(/\s*\n\s*/g, ' ')} [${item.id}]`;
    if (length + line.length + 1 > maxCharacters) continue;
    length += line.length + 1;
    lines.push(line);
    sent.push(item);
  }
  if (lines.length === 0) return NOTHING_LEARNT;
  if (session !== undefined) {
    const context = {
      tokenCount: Math.ceil(length / CHARACTERS_PER_TOKEN),
      items: sent.map(({ id, content }) => ({
        id,
        tokens: Math.ceil(content.length / CHARACTERS_PER_TOKEN),
        citation: id,
        truncated: false,
        stale: false,
      })),
    };
    await recordDelivery(engine, { session, operation: 'prompt', query: prompt, context, items: sent }, now);
  }
  return { text: [heading, ...lines].join('\n'), ids: sent.map(({ id }) => id) };
}

export async function hasMemories(engine: Engine): Promise<boolean> {
  return (await (await recordsOf(engine)).count(memories.name)) > 0;
}

const LEARNT_HEADING = 'Learnt in this project before:';
const LEARNT_OF_FILES = 'About these files:';
const CHARACTERS_PER_TOKEN = 4;
