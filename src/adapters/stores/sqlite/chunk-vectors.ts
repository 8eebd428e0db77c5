import type { ChunkFilter, ChunkVectors, ScoredChunk } from '../../../core/store.ts';
import { largestScores, type ScoredNumber } from '../shared/largest-scores.ts';
import { blockOf, slotOf } from '../shared/postings.ts';
import { quantise, type VectorScanner, vectorScanner } from '../shared/quantised-vectors.ts';
import type { ChunkRecord, TextRange } from '../shared/rows.ts';
import { type LoadedVectors, loadedVectors, SEGMENT_SIZE, sampled } from '../shared/vector-segments.ts';
import { cachedLookup } from './cached-lookup.ts';
import { type SqliteChunkSearch, withText } from './chunk-search.ts';
import type { Database } from './database.ts';
import { CHUNKS_OF_FILES_WITH_TEXT_RANGE, CHUNKS_WITH_TEXT_RANGE } from './rows.ts';
import type { ScopeHandle } from './scope-handle.ts';
import { vectorSegments } from './vector-segments.ts';

interface SqliteChunkVectors extends ChunkVectors {
  count(): number;
  model(): string | undefined;
}

/** The vectors of a project's chunks, loaded on first use and kept in sync with the database. */
export function chunkVectors(
  database: Database,
  scope: ScopeHandle,
  search: SqliteChunkSearch,
): SqliteChunkVectors {
  const segments = vectorSegments(database, scope);
  const loaded = new Map<string, LoadedVectors>();
  const places = new Map<string, ReturnType<typeof placesOf>>();
  /** The index state each model was loaded at. Checking every segment's version takes longer than the scan. */
  const states = new Map<string, string>();

  return {
    async nearestChunks(vector, { model, limit, filter }) {
      return database.read(() => {
        const scanner = currentVectors(model);
        if (scanner === undefined) return [];
        const query = quantise([vector]);
        for (let asked = limit; ; asked *= WIDER) {
          const best = largestScores(asked);
          scanner.scan(query, best);
          const found = chunksAt(model, best.descending(), filter);
          if (found.length >= limit || asked >= scanner.count()) return found.slice(0, limit);
        }
      });
    },

    async chunksWithoutVector(model, limit, paths) {
      return database.read(() => {
        const rows = database.all<ChunkRecord & TextRange>(
          paths === undefined ? ALL_WITHOUT_VECTOR : WITHOUT_VECTOR_IN_FILES,
          scope.id() ?? null,
          model,
          limit,
          ...(paths === undefined ? [] : [JSON.stringify(paths)]),
        );
        const read = withText(database, scope);
        return rows.map((row) => {
          const { id, path, text } = read(row);
          return { id, path, text, contentHash: row.content_hash };
        });
      });
    },

    async sampleVectors(model, limit) {
      return database.read(() => {
        const present = segments.present(model);
        const total = present.reduce((sum, { scales }) => sum + scales.length / 4, 0);
        const vectors = function* () {
          for (const [, ofSegment] of segments.vectors(model, present)) yield ofSegment;
        };
        return sampled(vectors(), { total, limit });
      });
    },

    async prepareVectors() {
      const model = currentModel();
      if (model !== undefined) await segments.copyToFile(model);
    },

    async putVectors(model, vectors) {
      if (vectors.length === 0) return;
      database.write(() => {
        const byId = new Map(vectors.map(({ id, vector }) => [id, vector]));
        const without = database.all<{ id: string; content_hash: string }>(
          CHUNKS_WITHOUT_VECTOR,
          scope.idForWriting(),
          JSON.stringify([...byId.keys()]),
          model,
        );
        const byHash = new Map(without.map(({ id, content_hash }) => [content_hash, byId.get(id)!]));
        segments.append(model, [...byHash.keys()], quantise([...byHash.values()]));
        segments.prune(model, scope.counts().chunks);
        scope.changed();
      });
    },

    count: () =>
      database.get<{ count: number }>(
        'SELECT count(*) AS count FROM vector_places WHERE scope = ?',
        scope.id() ?? null,
      )!.count,

    model: currentModel,
  };

  function currentModel(): string | undefined {
    const id = scope.id() ?? null;
    const { first, last } = database.get<{ first: string | null; last: string | null }>(MODELS, id)!;
    if (first === last) return first ?? undefined;
    return database.get<{ model: string }>(
      'SELECT model FROM vector_segments WHERE scope = ? ORDER BY version DESC LIMIT 1',
      id,
    )?.model;
  }

  function currentVectors(model: string): Pick<VectorScanner, 'count' | 'scan'> | undefined {
    const known = loaded.get(model);
    if (known === undefined) {
      loaded.set(model, loadedVectors());
      return passingScanner(model);
    }
    const state = `${database.generation} ${scope.version()}`;
    if (states.get(model) === state && !database.writing) return known.scanner();
    states.set(model, state);
    for (const [segment, vectors] of segments.vectors(model, known.outdated(segments.present(model)))) {
      known.put(segment, vectors);
    }
    return known.scanner();
  }

  /**
   * Scans segments while they are read and keeps none. Most processes ask once, and memory for all vectors takes as
   * long to get as scanning them; a second question loads them.
   */
  function passingScanner(model: string): Pick<VectorScanner, 'count' | 'scan'> | undefined {
    const present = segments.present(model);
    if (present.length === 0) return undefined;
    let scanner: VectorScanner | undefined;
    return {
      count: () => present.length * SEGMENT_SIZE,
      scan(query, best) {
        for (const [{ segment }, vectors] of segments.vectors(model, present)) {
          scanner ??= vectorScanner(vectors.dimensions, SEGMENT_SIZE);
          scanner.put(0, vectors);
          const offer = (place: number, score: number) => best.offer(segment * SEGMENT_SIZE + place, score);
          scanner.scan(query, { ...best, offer });
        }
      },
    };
  }

  /** The numbers of the chunks whose text has the vector at a place. */
  function placesOf(
    model: string,
  ): (places: readonly number[]) => readonly (readonly number[] | undefined)[] {
    const known = places.get(model);
    if (known !== undefined) return known;
    const find = (wanted: readonly number[]) => {
      const numbers = new Map<number, number[]>();
      const rows = database.rows<[place: number, number: number]>(
        PLACES,
        scope.id() ?? null,
        model,
        `[${wanted.join(',')}]`,
      );
      for (const [place, number] of rows) {
        const present = numbers.get(place);
        if (present === undefined) numbers.set(place, [number]);
        else present.push(number);
      }
      return numbers;
    };
    const made = cachedLookup(database, scope, find, { max: MAX_PLACES });
    places.set(model, made);
    return made;
  }

  /** The chunks whose text has the vector at each place, best first; a text may occur more than once. */
  function chunksAt(
    model: string,
    ranking: readonly ScoredNumber[],
    filter: ChunkFilter | undefined,
  ): readonly ScoredChunk[] {
    const numbersAt = placesOf(model)(ranking.map(({ number }) => number));
    const mask = search.mask(filter);
    const found: ScoredNumber[] = [];
    for (const [at, { score }] of ranking.entries()) {
      for (const number of numbersAt[at] ?? []) {
        if (mask === undefined || mask(blockOf(number))[slotOf(number)] === 1) found.push({ number, score });
      }
    }
    return search.scored(found);
  }
}

/** Mostly the same one. The segments know which is the latest, but reading their versions takes longer. */
const MODELS = `
  SELECT (SELECT min(model) FROM vector_places WHERE scope = ?1) AS first,
    (SELECT max(model) FROM vector_places WHERE scope = ?1) AS last`;

/** About 10 MB. */
const MAX_PLACES = 100_000;
const PLACES = `
  SELECT v.place, c.number FROM json_each(?3) p
    CROSS JOIN vector_places v ON v.scope = ?1 AND v.model = ?2 AND v.place = p.value
    CROSS JOIN chunks c ON c.scope = ?1 AND c.content_hash = v.content_hash
  ORDER BY p.key, c.number`;

const WITHOUT_VECTOR = `NOT EXISTS (SELECT 1 FROM vector_places v
  WHERE v.scope = ?1 AND v.model = ?2 AND v.content_hash = c.content_hash)`;
const ALL_WITHOUT_VECTOR = `${CHUNKS_WITH_TEXT_RANGE} WHERE c.scope = ?1 AND ${WITHOUT_VECTOR}
  ORDER BY c.number LIMIT ?3`;
const WITHOUT_VECTOR_IN_FILES = `${CHUNKS_OF_FILES_WITH_TEXT_RANGE}
  WHERE f.scope = ?1 AND f.path IN (SELECT value FROM json_each(?4)) AND ${WITHOUT_VECTOR}
  ORDER BY c.number LIMIT ?3`;

/** A filter may reject the nearest vectors, so this many times more are considered. */
const WIDER = 8;
/** Starts from the wanted chunks, found by id: left to itself, the planner reads the whole project. */
const CHUNKS_WITHOUT_VECTOR = `
  SELECT c.id, c.content_hash FROM json_each(?2) AS wanted CROSS JOIN chunks AS c INDEXED BY chunks_by_id
  WHERE c.scope = ?1 AND c.id = wanted.value AND NOT EXISTS (SELECT 1 FROM vector_places v
    WHERE v.scope = ?1 AND v.model = ?3 AND v.content_hash = c.content_hash)`;
