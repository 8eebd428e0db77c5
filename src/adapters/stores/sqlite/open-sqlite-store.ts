import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Store } from '../../../core/store.ts';
import { openDatabase } from './database.ts';
import { sqliteIndexStore } from './index-store.ts';
import { sqliteRecordStore } from './record-store.ts';
import { migrate } from './schema.ts';
import { scopeHandle } from './scope-handle.ts';

export interface SqliteStoreOptions {
  /** The file; it and its folder are made when missing. */
  readonly path: string;
  /** How long a write waits for another process's. Default 10 seconds. */
  readonly busyTimeoutMs?: number;
}

const BUSY_TIMEOUT_MS = 10_000;

/** Opens a store in one file. Any number of processes may have it open; one at a time writes. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  mkdirSync(dirname(options.path), { recursive: true });
  const database = openDatabase({
    path: options.path,
    busyTimeoutMs: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
  });
  try {
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    index: (scope) => sqliteIndexStore(database, scopeHandle(database, scope)),
    records: (scope) => sqliteRecordStore(database, scopeHandle(database, scope)),
    async check() {
      return database
        .all<{ integrity_check: string }>('PRAGMA integrity_check')
        .map(({ integrity_check }) => integrity_check)
        .filter((finding) => finding !== 'ok');
    },
    async close() {
      database.close();
    },
  };
}
