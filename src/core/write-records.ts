import { DossierError } from './errors.ts';
import type { RecordStore, StoredRecord } from './store.ts';

/** Two writers of one record seldom collide more than a few times in a row. */
const ATTEMPTS = 20;

/** Writes a new record; `make` returns another id at each attempt. */
export async function putNew(
  records: RecordStore,
  make: (attempt: number) => Omit<StoredRecord, 'version'>,
): Promise<StoredRecord> {
  return retryOnConflict((attempt) => records.put(make(attempt), { expectedVersion: 0 }));
}

/** Reads, changes and writes a record; after a conflict, retries on what the other writer wrote. */
export async function updateRecord(
  records: RecordStore,
  kind: string,
  id: string,
  change: (record: StoredRecord | undefined) => Omit<StoredRecord, 'version'>,
): Promise<StoredRecord> {
  return retryOnConflict(async () => {
    const before = await records.get(kind, id);
    return records.put(change(before), { expectedVersion: before?.version ?? 0 });
  });
}

async function retryOnConflict<Result>(write: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await write(attempt);
    } catch (error) {
      const lostRace = error instanceof DossierError && error.code === 'conflict';
      if (!lostRace || attempt === ATTEMPTS - 1) throw error;
    }
  }
}
