import { vectorOfBytes } from '../shared/float-vectors.ts';
import type { LargestScores } from '../shared/largest-scores.ts';
import { blockOf, slotOf } from '../shared/postings.ts';
import type { BlockMask } from '../shared/rank-documents.ts';
import type { Database } from './database.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** Caches the vectors of records between searches: reading ten thousand takes ten times as long as scanning them. */
interface RecordVectors {
  /** Offers the similarity of every accepted record's vector to the query. */
  scan(
    space: { readonly kind: string; readonly axis: string; readonly model: string },
    query: Float32Array,
    options: { readonly mask: BlockMask | undefined; readonly best: LargestScores },
  ): void;
  /** Part of every write that adds, changes or removes a vector of the kind. */
  changed(kind: string): void;
}

interface Held {
  readonly version: string;
  readonly numbers: Float64Array;
  /** Concatenated vectors of `dimensions` components each. */
  readonly components: Float32Array;
  readonly dimensions: number;
}

/** A hundred thousand vectors of 256 components. The least recently used are evicted first. */
const MAX_COMPONENTS = 25_600_000;

export function recordVectors(database: Database, scope: ScopeHandle): RecordVectors {
  const held = new Map<string, Held>();

  /** Kept in the database, so other processes see it too. */
  function versionOf(kind: string): string {
    const row = database.get<{ next: number }>(
      'SELECT next FROM counters WHERE scope = ? AND name = ?',
      scope.id() ?? null,
      counterOf(kind),
    );
    return `${database.generation} ${row?.next ?? 0}`;
  }

  function load(kind: string, axis: string, model: string, dimensions: number, version: string): Held {
    const rows = database.all<{ number: number; vector: Uint8Array }>(
      'SELECT number, vector FROM record_vectors WHERE scope = ? AND kind = ? AND axis = ? AND model = ?',
      scope.id() ?? null,
      kind,
      axis,
      model,
    );
    // Vectors of another length cannot be compared with the query.
    const fitting = rows.filter(({ vector }) => vector.byteLength === dimensions * 4);
    const components = new Float32Array(fitting.length * dimensions);
    for (const [index, { vector }] of fitting.entries())
      components.set(vectorOfBytes(vector), index * dimensions);
    return { version, numbers: Float64Array.from(fitting, ({ number }) => number), components, dimensions };
  }

  function dropCaches(): void {
    let total = [...held.values()].reduce((sum, { components }) => sum + components.length, 0);
    for (const [key, { components }] of held) {
      if (total <= MAX_COMPONENTS) return;
      held.delete(key);
      total -= components.length;
    }
  }

  return {
    scan({ kind, axis, model }, query, { mask, best }) {
      const key = JSON.stringify([kind, axis, model]);
      const version = versionOf(kind);
      const known = held.get(key);
      const current =
        known?.version === version && known.dimensions === query.length
          ? known
          : load(kind, axis, model, query.length, version);
      // Reinserted, so that the first entry is the least recently used.
      held.delete(key);
      held.set(key, current);
      dropCaches();
      const { numbers, components } = current;
      const similarities = new Float64Array(numbers.length);
      dotProducts(query, components, similarities);
      for (let index = 0; index < numbers.length; index++) {
        const number = numbers[index]!;
        if (mask === undefined || mask(blockOf(number))[slotOf(number)] === 1) {
          best.offer(number, similarities[index]!);
        }
      }
    },
    changed(kind) {
      scope.allocate(counterOf(kind), 1);
    },
  };
}

/**
 * The dot product of the query with each of the concatenated vectors. Typed arrays only, and four accumulators: with
 * one, every addition would wait for the one before it.
 */
function dotProducts(query: Float32Array, components: Float32Array, results: Float64Array): void {
  const length = query.length;
  let place = 0;
  for (let index = 0; index < results.length; index++) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    let at = 0;
    for (; at + 3 < length; at += 4, place += 4) {
      first += query[at]! * components[place]!;
      second += query[at + 1]! * components[place + 1]!;
      third += query[at + 2]! * components[place + 2]!;
      fourth += query[at + 3]! * components[place + 3]!;
    }
    for (; at < length; at++, place++) first += query[at]! * components[place]!;
    results[index] = first + second + third + fourth;
  }
}

function counterOf(kind: string): string {
  return `vectors:${kind}`;
}
