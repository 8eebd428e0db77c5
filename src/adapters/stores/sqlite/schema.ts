import { DossierError } from '../../../core/errors.ts';
import { JOB_INDEXES } from '../shared/job-queue.ts';
import type { Database } from './database.ts';

/**
 * Each entry migrates the schema from the version of its index to the next. Released entries never change. Every key
 * starts with the scope (an owner's project).
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE scopes (
    id INTEGER PRIMARY KEY,
    owner TEXT NOT NULL,
    project TEXT NOT NULL,
    version INTEGER NOT NULL DEFAULT 0,
    record_version INTEGER NOT NULL DEFAULT 0,
    files INTEGER NOT NULL DEFAULT 0,
    units INTEGER NOT NULL DEFAULT 0,
    chunks INTEGER NOT NULL DEFAULT 0,
    relations INTEGER NOT NULL DEFAULT 0,
    commits INTEGER NOT NULL DEFAULT 0,
    UNIQUE (owner, project)
  ) STRICT;

  CREATE TABLE counters (
    scope INTEGER NOT NULL,
    name TEXT NOT NULL,
    next INTEGER NOT NULL,
    PRIMARY KEY (scope, name)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE meta (
    scope INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (scope, key)
  ) STRICT, WITHOUT ROWID;

  -- A file's units and chunks have consecutive numbers, so a range finds them without an index.
  CREATE TABLE files (
    scope INTEGER NOT NULL,
    number INTEGER NOT NULL,
    path TEXT NOT NULL,
    base TEXT NOT NULL,
    language TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified_at REAL NOT NULL,
    line_count INTEGER NOT NULL,
    role TEXT NOT NULL,
    first_unit INTEGER NOT NULL,
    unit_count INTEGER NOT NULL,
    first_chunk INTEGER NOT NULL,
    chunk_count INTEGER NOT NULL,
    PRIMARY KEY (scope, number)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX files_by_path ON files (scope, path);
  CREATE INDEX files_by_base ON files (scope, base);

  -- The texts of a file's chunks and its distinct terms, both deflated; queries never read them.
  CREATE TABLE file_texts (
    scope INTEGER NOT NULL,
    file INTEGER NOT NULL,
    texts BLOB NOT NULL,
    terms BLOB NOT NULL,
    PRIMARY KEY (scope, file)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE units (
    scope INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    file INTEGER NOT NULL,
    entity_type TEXT NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    qualified_name TEXT NOT NULL,
    parent_id TEXT,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    signature_end_line INTEGER NOT NULL,
    signature TEXT NOT NULL,
    doc_comment TEXT,
    exported INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    PRIMARY KEY (scope, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX units_by_id ON units (scope, id);
  CREATE INDEX units_by_name ON units (scope, name_key);

  CREATE TABLE chunks (
    scope INTEGER NOT NULL,
    number INTEGER NOT NULL,
    id TEXT NOT NULL,
    file INTEGER NOT NULL,
    unit INTEGER,
    entity_type TEXT NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    text_start INTEGER NOT NULL,
    text_length INTEGER NOT NULL,
    PRIMARY KEY (scope, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX chunks_by_id ON chunks (scope, id);
  CREATE INDEX chunks_by_hash ON chunks (scope, content_hash);

  -- target: the unit's id, or the path when the edge ends at a file as a whole.
  CREATE TABLE relations (
    scope INTEGER NOT NULL,
    file INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    from_unit INTEGER,
    to_name TEXT NOT NULL,
    to_path TEXT,
    to_unit_id TEXT,
    target TEXT GENERATED ALWAYS AS (coalesce(to_unit_id, to_path)) VIRTUAL,
    weight REAL NOT NULL,
    PRIMARY KEY (scope, file, ordinal)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX relations_by_target ON relations (scope, target) WHERE target IS NOT NULL;

  CREATE TABLE commits (
    scope INTEGER NOT NULL,
    number INTEGER NOT NULL,
    sha TEXT NOT NULL,
    message TEXT NOT NULL,
    author TEXT NOT NULL,
    email TEXT NOT NULL,
    time REAL NOT NULL,
    PRIMARY KEY (scope, number)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX commits_by_sha ON commits (scope, sha);
  CREATE INDEX commits_by_time ON commits (scope, time);

  CREATE TABLE commit_files (
    scope INTEGER NOT NULL,
    number INTEGER NOT NULL,
    path TEXT NOT NULL,
    insertions INTEGER NOT NULL,
    deletions INTEGER NOT NULL,
    PRIMARY KEY (scope, number, path)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX commit_files_by_path ON commit_files (scope, path);

  CREATE TABLE records (
    scope INTEGER NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    text TEXT NOT NULL,
    terms TEXT NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (scope, kind, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_time ON records (scope, kind, created_at, number);
  CREATE UNIQUE INDEX records_by_number ON records (scope, kind, number);

  -- The scalar fields of a body, for filters.
  CREATE TABLE record_fields (
    scope INTEGER NOT NULL,
    kind TEXT NOT NULL,
    field TEXT NOT NULL,
    value TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (scope, kind, field, value, number)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX record_fields_by_number ON record_fields (scope, kind, number);

  CREATE TABLE record_vectors (
    scope INTEGER NOT NULL,
    kind TEXT NOT NULL,
    axis TEXT NOT NULL,
    model TEXT NOT NULL,
    number INTEGER NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (scope, kind, axis, model, number)
  ) STRICT, WITHOUT ROWID;

  -- Vectors of chunk texts, by model and content hash: a text that moves keeps its vector.
  CREATE TABLE vector_segments (
    scope INTEGER NOT NULL,
    model TEXT NOT NULL,
    segment INTEGER NOT NULL,
    version INTEGER NOT NULL,
    scales BLOB NOT NULL,
    vectors BLOB NOT NULL,
    PRIMARY KEY (scope, model, segment)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE vector_places (
    scope INTEGER NOT NULL,
    model TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (scope, model, content_hash)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX vector_places_by_place ON vector_places (scope, model, place);

  -- The inverted index; a space is what is searched together: the chunks of a scope, its commits, …
  CREATE TABLE spaces (
    id INTEGER PRIMARY KEY,
    scope INTEGER NOT NULL,
    name TEXT NOT NULL,
    UNIQUE (scope, name)
  ) STRICT;
  CREATE TABLE posting_blocks (
    space INTEGER NOT NULL,
    block INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    total_length INTEGER NOT NULL,
    lengths BLOB NOT NULL,
    PRIMARY KEY (space, block)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE postings (
    space INTEGER NOT NULL,
    block INTEGER NOT NULL,
    term TEXT NOT NULL,
    count INTEGER NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (space, block, term)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE TABLE file_importance (
    scope INTEGER NOT NULL,
    path TEXT NOT NULL,
    importance REAL NOT NULL,
    PRIMARY KEY (scope, path)
  ) STRICT, WITHOUT ROWID;
  `,
  // Stores record texts as JSON: plain text was truncated at NUL.
  'UPDATE records SET text = json_quote(text)',
  `
  CREATE TABLE jobs (
    owner TEXT NOT NULL,
    project TEXT NOT NULL,
    id TEXT NOT NULL,
    tenant TEXT NOT NULL,
    tenant_project TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_at REAL NOT NULL,
    updated_at REAL NOT NULL,
    run_after REAL NOT NULL,
    worker TEXT,
    lease_until REAL,
    slot INTEGER,
    progress TEXT,
    error TEXT,
    result TEXT,
    merged_into TEXT,
    request TEXT,
    PRIMARY KEY (owner, project, id)
  ) STRICT, WITHOUT ROWID;
  ${JOB_INDEXES}
  `,
  // In how many chunks or commits each word is: the sum over the blocks of postings.
  `
  CREATE TABLE word_counts (
    space INTEGER NOT NULL,
    term TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (space, term)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO word_counts
  SELECT p.space, p.term, sum(p.count) FROM spaces s CROSS JOIN postings p ON p.space = s.id
  WHERE s.name IN ('chunk', 'commit') GROUP BY p.space, p.term;
  `,
];

/** Migrates the file to the newest schema. Refuses a file of a newer program version. */
export function migrate(database: Database): void {
  if (schemaVersion(database) === MIGRATIONS.length) return;
  database.write(() => {
    const version = schemaVersion(database);
    if (version > MIGRATIONS.length) {
      throw new DossierError(
        'unavailable',
        `The store ${database.path} was written by a newer version of dossier (schema ${version}, known here: ${MIGRATIONS.length}); update dossier or choose another file with --store.`,
      );
    }
    if (version === 0 && database.get('SELECT 1 FROM sqlite_schema') !== undefined) {
      throw new DossierError(
        'unavailable',
        `${database.path} is a database of another program; choose another file with --store.`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) database.execute(migration);
    database.execute(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function schemaVersion(database: Database): number {
  return database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
}
