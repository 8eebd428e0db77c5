import type { RecordFilter, RecordStore } from '../../../core/store.ts';
import { termsOf } from '../../../core/text/terms.ts';
import { blockMaskOf } from '../shared/block-mask.ts';
import { dotProduct, vectorBytes, vectorOfBytes } from '../shared/float-vectors.ts';
import { largestScores, type ScoredNumber } from '../shared/largest-scores.ts';
import { postingsOf } from '../shared/postings.ts';
import { rankDocuments } from '../shared/rank-documents.ts';
import {
  acceptedValues,
  fieldValues,
  isUnrestricted,
  TEXT_ONLY,
  versionBefore,
} from '../shared/record-fields.ts';
import { noSuchRecord, type RecordRow, rankedRecords, storedRecord } from '../shared/record-rows.ts';
import type { SqlValue } from './database.ts';
import { type InvertedIndex, invertedIndex } from './inverted-index.ts';
import type { ScopedStatements, ScopedTransaction, ScopeHandle } from './scope-handle.ts';

/** Memories, experiences, threads and the like of one scope. */
export function postgresRecordStore(scope: ScopeHandle): RecordStore {
  const words = (kind: string): InvertedIndex => invertedIndex(`record:${kind}`);

  function find(statements: ScopedStatements, kind: string, id: string): Promise<RecordRow | undefined> {
    return statements.get<RecordRow>(`${RECORDS} AND kind = $3 AND id = $4`, kind, id);
  }

  /** Removes everything derived from a record except its vectors. */
  async function forget(transaction: ScopedTransaction, row: RecordRow): Promise<void> {
    if (row.terms !== '') await words(row.kind).remove(transaction, [row.number], row.terms.split(' '));
    await transaction.run(
      'DELETE FROM record_fields WHERE owner = $1 AND project = $2 AND kind = $3 AND number = $4',
      row.kind,
      row.number,
    );
  }

  async function inOrder(statements: ScopedStatements, kind: string, ranking: readonly ScoredNumber[]) {
    const rows = await statements.all<RecordRow>(
      `${RECORDS} AND kind = $3 AND number = ANY($4)`,
      kind,
      ranking.map(({ number }) => number),
    );
    return rankedRecords(ranking, rows);
  }

  async function numbers(
    statements: ScopedStatements,
    kind: string,
    filter: RecordFilter,
  ): Promise<ReadonlySet<number> | undefined> {
    if (isUnrestricted(filter)) return undefined;
    const { condition, values } = conditionOf(kind, filter);
    const rows = await statements.all<{ number: number }>(
      `SELECT number FROM records WHERE owner = $1 AND project = $2 AND ${condition}`,
      ...values,
    );
    return new Set(rows.map(({ number }) => number));
  }

  function vectorRows(statements: ScopedStatements, kind: string, axis: string, model: string) {
    return statements.all<{ number: number; id: string; vector: Buffer }>(
      `SELECT v.number, r.id, v.vector FROM record_vectors v JOIN records r ON r.owner = v.owner
         AND r.project = v.project AND r.kind = v.kind AND r.number = v.number
       WHERE v.owner = $1 AND v.project = $2 AND v.kind = $3 AND v.axis = $4 AND v.model = $5
       ORDER BY v.number`,
      kind,
      axis,
      model,
    );
  }

  return {
    put: (record, options = {}) =>
      scope.write(async (transaction) => {
        const present = await find(transaction, record.kind, record.id);
        if (transaction.isRepeated && present !== undefined && isPut(record, present, options)) {
          return storedRecord(present);
        }
        const version = versionBefore(record, present, options.expectedVersion);
        if (present !== undefined) await forget(transaction, present);
        const number = present?.number ?? (await transaction.allocate(`record:${record.kind}`, 1));
        const terms = termsOf(record.text);
        const fields = fieldValues(record.body);
        await transaction.run(
          PUT,
          record.kind,
          record.id,
          number,
          JSON.stringify(record.body),
          JSON.stringify(record.text),
          [...new Set(terms)].join(' '),
          record.createdAt,
          record.updatedAt,
          version + 1,
          fields.map(([field]) => field),
          fields.map(([, value]) => value),
        );
        if (terms.length > 0) {
          await words(record.kind).add(transaction, postingsOf([{ number, terms: { body: terms } }]));
        }
        return { ...record, version: version + 1 };
      }),

    async get(kind, id) {
      const row = await find(scope, kind, id);
      return row && storedRecord(row);
    },

    delete: (kind, id) =>
      scope.write(async (transaction) => {
        const row = await find(transaction, kind, id);
        if (row === undefined) return false;
        await forget(transaction, row);
        for (const table of ['record_vectors', 'records']) {
          await transaction.run(
            `DELETE FROM ${table} WHERE owner = $1 AND project = $2 AND kind = $3 AND number = $4`,
            kind,
            row.number,
          );
        }
        await transaction.recordsChanged();
        return true;
      }),

    async list(kind, options) {
      const { condition, values } = conditionOf(kind, options);
      const direction = options.order === 'oldest' ? 'ASC' : 'DESC';
      const rows = await scope.all<RecordRow>(
        `${RECORDS} AND ${condition} ORDER BY created_at ${direction}, number ${direction}
         LIMIT $${values.length + 3} OFFSET $${values.length + 4}`,
        ...values,
        options.limit,
        options.offset ?? 0,
      );
      return rows.map(storedRecord);
    },

    async count(kind, filter = {}) {
      const { condition, values } = conditionOf(kind, filter);
      const row = await scope.get<{ count: number }>(
        `SELECT count(*)::int AS count FROM records WHERE owner = $1 AND project = $2 AND ${condition}`,
        ...values,
      );
      return row?.count ?? 0;
    },

    match: (kind, terms, options) =>
      scope.reading(async (statements) => {
        const sought = terms.map(({ term }) => term);
        const [accepted, { blocks, totals }] = await Promise.all([
          numbers(statements, kind, options),
          words(kind).query(statements, sought),
        ]);
        const ranking = rankDocuments(blocks, totals, {
          terms,
          fields: TEXT_ONLY,
          limit: options.limit,
          mask: accepted && blockMaskOf([...accepted].map((first) => ({ first, count: 1 }))),
        });
        return inOrder(statements, kind, ranking);
      }),

    documentFrequencies: (kind, terms) => words(kind).frequencies(scope, terms),

    putVectors: (kind, model, vectors) =>
      scope.write(async (transaction) => {
        for (const { id, axis, vector } of vectors) {
          const row = await find(transaction, kind, id);
          if (row === undefined) throw noSuchRecord(kind, id);
          await transaction.run(
            `INSERT INTO record_vectors VALUES ($1, $2, $3, $4, $5, $6, $7)
             ON CONFLICT (owner, project, kind, axis, model, number) DO UPDATE SET vector = excluded.vector`,
            kind,
            axis,
            model,
            row.number,
            vectorBytes(vector),
          );
        }
        await transaction.recordsChanged();
      }),

    async vectors(kind, axis, model) {
      const rows = await vectorRows(scope, kind, axis, model);
      return rows.map(({ id, vector }) => ({ id, vector: vectorOfBytes(vector) }));
    },

    nearest: (kind, axis, vector, options) =>
      scope.reading(async (statements) => {
        const accepted = await numbers(statements, kind, options);
        const best = largestScores(options.limit);
        for (const row of await vectorRows(statements, kind, axis, options.model)) {
          if (accepted !== undefined && !accepted.has(row.number)) continue;
          best.offer(row.number, dotProduct(vector, vectorOfBytes(row.vector)));
        }
        return inOrder(statements, kind, best.descending());
      }),

    version: async () => (await scope.row())?.record_version ?? 0,
  };
}

/** Whether the record was put by the attempt before, whose answer was lost. */
function isPut(
  record: Parameters<RecordStore['put']>[0],
  present: RecordRow,
  { expectedVersion }: { readonly expectedVersion?: number | undefined },
): boolean {
  return (
    present.body === JSON.stringify(record.body) &&
    present.text === JSON.stringify(record.text) &&
    present.created_at === record.createdAt &&
    present.updated_at === record.updatedAt &&
    (expectedVersion === undefined || present.version === expectedVersion + 1)
  );
}

const RECORDS = 'SELECT * FROM records WHERE owner = $1 AND project = $2';

/** Writes record, fields and version in one statement: every round trip of a writer holds the project's lock. */
const PUT = `
  WITH put AS (
    INSERT INTO records VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    ON CONFLICT (owner, project, kind, id) DO UPDATE SET body = excluded.body, text = excluded.text,
      terms = excluded.terms, created_at = excluded.created_at, updated_at = excluded.updated_at,
      version = excluded.version
  ), fields AS (
    INSERT INTO record_fields SELECT s.owner, s.project, $3, t.field, t.value, $5
    FROM scopes s CROSS JOIN unnest($12::text[], $13::text[]) AS t (field, value)
    WHERE s.owner = $1 AND s.project = $2
  )
  UPDATE scopes SET record_version = record_version + 1 WHERE owner = $1 AND project = $2`;

/** The placeholders start at `$3`. */
function conditionOf(
  kind: string,
  filter: RecordFilter,
): { readonly condition: string; readonly values: readonly SqlValue[] } {
  const values: SqlValue[] = [];
  const next = (value: SqlValue) => `$${values.push(value) + 2}`;
  const kindAt = next(kind);
  const conditions = [`kind = ${kindAt}`];
  if (filter.since !== undefined) conditions.push(`created_at >= ${next(filter.since)}`);
  if (filter.until !== undefined) conditions.push(`created_at <= ${next(filter.until)}`);
  for (const [field, wanted] of Object.entries(filter.where ?? {})) {
    conditions.push(`number IN (SELECT number FROM record_fields WHERE owner = $1 AND project = $2
      AND kind = ${kindAt} AND field = ${next(field)} AND value = ANY(${next(acceptedValues(wanted))}))`);
  }
  return { condition: conditions.join(' AND '), values };
}
