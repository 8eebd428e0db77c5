import type { Commit } from '../../../core/ports.ts';
import type { CommitLog } from '../../../core/store.ts';
import { COMMIT_FIELDS, commitDocuments, distinctCommits, WIDEST_COMMIT } from '../shared/commit-words.ts';
import { postingsOf } from '../shared/postings.ts';
import { rankDocuments } from '../shared/rank-documents.ts';
import { cachedLookup } from './cached-lookup.ts';
import type { Database, SqlValue } from './database.ts';
import type { InvertedIndex } from './inverted-index.ts';
import type { ScopeHandle } from './scope-handle.ts';

/** Files of cached commits: about 10 MB. Questions of a session are about the same part of a history. */
const MAX_FILES = 50_000;

/** The part of the project's history that has been read. */
export function commitLog(database: Database, scope: ScopeHandle, words: InvertedIndex): CommitLog {
  const knownCommits = cachedLookup(database, scope, readCommits, {
    max: MAX_FILES,
    sizeOf: ({ files }) => 1 + files.length,
  });

  return {
    async putCommits(commits) {
      if (commits.length === 0) return;
      database.write(() => {
        const scopeId = scope.idForWriting();
        const fresh = distinctCommits(commits).filter(({ sha }) => !isKnown(scopeId, sha));
        const first = scope.allocate('commit', fresh.length);
        for (const [index, commit] of fresh.entries()) insertCommit(database, scopeId, first + index, commit);
        words.add(postingsOf(commitDocuments(fresh, first)));
        scope.changed({ commits: fresh.length });
      });
    },

    async clearCommits() {
      database.write(() => {
        const scopeId = scope.idForWriting();
        database.run('DELETE FROM commit_files WHERE scope = ?', scopeId);
        const removed = database.run('DELETE FROM commits WHERE scope = ?', scopeId);
        words.clear();
        scope.changed({ commits: -removed });
      });
    },

    async commits({ limit, since, author, paths }) {
      const { conditions, values } = commitConditions({ since, author });
      if (paths !== undefined && paths.length > 0) {
        conditions.push(`c.number IN (SELECT t.number FROM commit_files t
          WHERE t.scope = ? AND t.path IN (SELECT value FROM json_each(?)))`);
        values.push(scope.id() ?? null, JSON.stringify(paths));
      }
      return database.read(() => {
        const rows = database.all<CommitRecord>(
          `SELECT c.* FROM commits c WHERE c.scope = ? ${conditions.map((text) => `AND ${text}`).join(' ')}
           ORDER BY c.time DESC, c.number LIMIT ?`,
          scope.id() ?? null,
          ...values,
          limit,
        );
        return withFiles(rows);
      });
    },

    async matchCommits(terms, { limit, since, author }) {
      return database.read(() => {
        const blocks = words.postings(terms.map(({ term }) => term));
        const ranking = rankDocuments(blocks, words.totals(), {
          terms,
          fields: COMMIT_FIELDS,
          limit: since === undefined && author === undefined ? limit : Number.MAX_SAFE_INTEGER,
        });
        const found: { commit: Commit; score: number }[] = [];
        for (let start = 0; start < ranking.length && found.length < limit; start += limit) {
          const part = ranking.slice(start, start + limit);
          const commits = knownCommits(part.map(({ number }) => number));
          for (const [place, { score }] of part.entries()) {
            const commit = commits[place];
            if (commit === undefined || commit.time < (since ?? commit.time) || !isBy(commit, author))
              continue;
            found.push({ commit, score });
          }
        }
        return found.slice(0, limit);
      });
    },

    async commitFrequencies(terms) {
      return database.read(() => ({
        commits: words.totals().documents,
        frequencies: words.frequencies(terms),
      }));
    },

    async fileStats(paths) {
      const rows = database.all<StatsRecord>(FILE_STATS, scope.id() ?? null, JSON.stringify(paths));
      return rows.map(({ last_commit_at, authors, commit_count, ...row }) => ({
        ...row,
        commitCount: commit_count,
        lastCommitAt: last_commit_at,
        authors: JSON.parse(authors),
      }));
    },

    async changedTogether(path, limit) {
      return database.all<{ path: string; commits: number }>(
        `SELECT other.path, count(*) AS commits
         FROM commit_files own CROSS JOIN commit_files other ON other.scope = own.scope AND other.number = own.number
         WHERE own.scope = ?1 AND own.path = ?2 AND other.path <> ?2
           AND (SELECT count(*) FROM commit_files w WHERE w.scope = ?1 AND w.number = own.number) <= ?3
         GROUP BY other.path ORDER BY commits DESC, other.path LIMIT ?4`,
        scope.id() ?? null,
        path,
        WIDEST_COMMIT,
        limit,
      );
    },
  };

  function isKnown(scopeId: number, sha: string): boolean {
    return database.get('SELECT 1 FROM commits WHERE scope = ? AND sha = ?', scopeId, sha) !== undefined;
  }

  function readCommits(numbers: readonly number[]): ReadonlyMap<number, Commit> {
    const rows = database.all<CommitRecord>(
      'SELECT * FROM commits WHERE scope = ? AND number IN (SELECT value FROM json_each(?))',
      scope.id() ?? null,
      JSON.stringify(numbers),
    );
    const commits = withFiles(rows);
    return new Map(rows.map(({ number }, place) => [number, commits[place]!]));
  }

  /** Reads the files of all commits at once: a question asks for fifty commits. */
  function withFiles(records: readonly CommitRecord[]): Commit[] {
    const files = new Map<number, Commit['files'][number][]>(records.map(({ number }) => [number, []]));
    const rows = database.rows<[number: number, path: string, insertions: number, deletions: number]>(
      `SELECT number, path, insertions, deletions FROM commit_files
       WHERE scope = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY number, path`,
      scope.id() ?? null,
      JSON.stringify([...files.keys()]),
    );
    for (const [number, path, insertions, deletions] of rows) {
      files.get(number)?.push({ path, insertions, deletions });
    }
    return records.map(({ number, sha, message, author, email, time }) => ({
      sha,
      message,
      author,
      email,
      time,
      files: files.get(number) ?? [],
    }));
  }
}

interface CommitRecord extends Omit<Commit, 'files'> {
  readonly number: number;
}

interface StatsRecord {
  readonly path: string;
  readonly commit_count: number;
  readonly last_commit_at: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly authors: string;
}

const FILE_STATS = `
  SELECT t.path, count(*) AS commit_count, max(c.time) AS last_commit_at, sum(t.insertions) AS insertions,
    sum(t.deletions) AS deletions, json_group_array(DISTINCT c.author) AS authors
  FROM commit_files t JOIN commits c ON c.scope = t.scope AND c.number = t.number
  WHERE t.scope = ? AND t.path IN (SELECT value FROM json_each(?)) GROUP BY t.path`;

function insertCommit(database: Database, scope: number, number: number, commit: Commit): void {
  database.run(
    'INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?)',
    scope,
    number,
    commit.sha,
    commit.message,
    commit.author,
    commit.email,
    commit.time,
  );
  for (const { path, insertions, deletions } of commit.files) {
    database.run(
      'INSERT OR REPLACE INTO commit_files VALUES (?, ?, ?, ?, ?)',
      scope,
      number,
      path,
      insertions,
      deletions,
    );
  }
}

function commitConditions(filter: { since: number | undefined; author: string | undefined }): {
  conditions: string[];
  values: SqlValue[];
} {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (filter.since !== undefined) {
    conditions.push('c.time >= ?');
    values.push(filter.since);
  }
  if (filter.author !== undefined) {
    conditions.push("instr(lower(c.author || ' ' || c.email), lower(?)) > 0");
    values.push(filter.author);
  }
  return { conditions, values };
}

function isBy(commit: Commit, author: string | undefined): boolean {
  return (
    author === undefined || `${commit.author} ${commit.email}`.toLowerCase().includes(author.toLowerCase())
  );
}
