import type { SqlValue } from './database.ts';
import type { ScopedStatements } from './scope-handle.ts';

/** A project's index and records each have a version. */
export type VersionColumn = 'version' | 'record_version';

type Work<Result> = (statements: ScopedStatements, version: number) => Promise<Result>;

/** Undefined when the version changed during the work. */
type Done<Result> = { readonly result: Result } | undefined;

/** The first try may start from a stale cached version. */
const MAX_TRIES = 2;

/**
 * Runs several statements on one version of a project without a transaction: each also reads the version, and if it
 * differs from the expected one, the work is retried. Values cached for the latest version can be used before any
 * query, so most questions take one or two statements instead of four or five. Undefined when the version kept
 * changing.
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
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const done = await attempt(latest ?? (await presentVersion()), work);
      if (done !== undefined) return done;
    }
    return undefined;
  };
}

class VersionChanged extends Error {}

/** An empty result is one row that holds this minus the version. */
const NO_ROWS = -1;

function withVersion(sql: string, column: VersionColumn): string {
  return `SELECT CASE WHEN t."isRow" THEN s.${column} ELSE ${NO_ROWS} - s.${column} END AS "scopeVersion", t.*
    FROM scopes s LEFT JOIN LATERAL (SELECT true AS "isRow", q.* FROM (${sql}) q) t ON true
    WHERE s.owner = $1 AND s.project = $2`;
}
