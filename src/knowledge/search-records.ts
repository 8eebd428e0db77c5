import type { Engine } from '../core/engine.ts';
import { recordsOf } from '../core/engine.ts';
import { errorMessage } from '../core/errors.ts';
import type { Reason } from '../core/item.ts';
import type { RecordFilter, RecordStore, StoredRecord } from '../core/store.ts';
import { stem } from '../core/text/terms.ts';
import { translateQuestion } from '../search/languages/translate-question.ts';
import { wordListOf } from '../search/languages/word-list-of.ts';
import { embedderOf, embedQuestion } from './embed-records.ts';
import { MEANING, type MeaningRules, relevanceOf } from './score-records.ts';
import {
  type AskedTerm,
  askedConcepts,
  askedTerms,
  conceptTermsAsked,
  rarityOf,
  relativesAsked,
  type WordEvidence,
  type WordStatistics,
  wordEvidence,
} from './word-share.ts';

interface RecordQuery {
  readonly kind: string;
  readonly text: string;
  /** The vectors to compare; without it only words count. */
  readonly axis?: string | undefined;
  /** Parts of a record whose words are matched one by one. Default: everything full-text search sees, at once. */
  readonly partsOf?: ((record: StoredRecord) => readonly RecordPart[]) | undefined;
  readonly meaning?: MeaningRules | undefined;
  readonly filter?: RecordFilter;
  readonly limit: number;
  /** Also what shares no word and is not clearly alike, with a score of 0. */
  readonly faint?: boolean | undefined;
  readonly signal?: AbortSignal;
}

interface RecordPart {
  readonly text: string;
  /** What all of a question's words in this part alone would count. */
  readonly weight: number;
}

export interface RecordHit {
  readonly record: StoredRecord;
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** The question's words it contains, each with how much it is about the word, 0..1. */
  readonly words: ReadonlyMap<string, number>;
  /** Whether it shares enough with the question to be shown unasked. */
  readonly clear: boolean;
  /** Of the two vectors; 0 without any. */
  readonly cosine: number;
}

export interface RecordAnswer {
  readonly hits: readonly RecordHit[];
  /** The weight of each word of the question. */
  readonly rarity: ReadonlyMap<string, number>;
  readonly warnings: readonly string[];
}

/** Records that answer a text, by words and by meaning; if one way fails, a warning names it. */
export async function searchRecords(engine: Engine, query: RecordQuery): Promise<RecordAnswer> {
  const records = await recordsOf(engine);
  const { meaning = MEANING } = query;
  const english = await attempt('words', () => inEnglish(engine, records, query));
  const text = english.value ?? query.text;
  const terms = askedTerms(text);
  const concepts = askedConcepts(text);
  const options = { ...query.filter, limit: Math.max(MIN_CANDIDATES, query.limit * 2) };
  const [byWords, byMeaning] = await Promise.all([
    attempt('words', async () => {
      const relatives = relativesAsked(terms);
      const ofConcepts = conceptTermsAsked(concepts);
      const statistics = await wordStatistics(records, query.kind, terms, [...relatives, ...ofConcepts]);
      const isKnown = (term: string) => (statistics.frequencies.get(term) ?? 0) > 0;
      const wanted = new Map<string, number>();
      for (const term of ofConcepts.filter(isKnown)) wanted.set(term, CONCEPT_WEIGHT);
      for (const term of relatives.filter(isKnown)) wanted.set(term, 1);
      for (const { term, joined } of terms) for (const each of [term, ...joined]) wanted.set(each, 1);
      const found = await records.match(
        query.kind,
        [...wanted].map(([term, weight]) => ({ term, weight })),
        options,
      );
      return { found, statistics };
    }),
    attempt('meaning', async () => {
      const { axis } = query;
      if (axis === undefined) return { found: [], warnings: [] };
      const { embedder, warnings } = await embedderOf(engine);
      if (embedder === undefined) return { found: [], warnings };
      const vector = await embedQuestion(embedder, text, query.signal);
      const found = await records.nearest(query.kind, axis, vector, {
        ...options,
        model: embedder.model,
      });
      return { found, warnings };
    }),
  ]);
  const candidates = new Map<string, { record: StoredRecord; cosine?: number }>();
  for (const { record } of byWords.value?.found ?? []) candidates.set(record.id, { record });
  for (const { record, score } of byMeaning.value?.found ?? []) {
    candidates.set(record.id, { record, cosine: score });
  }
  const statistics = byWords.value?.statistics ?? NOTHING_KNOWN;
  const hits = [...candidates.values()]
    .map(({ record, cosine }) => {
      const parts = query.partsOf?.(record) ?? [{ text: record.text, weight: 1 }];
      const { share, mass, found } = evidenceOf(parts, (text) =>
        wordEvidence(terms, text, statistics, concepts),
      );
      const words = byWords.value === undefined ? 0 : share;
      return {
        record,
        words: found,
        clear: mass >= CLEAR_MASS || (cosine ?? 0) >= meaning.clear,
        cosine: cosine ?? 0,
        ...relevanceOf({ words, ...(cosine !== undefined && { cosine }) }, meaning),
      };
    })
    .filter((hit) => hit.score > 0 || query.faint === true)
    .sort((a, b) => b.score - a.score || b.cosine - a.cosine || (a.record.id < b.record.id ? -1 : 1));
  const warnings = [byWords.warning, byMeaning.warning, ...(byMeaning.value?.warnings ?? [])];
  return {
    hits: hits.slice(0, query.limit),
    rarity: new Map(terms.map(({ term }) => [term, rarityOf(term, statistics)])),
    warnings: warnings.filter((text) => text !== undefined),
  };
}

/** The question in English and, as far as the records are in its own language, in that. */
async function inEnglish(
  engine: Engine,
  records: RecordStore,
  { kind, text }: Pick<RecordQuery, 'kind' | 'text'>,
): Promise<string> {
  if (text.length > LONGEST_TRANSLATED) return text;
  const known = async (words: readonly string[]) => {
    const frequencies = await records.documentFrequencies(kind, words.map(stem));
    return new Set(words.filter((word) => (frequencies.get(stem(word)) ?? 0) > 0));
  };
  const translated = await translateQuestion(text, {
    wordList: (language) => wordListOf(engine, language),
    known,
  });
  if (translated === undefined) return text;
  const own = await known(translated.words.map(({ from }) => from));
  return [translated.text, ...own].join(' ');
}

/** Longer ones are mostly pasted, and their words say enough. */
const LONGEST_TRANSLATED = 300;

/** Evidence of parts adds up; the whole text decides whether it is clear. */
function evidenceOf(parts: readonly RecordPart[], evidence: (text: string) => WordEvidence): WordEvidence {
  const whole = evidence(parts.map(({ text }) => text).join('\n'));
  if (parts.length === 1) return whole;
  const share = parts.reduce((sum, { text, weight }) => sum + weight * evidence(text).share, 0);
  return { ...whole, share };
}

/** Words of the question itself decide first which records are scored at all. */
const CONCEPT_WEIGHT = 0.3;

/** One word that at most ten in a thousand records have, or two that fifty have. */
const CLEAR_MASS = 4.5;

const NOTHING_KNOWN: WordStatistics = { frequencies: new Map(), documents: 0 };

/** Both ways together rarely need more; scoring a hundred short records takes about 1 ms. */
const MIN_CANDIDATES = 50;

async function wordStatistics(
  records: RecordStore,
  kind: string,
  terms: readonly AskedTerm[],
  relatives: readonly string[],
): Promise<WordStatistics> {
  const [frequencies, documents] = await Promise.all([
    records.documentFrequencies(kind, [...new Set([...terms.map(({ term }) => term), ...relatives])]),
    records.count(kind),
  ]);
  return { frequencies, documents };
}

async function attempt<T>(
  way: string,
  search: () => Promise<T>,
): Promise<{ readonly value?: T; readonly warning?: string }> {
  try {
    return { value: await search() };
  } catch (error) {
    return { warning: `Searching by ${way} failed: ${errorMessage(error)}` };
  }
}
