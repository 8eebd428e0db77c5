import { BoundedMap } from '../../../core/bounded-map.ts';
import type { RecordFilter, RecordStore } from '../../../core/store.ts';
import { termsOf } from '../../../core/text/terms.ts';
import { blockMaskOf, maskOfAll } from '../shared/block-mask.ts';
import { vectorBytes, vectorOfBytes } from '../shared/float-vectors.ts';
import { largestScores, type ScoredNumber } from '../shared/largest-scores.ts';
import { postingsOf } from '../shared/postings.ts';
import { type BlockMask, rankDocuments } from '../shared/rank-documents.ts';
import { acceptedValues, fieldValues, TEXT_ONLY, versionBefore } from '../shared/record-fields.ts';
import { noSuchRecord, type RecordRow, rankedRecords, storedRecord } from '../shared/record-rows.ts';
import type { Database, SqlValue } from './database.ts';
import { type InvertedIndex, invertedIndex } from './inverted-index.ts';
import { recordVectors } from './record-vectors.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** More than premortems need for every domain and strategy; a part takes one byte per record. */
const CACHED_PARTS = 64;

/** Memories, experiences, threads and the like of one scope. */
export function sqliteRecordStore(database: Database, scope: ScopeHandle): RecordStore {
  const spaces = new Map<string, InvertedIndex>();
  const held = recordVectors(database, scope);
  const filters = new BoundedMap<string, BlockMask>(CACHED_PARTS);

  function words(kind: string): InvertedIndex {
    const known = spaces.get(kind) ?? invertedIndex(database, scope, `record:${kind}`);
    spaces.set(kind, known);
    return known;
  }

  function find(kind: string, id: string): RecordRow | undefined {
    return database.get<RecordRow>(
      'SELECT * FROM records WHERE scope = ? AND kind = ? AND id = ?',
      scope.id() ?? null,
      kind,
      id,
    );
  }

  /** Removes everything derived from a record except its vectors. */
  function forget(row: RecordRow): void {
    words(row.kind).remove([{ numbers: [row.number], terms: row.terms.split(' ') }]);
    database.run(
      'DELETE FROM record_fields WHERE scope = ? AND kind = ? AND number = ?',
      scope.idForWriting(),
      row.kind,
      row.number,
    );
  }

  function inOrder(kind: string, ranking: readonly ScoredNumber[]) {
    const rows = database.all<RecordRow>(
      ROWS_OF_NUMBERS,
      scope.id() ?? null,
      kind,
      JSON.stringify(ranking.map(({ number }) => number)),
    );
    return rankedRecords(ranking, rows);
  }

  /** Caches each part of a filter: all filters share the status, most the domain. */
  function maskOf(kind: string, { where = {}, since, until }: RecordFilter): BlockMask | undefined {
    const parts: RecordFilter[] = Object.entries(where).map(([field, wanted]) => ({
      where: { [field]: wanted },
    }));
    if (since !== undefined) parts.push({ since });
    if (until !== undefined) parts.push({ until });
    return maskOfAll(parts.map((part) => maskOfPart(kind, part)));
  }

  function maskOfPart(kind: string, part: RecordFilter): BlockMask {
    const key = JSON.stringify([database.generation, scope.recordVersion(), kind, part]);
    const known = filters.get(key);
    if (known !== undefined) return known;
    const { condition, values } = conditionOf(scope.id() ?? null, kind, part);
    // One JSON text for all numbers: a row object each takes several times as long.
    const row = database.get<{ numbers: string }>(
      `SELECT json_group_array(number) AS numbers FROM records WHERE ${condition}`,
      ...values,
    );
    const numbers: readonly number[] = JSON.parse(row?.numbers ?? '[]');
    const mask = blockMaskOf(numbers.map((first) => ({ first, count: 1 })));
    filters.set(key, mask);
    return mask;
  }

  function hasAny(kind: string): boolean {
    const found = database.rows(
      'SELECT 1 FROM records WHERE scope = ? AND kind = ? LIMIT 1',
      scope.id() ?? null,
      kind,
    );
    return found.length > 0;
  }

  function vectorRows(kind: string, axis: string, model: string) {
    return database.all<{ number: number; id: string; vector: Uint8Array }>(
      `SELECT v.number, r.id, v.vector FROM record_vectors v
         JOIN records r ON r.scope = v.scope AND r.kind = v.kind AND r.number = v.number
       WHERE v.scope = ? AND v.kind = ? AND v.axis = ? AND v.model = ?`,
      scope.id() ?? null,
      kind,
      axis,
      model,
    );
  }

  return {
    async put(record, options = {}) {
      return database.write(() => {
        const scopeId = scope.idForWriting();
        const present = find(record.kind, record.id);
        const version = versionBefore(record, present, options.expectedVersion);
        if (present !== undefined) forget(present);
        const number = present?.number ?? scope.allocate(`record:${record.kind}`, 1);
        const terms = termsOf(record.text);
        database.run(
          'INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
          scopeId,
          record.kind,
          record.id,
          number,
          JSON.stringify(record.body),
          JSON.stringify(record.text),
          [...new Set(terms)].join(' '),
          record.createdAt,
          record.updatedAt,
          version + 1,
        );
        for (const [field, value] of fieldValues(record.body)) {
          database.run(
            'INSERT INTO record_fields VALUES (?, ?, ?, ?, ?)',
            scopeId,
            record.kind,
            field,
            value,
            number,
          );
        }
        words(record.kind).add(postingsOf([{ number, terms: { body: terms } }]));
        scope.recordsChanged();
        return { ...record, version: version + 1 };
      });
    },

    async get(kind, id) {
      const row = find(kind, id);
      return row && storedRecord(row);
    },

    async delete(kind, id) {
      return database.write(() => {
        const row = find(kind, id);
        if (row === undefined) return false;
        forget(row);
        database.run(
          'DELETE FROM record_vectors WHERE scope = ? AND kind = ? AND number = ?',
          scope.idForWriting(),
          kind,
          row.number,
        );
        database.run(
          'DELETE FROM records WHERE scope = ? AND kind = ? AND id = ?',
          scope.idForWriting(),
          kind,
          id,
        );
        held.changed(kind);
        scope.recordsChanged();
        return true;
      });
    },

    async list(kind, options) {
      // Every question looks up what was found useful among hundreds of places; mostly there is nothing yet.
      if (options.where !== undefined && !hasAny(kind)) return [];
      const { condition, values } = conditionOf(scope.id() ?? null, kind, options);
      const direction = options.order === 'oldest' ? 'ASC' : 'DESC';
      const rows = database.all<RecordRow>(
        `SELECT * FROM records WHERE ${condition}
         ORDER BY created_at ${direction}, number ${direction} LIMIT ? OFFSET ?`,
        ...values,
        options.limit,
        options.offset ?? 0,
      );
      return rows.map(storedRecord);
    },

    async count(kind, filter = {}) {
      const { condition, values } = conditionOf(scope.id() ?? null, kind, filter);
      return database.get<{ count: number }>(
        `SELECT count(*) AS count FROM records WHERE ${condition}`,
        ...values,
      )!.count;
    },

    async match(kind, terms, options) {
      return database.read(() => {
        const blocks = words(kind).postings(terms.map(({ term }) => term));
        const ranking = rankDocuments(blocks, words(kind).totals(), {
          terms,
          fields: TEXT_ONLY,
          limit: options.limit,
          mask: maskOf(kind, options),
        });
        return inOrder(kind, ranking);
      });
    },

    async documentFrequencies(kind, terms) {
      return words(kind).frequencies(terms);
    },

    async putVectors(kind, model, vectors) {
      database.write(() => {
        for (const { id, axis, vector } of vectors) {
          const row = find(kind, id);
          if (row === undefined) throw noSuchRecord(kind, id);
          database.run(
            'INSERT OR REPLACE INTO record_vectors VALUES (?, ?, ?, ?, ?, ?)',
            scope.idForWriting(),
            kind,
            axis,
            model,
            row.number,
            vectorBytes(vector),
          );
        }
        held.changed(kind);
        scope.recordsChanged();
      });
    },

    async vectors(kind, axis, model) {
      return vectorRows(kind, axis, model).map(({ id, vector }) => ({ id, vector: vectorOfBytes(vector) }));
    },

    async nearest(kind, axis, vector, options) {
      return database.read(() => {
        const best = largestScores(options.limit);
        held.scan({ kind, axis, model: options.model }, vector, { mask: maskOf(kind, options), best });
        return inOrder(kind, best.descending());
      });
    },

    async version() {
      return scope.recordVersion();
    },
  };
}

/** CROSS JOIN fixes the loop order; otherwise the planner reads every record of the kind. */
const ROWS_OF_NUMBERS = `
  SELECT r.* FROM json_each(?3) n CROSS JOIN records r
    ON r.scope = ?1 AND r.kind = ?2 AND r.number = n.value`;

function conditionOf(
  scope: number | null,
  kind: string,
  filter: RecordFilter,
): { readonly condition: string; readonly values: readonly SqlValue[] } {
  const conditions = ['scope = ?', 'kind = ?'];
  const values: SqlValue[] = [scope, kind];
  if (filter.since !== undefined) {
    conditions.push('created_at >= ?');
    values.push(filter.since);
  }
  if (filter.until !== undefined) {
    conditions.push('created_at <= ?');
    values.push(filter.until);
  }
  for (const [field, wanted] of Object.entries(filter.where ?? {})) {
    conditions.push(`number IN (SELECT number FROM record_fields WHERE scope = ? AND kind = ? AND field = ?
      AND value IN (SELECT value FROM json_each(?)))`);
    values.push(scope, kind, field, JSON.stringify(acceptedValues(wanted)));
  }
  return { condition: conditions.join(' AND '), values };
}
