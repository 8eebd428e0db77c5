import type { SqlValue } from './database.ts';
import type { ScopedStatements } from './scope-handle.ts';

/** The index and the records of a project each count their changes. */
export type VersionColumn = 'version' | 'record_version';

type Work<Result> = (statements: ScopedStatements, version: number) => Promise<Result>;

/** Undefined when the work was for nothing. */
type Done<Result> = { readonly result: Result } | undefined;

/** The first may begin with a version of long ago. */
const MOST_TRIES = 2;

/**
 * Several statements on one state of a project without a transaction around them: each also reads its
 * version, and when one meets another version than the first, the work is done again. What
 * is remembered of the latest version can be used before anything is asked; most questions then take
 * one or two statements instead of four or five. Undefined when it kept changing.
 */
export function sameVersion(
  statements: ScopedStatements,
  column: VersionColumn,
): <Result>(work: Work<Result>) => Promise<Done<Result>> {
  let latest: number | undefined;

  async function presentVersion(): Promise<number> {
    const row = await statements.get<{ version: number }>(
      `SELECT ${column} AS version FROM scopes WHERE owner = $1 AND project = $2`,
    );
    return row?.version ?? 0;
  }

  async function attempt<Result>(version: number, work: Work<Result>): Promise<Done<Result>> {
    const check = (met: number) => {
      latest = met;
      if (met !== version) throw new VersionChanged();
    };
    let isChecked = false;
    const all = async <Row>(sql: string, ...values: readonly SqlValue[]) => {
      const rows = await statements.all<Row & { readonly scopeVersion: number }>(
        withVersion(sql, column),
        ...values,
      );
      const [first] = rows;
      const isEmpty = first === undefined || first.scopeVersion < 0;
      check(first === undefined ? 0 : isEmpty ? NO_ROWS - first.scopeVersion : first.scopeVersion);
      isChecked = true;
      return isEmpty ? [] : rows;
    };
    const get = async <Row>(sql: string, ...values: readonly SqlValue[]) =>
      (await all<Row>(sql, ...values))[0];
    try {
      const result = await work({ all, get }, version);
      if (!isChecked) check(await presentVersion());
      return { result };
    } catch (error) {
      if (error instanceof VersionChanged) return undefined;
      throw error;
    }
  }

  return async (work) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const done = await attempt(latest ?? (await presentVersion()), work);
      if (done !== undefined) return done;
    }
    return undefined;
  };
}

class VersionChanged extends Error {}

/** An answer without rows has one that says so, and the version below it. */
const NO_ROWS = -1;

function withVersion(sql: string, column: VersionColumn): string {
  return `SELECT CASE WHEN t."isRow" THEN s.${column} ELSE ${NO_ROWS} - s.${column} END AS "scopeVersion", t.*
    FROM scopes s LEFT JOIN LATERAL (SELECT true AS "isRow", q.* FROM (${sql}) q) t ON true
    WHERE s.owner = $1 AND s.project = $2`;
}
