import { existsSync, renameSync, rmSync } from 'node:fs';
import { DossierError, errorMessage } from '../../../core/errors.ts';
import { plural } from '../../../core/text/plural.ts';
import { vectorOfBytes } from '../shared/float-vectors.ts';
import { type RecordRow, storedRecord } from '../shared/record-rows.ts';
import { type Database, openDatabase } from './database.ts';
import { sqliteRecordStore } from './record-store.ts';
import { migrate } from './schema.ts';
import { scopeHandle } from './scope-handle.ts';
import { removeVectorFiles } from './vector-file.ts';

const SIDE_FILES = ['', '-wal', '-shm'];

/**
 * Moves a damaged store aside (`….damaged`) and creates a new one with every record that can still be read. The file
 * index stays empty until the next run. Returns what was done.
 */
export async function rebuildStore(path: string, busyTimeoutMs: number): Promise<readonly string[]> {
  const aside = `${path}.damaged`;
  for (const suffix of SIDE_FILES) {
    rmSync(aside + suffix, { force: true });
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  removeVectorFiles(path);
  const fresh = openDatabase({ path, busyTimeoutMs });
  try {
    migrate(fresh);
    const { kept, problem } = await salvageRecords(aside, fresh, busyTimeoutMs);
    return [
      `The damaged store was moved to ${aside}.`,
      problem === undefined
        ? `Kept all ${plural(kept, 'record')}.`
        : `Kept ${plural(kept, 'record')}; others could not be read (${problem}).`,
      'The index is empty until the next `dossier index`.',
    ];
  } finally {
    fresh.close();
  }
}

/** SQLite's own message, without the advice for whoever opens a damaged store. */
function detailOf(error: unknown): string {
  return errorMessage(error instanceof DossierError && error.cause !== undefined ? error.cause : error);
}

interface Salvage {
  readonly kept: number;
  readonly problem?: string;
}

async function salvageRecords(from: string, to: Database, busyTimeoutMs: number): Promise<Salvage> {
  let damaged: Database;
  try {
    damaged = openDatabase({ path: from, busyTimeoutMs });
  } catch (error) {
    return { kept: 0, problem: detailOf(error) };
  }
  let kept = 0;
  const problems: string[] = [];
  try {
    // Reads from both ends towards the damaged page: what lies behind it is read backwards.
    for (const direction of ['ASC', 'DESC']) {
      const { rows, problem } = readableRows(damaged, direction);
      for (const row of rows) kept += await keep(row, damaged, to);
      if (problem === undefined) break;
      problems.push(problem);
    }
  } finally {
    damaged.close();
  }
  return problems[0] === undefined ? { kept } : { kept, problem: problems[0] };
}

type OwnedRow = RecordRow & { readonly scope: number; readonly owner: string; readonly project: string };
const PAGE = 100;

function readableRows(damaged: Database, direction: string): { rows: OwnedRow[]; problem?: string } {
  const rows: OwnedRow[] = [];
  try {
    for (;;) {
      const page = damaged.all<OwnedRow>(
        `SELECT r.*, s.owner, s.project FROM records r JOIN scopes s ON s.id = r.scope
         ORDER BY r.scope ${direction}, r.kind ${direction}, r.id ${direction} LIMIT ? OFFSET ?`,
        PAGE,
        rows.length,
      );
      rows.push(...page);
      if (page.length < PAGE) return { rows };
    }
  } catch (error) {
    return { rows, problem: detailOf(error) };
  }
}

/** Returns 1 when the record was new to the rebuilt store, 0 when it was already there. */
async function keep(row: OwnedRow, damaged: Database, to: Database): Promise<number> {
  const records = sqliteRecordStore(to, scopeHandle(to, row));
  const record = storedRecord(row);
  try {
    await records.put(record, { expectedVersion: 0 });
  } catch (error) {
    if (error instanceof DossierError && error.code === 'conflict') return 0;
    throw error;
  }
  for (const { axis, model, vector } of vectorsOf(damaged, row)) {
    await records.putVectors(record.kind, model, [{ id: record.id, axis, vector: vectorOfBytes(vector) }]);
  }
  return 1;
}

function vectorsOf(damaged: Database, row: OwnedRow) {
  try {
    return damaged.all<{ axis: string; model: string; vector: Uint8Array }>(
      'SELECT axis, model, vector FROM record_vectors WHERE scope = ? AND kind = ? AND number = ?',
      row.scope,
      row.kind,
      row.number,
    );
  } catch (error) {
    // A lost vector is recomputed from the record's text; the record cannot be replaced.
    if (error instanceof DossierError && error.code === 'store-corrupt') return [];
    throw error;
  }
}
