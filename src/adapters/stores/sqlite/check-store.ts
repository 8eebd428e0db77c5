import { statSync } from 'node:fs';
import { SEGMENT_SIZE } from '../shared/vector-segments.ts';
import type { Database } from './database.ts';

/** The most findings of each kind: a damaged file can have millions. */
const FINDINGS = 20;

/** Everything wrong with the file: damaged pages, or else rows that contradict each other. */
export function checkStore(database: Database): string[] {
  const pages = database
    .all<{ integrity_check: string }>(`PRAGMA integrity_check(${FINDINGS})`)
    .map(({ integrity_check }) => integrity_check)
    .filter((finding) => finding !== 'ok');
  return pages.length > 0 ? pages : contradictionsIn(database);
}

function contradictionsIn(database: Database): string[] {
  return database.read(() =>
    RULES.flatMap(({ finding, violations }) =>
      database
        .all<{ what: string | number }>(`${violations} LIMIT ${FINDINGS}`)
        .map(({ what }) => `${finding}: ${what}`),
    ),
  );
}

/**
 * Checks the page structure and, in a store of ordinary size, rows that contradict each other: about a second for 200
 * MB. SQLite has no checksums, and reading the file separately is no option: closing it would release this process's
 * locks. So altered text inside a row goes unnoticed.
 */
export function checkQuickly(database: Database): string[] {
  const pages = database
    .all<{ quick_check: string }>('PRAGMA quick_check(1)')
    .map(({ quick_check }) => quick_check)
    .filter((finding) => finding !== 'ok');
  if (pages.length > 0 || statSync(database.path).size > LARGEST_READ) return pages;
  return contradictionsIn(database);
}

const LARGEST_READ = 200_000_000;

const COUNTED = ['files', 'units', 'chunks', 'relations', 'commits'] as const;

/** Each query selects `what` is wrong; no rows when all is well. */
const RULES: readonly { readonly finding: string; readonly violations: string }[] = [
  ...COUNTED.map((table) => ({
    finding: `The number of ${table} is wrong in`,
    violations: `SELECT s.owner || '/' || s.project AS what FROM scopes s
      WHERE s.${table} <> (SELECT count(*) FROM ${table} t WHERE t.scope = s.id)`,
  })),
  ...['units', 'chunks', 'relations', 'file_texts'].map((table) => ({
    finding: `Rows of ${table} belong to no file`,
    violations: `SELECT DISTINCT t.file AS what FROM ${table} t
      WHERE NOT EXISTS (SELECT 1 FROM files f WHERE f.scope = t.scope AND f.number = t.file)`,
  })),
  {
    finding: 'The word counts of a block are wrong',
    violations: `SELECT space || '/' || block AS what FROM postings
      WHERE count * 4 <> length(data) OR NOT EXISTS (
        SELECT 1 FROM posting_blocks b WHERE b.space = postings.space AND b.block = postings.block)
      GROUP BY space, block`,
  },
  {
    finding: 'The counts of words are wrong in space',
    violations: `SELECT s.id AS what FROM spaces s WHERE s.name IN ('chunk', 'commit')
      AND (SELECT coalesce(sum(count), 0) FROM word_counts w WHERE w.space = s.id)
        <> (SELECT coalesce(sum(count), 0) FROM postings p WHERE p.space = s.id)`,
  },
  {
    finding: 'Vectors and their places disagree in segment',
    violations: `SELECT v.segment AS what FROM vector_segments v
      WHERE length(v.scales) / 4 <> (SELECT count(*) FROM vector_places p WHERE p.scope = v.scope
        AND p.model = v.model AND p.place / ${SEGMENT_SIZE} = v.segment)`,
  },
];
