import type { Scope } from '../../../core/store.ts';
import { cachedId, type Database } from './database.ts';

type Counts = Readonly<Record<'files' | 'units' | 'chunks' | 'relations' | 'commits', number>>;

/** One owner's project in the database: the id that starts its keys, its counters and version. */
export interface ScopeHandle {
  /** Undefined before the first write. */
  id(): number | undefined;
  idForWriting(): number;
  /** Returns the first of `count` consecutive numbers never allocated before. */
  allocate(counter: string, count: number): number;
  /** Updates the row counts and increments the version; part of every write to the index. */
  changed(difference?: Partial<Counts>): void;
  version(): number;
  recordsChanged(): void;
  recordVersion(): number;
  counts(): Counts & { readonly version: number };
}

type ScopeRow = Counts & { readonly version: number; readonly record_version: number };

export function scopeHandle(database: Database, scope: Scope): ScopeHandle {
  const id = cachedId(
    database,
    () =>
      database.get<{ id: number }>(
        'SELECT id FROM scopes WHERE owner = ? AND project = ?',
        scope.owner,
        scope.project,
      )?.id,
  );

  /** The row of the last snapshot: one question reads the version many times. */
  let latest: { readonly snapshot: number; readonly row: ScopeRow | undefined } | undefined;

  function idForWriting(): number {
    const present = id();
    if (present !== undefined) return present;
    const created = database.get<{ id: number }>(
      'INSERT INTO scopes (owner, project) VALUES (?, ?) RETURNING id',
      scope.owner,
      scope.project,
    );
    return created!.id;
  }

  return {
    id,
    idForWriting,
    allocate(counter, count) {
      const row = database.get<{ next: number }>(
        `INSERT INTO counters (scope, name, next) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET next = next + ?3 RETURNING next`,
        idForWriting(),
        counter,
        count,
      );
      return row!.next - count;
    },
    changed(difference = {}) {
      const { files = 0, units = 0, chunks = 0, relations = 0, commits = 0 } = difference;
      database.run(
        `UPDATE scopes SET version = version + 1, files = files + ?, units = units + ?,
           chunks = chunks + ?, relations = relations + ?, commits = commits + ? WHERE id = ?`,
        files,
        units,
        chunks,
        relations,
        commits,
        idForWriting(),
      );
    },
    version: () => scopeRow()?.version ?? 0,
    recordsChanged() {
      database.run('UPDATE scopes SET record_version = record_version + 1 WHERE id = ?', idForWriting());
    },
    recordVersion: () => scopeRow()?.record_version ?? 0,
    counts() {
      const row = scopeRow();
      const { version = 0, files = 0, units = 0, chunks = 0, relations = 0, commits = 0 } = row ?? {};
      return { version, files, units, chunks, relations, commits };
    },
  };

  function scopeRow(): ScopeRow | undefined {
    const { snapshot } = database;
    if (latest !== undefined && latest.snapshot === snapshot) return latest.row;
    const row = database.get<ScopeRow>(
      `SELECT version, record_version, files, units, chunks, relations, commits
       FROM scopes WHERE owner = ? AND project = ?`,
      scope.owner,
      scope.project,
    );
    if (snapshot !== undefined) latest = { snapshot, row };
    return row;
  }
}
