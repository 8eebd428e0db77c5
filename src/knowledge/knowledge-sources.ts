import { itemsOfHits } from '../context/items-of-hits.ts';
import type { Engine } from '../core/engine.ts';
import type { ContextItem } from '../core/item.ts';
import { SEARCH_DEFAULTS } from '../core/query.ts';
import { wordsOf } from '../core/text/terms.ts';
import type { ContextType, SourceKind } from '../core/vocabulary.ts';
import { CERTAINTY_NOTES, searchProject } from '../search/search-project.ts';
import { stemFrequencies } from '../search/stem-frequencies.ts';
import { searchExperiences } from './experiences/search-experiences.ts';
import { commitItem, experienceItem, memoryItem, valueItem } from './knowledge-items.ts';
import { recall } from './memories/recall.ts';
import { adjust, relevanceOf } from './score-records.ts';
import { searchRecords } from './search-records.ts';
import { values } from './values/values.ts';
import { askedTerms, wordEvidence } from './word-share.ts';

export const SOURCE_OF: Readonly<Record<ContextType, SourceKind>> = {
  memories: 'memory',
  code: 'code',
  documents: 'document',
  experiences: 'experience',
  values: 'value',
  commits: 'commit',
};

export interface SourceQuery {
  readonly query: string;
  readonly limit: number;
  readonly now: number;
  readonly since?: number | undefined;
  readonly author?: string | undefined;
  readonly signal: AbortSignal;
}

export interface SourceAnswer {
  readonly items: readonly ContextItem[];
  readonly warnings: readonly string[];
}

export type Source = (engine: Engine, query: SourceQuery) => Promise<SourceAnswer>;

/** How each source is searched. A caller may override one. */
export const KNOWLEDGE_SOURCES: Readonly<Record<ContextType, Source>> = {
  memories: async (engine, query) => {
    const { memories, warnings } = await recall(engine, query);
    return {
      items: memories.map(({ memory, notes, ...scored }) => memoryItem(memory, scored, notes)),
      warnings,
    };
  },
  experiences: async (engine, query) => {
    const { found, warnings } = await searchExperiences(engine, { ...query, axis: 'full' });
    return { items: found.map(({ experience, ...scored }) => experienceItem(experience, scored)), warnings };
  },
  values: searchValues,
  commits: searchCommits,
  code: (engine, query) => searchIndexed(engine, query, 'code'),
  documents: (engine, query) => searchIndexed(engine, query, 'document'),
};

export async function searchValues(engine: Engine, query: SourceQuery): Promise<SourceAnswer> {
  const { hits, warnings } = await searchRecords(engine, {
    kind: values.name,
    axis: 'full',
    text: query.query,
    filter: { where: { status: 'current' } },
    limit: query.limit,
    signal: query.signal,
  });
  const items = hits.map(({ record, score, reasons }) =>
    valueItem(values.read(record).body, { id: record.id, score, reasons }),
  );
  return { items, warnings };
}

async function searchCommits(engine: Engine, query: SourceQuery): Promise<SourceAnswer> {
  const index = (await engine.store()).index(engine.scope);
  const terms = askedTerms(query.query);
  const [found, state, frequencies] = await Promise.all([
    index.matchCommits(
      terms.map(({ term }) => ({ term, weight: 1 })),
      {
        limit: query.limit,
        ...(query.since !== undefined && { since: query.since }),
        ...(query.author !== undefined && { author: query.author }),
      },
    ),
    index.state(),
    stemFrequencies(index, wordsOf(query.query)),
  ]);
  const statistics = { frequencies, documents: Math.max(state.chunks, state.commits) };
  const items = found
    .map(({ commit }) => {
      const { share: words } = wordEvidence(
        terms,
        `${commit.message}\n${commit.files.map(({ path }) => path).join('\n')}`,
        statistics,
      );
      return commitItem(commit, {
        id: `commit:${commit.sha}`,
        ...adjust(relevanceOf({ words }), { age: query.now - commit.time }),
      });
    })
    .sort((a, b) => b.relevance - a.relevance || (a.id < b.id ? -1 : 1));
  return { items, warnings: [] };
}

async function searchIndexed(engine: Engine, query: SourceQuery, source: SourceKind): Promise<SourceAnswer> {
  const { since, author } = query;
  const options = { ...SEARCH_DEFAULTS, limit: query.limit * 2, since, author };
  const { hits, certainty, warnings } = await searchProject(engine, query.query, options, query);
  const wanted = hits.filter((hit) => hit.source === source).slice(0, query.limit);
  const items = await itemsOfHits(engine, wanted);
  // The user asked, so a doubtful answer is shown, with a warning.
  const doubt = items.length === 0 ? undefined : CERTAINTY_NOTES[certainty];
  return { items, warnings: doubt === undefined ? warnings : [...warnings, doubt] };
}
