import { DossierError } from '../../../core/errors.ts';
import type { StoredRecord } from '../../../core/store.ts';
import type { ScoredNumber } from './largest-scores.ts';

export interface RecordRow {
  readonly kind: string;
  readonly id: string;
  readonly number: number;
  readonly body: string;
  /** Stored as JSON, since database text cannot hold NUL or lone surrogates. */
  readonly text: string;
  readonly terms: string;
  readonly created_at: number;
  readonly updated_at: number;
  readonly version: number;
}

export function storedRecord(row: RecordRow): StoredRecord {
  return {
    kind: row.kind,
    id: row.id,
    body: JSON.parse(row.body),
    text: JSON.parse(row.text),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}

/** Resolves scored numbers to records, in the same order. */
export function rankedRecords(
  ranking: readonly ScoredNumber[],
  rows: readonly RecordRow[],
): { readonly record: StoredRecord; readonly score: number }[] {
  const records = new Map(rows.map((row) => [row.number, storedRecord(row)]));
  return ranking.flatMap(({ number, score }) => {
    const record = records.get(number);
    return record === undefined ? [] : { record, score };
  });
}

export function noSuchRecord(kind: string, id: string): DossierError {
  return new DossierError('not-found', `There is no ${kind} ${id}; save it before its vector.`);
}
