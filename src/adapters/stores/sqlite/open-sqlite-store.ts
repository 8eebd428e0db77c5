import { closeSync, existsSync, lstatSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DossierError, errorMessage } from '../../../core/errors.ts';
import type { Store } from '../../../core/store.ts';
import { makePrivateFolder } from '../../private-folder.ts';
import { createHandleCache } from '../shared/handle-cache.ts';
import { jobQueue } from '../shared/job-queue.ts';
import { checkQuickly, checkStore } from './check-store.ts';
import { type ConnectionOptions, type Database, openDatabase } from './database.ts';
import { sqliteIndexStore } from './index-store.ts';
import { rebuildStore } from './rebuild-store.ts';
import { sqliteRecordStore } from './record-store.ts';
import { migrate } from './schema.ts';
import { scopeHandle } from './scope-handle.ts';
import { transfer } from './transfer.ts';

interface SqliteStoreOptions {
  /** The file; created with its folder if missing. */
  readonly path: string;
  /** Rebuild a damaged file instead of failing, keeping every record that can still be read. */
  readonly repair?: boolean;
  /** How long a write waits for another process. Default 10 seconds. */
  readonly busyTimeoutMs?: number;
}

const BUSY_TIMEOUT_MS = 10_000;

/** Opens a store in one file. Any number of processes may open it; one writes at a time. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { path, repair = false, busyTimeoutMs = BUSY_TIMEOUT_MS } = options;
  makeFile(path);
  const { database, repairs } = await openOrRebuild({ path, busyTimeoutMs }, repair);
  /** Repairs made on opening that have not been reported yet. */
  let untold = repairs;
  const indexes = createHandleCache((scope) => sqliteIndexStore(database, scopeHandle(database, scope)));
  const records = createHandleCache((scope) => sqliteRecordStore(database, scopeHandle(database, scope)));
  return {
    index: indexes.of,
    records: records.of,
    jobs: jobQueue({
      // Each change is an immediate transaction: no other process writes meanwhile.
      all: async (sql, ...values) =>
        sql.startsWith('SELECT')
          ? database.all(sql, ...values)
          : database.write(() => database.all(sql, ...values)),
      isConflict: () => false,
      skipLocked: '',
    }),
    dropCaches() {
      indexes.clear();
      records.clear();
    },
    ...transfer({ path, busyTimeoutMs }),
    async scrub() {
      // Rewrites every page, then checkpoints the write-ahead log and truncates it.
      database.execute('VACUUM');
      const [moved] = database.all<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)');
      return moved?.busy === 0
        ? []
        : [
            `Another process reads ${path}: its log keeps what was erased until that one ends or the store is opened again.`,
          ];
    },
    async scopes(owner) {
      return database.all('SELECT owner, project FROM scopes WHERE owner = ? ORDER BY project', owner);
    },
    async check({ repair: repairing = false, quick = false } = {}) {
      const findings = findingsOf(database, quick ? checkQuickly : checkStore);
      if (!repairing) return findings;
      let done = untold;
      untold = [];
      if (findings.length > 0) {
        await database.replace(async () => {
          done = [...done, ...(await rebuildStore(path, busyTimeoutMs))];
        });
      }
      return [...findings, ...done];
    },
    async close() {
      database.close();
    },
  };
}

/** Creates a file only its user can access; SQLite gives its side files the same permissions. */
function makeFile(path: string): void {
  // `statSync` would throw for a path below a file.
  const found = existsSync(path) ? statSync(path) : undefined;
  if (found?.isFile()) {
    refuseSideFiles(path);
    return;
  }
  if (found !== undefined) {
    throw new DossierError(
      'unavailable',
      `${path} is not a file, so no store can be kept there; choose another one with --store or DOSSIER_STORE.`,
    );
  }
  try {
    makePrivateFolder(dirname(path));
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw new DossierError(
      'unavailable',
      `The store ${path} cannot be created (${errorMessage(error).replace(/\.$/, '')}); choose another file with --store or DOSSIER_STORE.`,
      { cause: error },
    );
  }
  refuseSideFiles(path);
}

/** A project may bring these along: SQLite would wait for a pipe, and write to where a link leads. */
function refuseSideFiles(path: string): void {
  for (const side of ['-wal', '-shm', '-journal'].map((ending) => path + ending)) {
    const found = lstatSync(side, { throwIfNoEntry: false });
    if (found === undefined || found.isFile()) continue;
    throw new DossierError(
      'unavailable',
      `${side} is not a file but a link, a folder or a pipe, so the store beside it is not opened. Remove it.`,
    );
  }
}

async function openOrRebuild(
  options: ConnectionOptions,
  repair: boolean,
): Promise<{ readonly database: Database; readonly repairs: readonly string[] }> {
  try {
    return { database: openMigrated(options), repairs: [] };
  } catch (error) {
    if (!repair || !isCorrupt(error)) throw error;
    const repairs = [error.message, ...(await rebuildStore(options.path, options.busyTimeoutMs))];
    return { database: openMigrated(options), repairs };
  }
}

function openMigrated(options: ConnectionOptions): Database {
  const database = openDatabase(options);
  try {
    migrate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function findingsOf(database: Database, check: (database: Database) => readonly string[]): readonly string[] {
  try {
    return check(database);
  } catch (error) {
    if (isCorrupt(error)) return [error.message];
    throw error;
  }
}

function isCorrupt(error: unknown): error is DossierError {
  return error instanceof DossierError && error.code === 'store-corrupt';
}
