import { type Engine, recordsOf } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import type { StoredRecord } from '../core/store.ts';
import { termsOf } from '../core/text/terms.ts';
import type { SourceKind } from '../core/vocabulary.ts';
import { tellingWords } from './common-words.ts';
import { NO_EMBEDDER } from './embed-records.ts';
import { searchExperiences } from './experiences/search-experiences.ts';
import { experienceItem, memoryItem, valueItem } from './knowledge-items.ts';
import type { SourceAnswer } from './knowledge-sources.ts';
import { notesOn } from './memories/check-memory.ts';
import { holdsHere, memories } from './memories/memory-records.ts';
import { recall } from './memories/recall.ts';
import { NEAR, nearTheBest } from './near-the-best.ts';
import { faintOf, mostPossible } from './possibly-learnt.ts';
import { searchRecords } from './search-records.ts';
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
  readonly cosine: number;
  readonly clear: boolean;
  readonly item: ContextItem;
}

interface LearntAnswer extends SourceAnswer {
  /** A few more that may apply, best first: to be named, not told. */
  readonly possibly: readonly ContextItem[];
}

/**
 * Memories, experiences and values that clearly apply to a text, best first, without those far below the best. Empty
 * if the text shares no telling word with any of them.
 */
export async function learntFor(engine: Engine, query: LearntQuery): Promise<LearntAnswer> {
  const asked = { query: query.text, now: query.now, signal: query.signal };
  const [recalled, experiences, principles, ofFiles] = await Promise.all([
    recall(engine, { ...asked, limit: MAX_MEMORIES * 3, faint: true }),
    searchExperiences(engine, { ...asked, axis: 'full', limit: MAX_EXPERIENCES * 3, faint: true }),
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
    ...recalled.memories.map(({ memory, notes, clear, cosine, ...hit }) => ({
      score: hit.score,
      cosine,
      clear: clear || fileOf.has(hit.id),
      item: memoryItem(memory, hit, notes),
    })),
    ...experiences.found.map(({ experience, clear, cosine, ...hit }) => ({
      score: hit.score,
      cosine,
      clear,
      item: experienceItem(experience, hit),
    })),
    ...principles.hits.map(({ record, score, reasons, clear, cosine }) => ({
      score,
      cosine,
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
  const items = [...chosen, ...ofFilesAlone]
    .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_TOGETHER);
  const possible = scored.flatMap((each) =>
    each.item.source === 'value' ? [] : [{ item: each.item, faint: faintOf(each) }],
  );
  return {
    items,
    possibly: tellingWords(query.text).length === 0 ? [] : mostPossible(possible, items),
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
