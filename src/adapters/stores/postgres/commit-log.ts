import type { Commit } from '../../../core/ports.ts';
import type { CommitLog } from '../../../core/store.ts';
import { COMMIT_FIELDS, commitDocuments, distinctCommits, WIDEST_COMMIT } from '../shared/commit-words.ts';
import { postingsOf } from '../shared/postings.ts';
import { rankDocuments } from '../shared/rank-documents.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { ScopedTransaction, ScopeHandle } from './scope-handle.ts';

/** The part of the project's history that has been read. */
export function commitLog(scope: ScopeHandle, words: InvertedIndex): CommitLog {
  return {
    async putCommits(commits) {
      if (commits.length === 0) return;
      const growth = await scope.write(async (transaction) => {
        const before = (await scope.row(transaction))?.commits ?? 0;
        const known = await transaction.all<{ sha: string }>(
          'SELECT sha FROM commits WHERE owner = $1 AND project = $2 AND sha = ANY($3)',
          commits.map(({ sha }) => sha),
        );
        const shas = new Set(known.map(({ sha }) => sha));
        const fresh = distinctCommits(commits).filter(({ sha }) => !shas.has(sha));
        const first = await transaction.allocate('commit', fresh.length);
        await insertCommits(transaction, fresh, first);
        await words.add(transaction, postingsOf(commitDocuments(fresh, first)));
        await transaction.changed({ commits: fresh.length });
        return [before, before + fresh.length] as const;
      });
      await scope.grown(...growth);
    },

    clearCommits: () =>
      scope.write(async (transaction) => {
        await transaction.run('DELETE FROM commit_files WHERE owner = $1 AND project = $2');
        const removed = await transaction.run('DELETE FROM commits WHERE owner = $1 AND project = $2');
        await words.clear(transaction);
        await transaction.changed({ commits: -removed });
      }),

    async commits({ limit, since, author, paths }) {
      const rows = await scope.all<CommitRecord>(
        `${COMMITS} AND ($3::float8 IS NULL OR c.time >= $3)
           AND ($4::text IS NULL OR position(lower($4) IN lower(c.author || ' ' || c.email)) > 0)
           AND ($5::text[] IS NULL OR EXISTS (SELECT 1 FROM commit_files t WHERE t.owner = $1
             AND t.project = $2 AND t.number = c.number AND t.path = ANY($5)))
         ORDER BY c.time DESC, c.number LIMIT $6`,
        since ?? null,
        author ?? null,
        paths === undefined || paths.length === 0 ? null : paths,
        limit,
      );
      return rows.map(commitOf);
    },

    matchCommits: (terms, { limit, since, author }) =>
      scope.reading(async (statements) => {
        const { blocks, totals } = await words.query(
          statements,
          terms.map(({ term }) => term),
        );
        const ranking = rankDocuments(blocks, totals, {
          terms,
          fields: COMMIT_FIELDS,
          limit: since === undefined && author === undefined ? limit : Number.MAX_SAFE_INTEGER,
        });
        const rows = await statements.all<CommitRecord>(
          `${COMMITS} AND c.number = ANY($3) AND ($4::float8 IS NULL OR c.time >= $4)
           AND ($5::text IS NULL OR position(lower($5) IN lower(c.author || ' ' || c.email)) > 0)`,
          ranking.map(({ number }) => number),
          since ?? null,
          author ?? null,
        );
        const found = new Map(rows.map((row) => [row.number, commitOf(row)]));
        return ranking
          .flatMap(({ number, score }) => {
            const commit = found.get(number);
            return commit === undefined ? [] : { commit, score };
          })
          .slice(0, limit);
      }),

    commitFrequencies: (terms) =>
      scope.reading(async (statements) => ({
        commits: (await scope.row(statements))?.commits ?? 0,
        frequencies: await words.frequencies(statements, terms),
      })),

    async fileStats(paths) {
      const rows = await scope.all<StatsRecord>(FILE_STATS, paths);
      return rows.map(({ last_commit_at, commit_count, ...row }) => ({
        ...row,
        commitCount: commit_count,
        lastCommitAt: last_commit_at,
      }));
    },

    changedTogether: (path, limit) =>
      scope.all<{ path: string; commits: number }>(CHANGED_TOGETHER, path, WIDEST_COMMIT, limit),
  };

  async function insertCommits(
    transaction: ScopedTransaction,
    commits: readonly Commit[],
    first: number,
  ): Promise<void> {
    const { owner, project } = scope.scope;
    await transaction.copy(
      'commits',
      ['owner', 'project', 'number', 'sha', 'message', 'author', 'email', 'time'],
      commits.map(({ sha, message, author, email, time }, index) => [
        ...[owner, project, first + index],
        ...[sha, message, author, email, time],
      ]),
    );
    await transaction.copy(
      'commit_files',
      ['owner', 'project', 'number', 'path', 'insertions', 'deletions'],
      commits.flatMap(({ files }, index) =>
        [...new Map(files.map((file) => [file.path, file])).values()].map(
          ({ path, insertions, deletions }) => [
            ...[owner, project, first + index],
            ...[path, insertions, deletions],
          ],
        ),
      ),
    );
  }
}

interface CommitRecord extends Commit {
  readonly number: number;
}

function commitOf({ sha, message, author, email, time, files }: CommitRecord): Commit {
  return { sha, message, author, email, time, files };
}

const COMMITS = `
  SELECT c.number, c.sha, c.message, c.author, c.email, c.time, coalesce((
    SELECT json_agg(json_build_object('path', t.path, 'insertions', t.insertions, 'deletions', t.deletions))
    FROM commit_files t WHERE t.owner = $1 AND t.project = $2 AND t.number = c.number), '[]') AS files
  FROM commits c WHERE c.owner = $1 AND c.project = $2`;

interface StatsRecord {
  readonly path: string;
  readonly commit_count: number;
  readonly last_commit_at: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly authors: readonly string[];
}

const FILE_STATS = `
  SELECT t.path, count(*)::int AS commit_count, max(c.time) AS last_commit_at,
    sum(t.insertions)::int AS insertions, sum(t.deletions)::int AS deletions,
    array_agg(DISTINCT c.author) AS authors
  FROM commit_files t JOIN commits c ON c.owner = t.owner AND c.project = t.project AND c.number = t.number
  WHERE t.owner = $1 AND t.project = $2 AND t.path = ANY($3) GROUP BY t.path`;

const CHANGED_TOGETHER = `
  SELECT other.path, count(*)::int AS commits
  FROM commit_files own
  JOIN commit_files other ON other.owner = $1 AND other.project = $2 AND other.number = own.number
  WHERE own.owner = $1 AND own.project = $2 AND own.path = $3 AND other.path <> $3
    AND (SELECT count(*) FROM commit_files w WHERE w.owner = $1 AND w.project = $2
      AND w.number = own.number) <= $4
  GROUP BY other.path ORDER BY commits DESC, other.path COLLATE "C" LIMIT $5`;
