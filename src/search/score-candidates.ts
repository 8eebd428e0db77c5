import { BoundedMap } from '../core/bounded-map.ts';
import type { Reason } from '../core/item.ts';
import type { ParsedQuery } from '../core/query.ts';
import type { ChunkInfo } from '../core/store.ts';
import { splitIdentifier, stem } from '../core/text/terms.ts';
import { chunkRoleOf } from '../indexing/file-role.ts';
import { type Shares, sharesByPath } from './file-shares.ts';
import type { Candidate } from './fuse-signals.ts';
import type { RankingRules } from './ranking-rules.ts';
import type { WeighedTerm } from './weigh-terms.ts';

export interface ScoringInput {
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly rules: RankingRules;
  /** 0..1 per path: how much other files refer to it. Read when a file first comes up. */
  readonly importance: ReadonlyMap<string, number>;
}

/**
 * Applies what is known about the files to the candidates. Best first; ties by path and line. Factors of a file are
 * reused for the next list of the same query.
 */
export function candidateScorer(input: ScoringInput): (candidates: readonly Candidate[]) => Candidate[] {
  const factorsOf = fileFactors(input);
  return (candidates) => {
    const superseded = supersededPaths(candidates, input.query);
    const scored = candidates.map(
      (candidate) => new Scored(candidate, factorsOf(candidate.chunk, superseded.has(candidate.chunk.path))),
    );
    const shares = sharesByPath(scored, input.query, input.rules);
    if (input.query.kind === 'symbol') putDefinitionsFirst(scored);
    for (const candidate of scored) candidate.addShares(shares.get(candidate.chunk.path));
    return scored.sort(byScore);
  };
}

/** Hundreds are scored and few shown, so reasons are built on demand. */
class Scored implements Candidate {
  readonly chunk: ChunkInfo;
  score: number;
  readonly #found: Candidate;
  readonly #factors: FileFactors;
  #shares: Shares | undefined;

  constructor(found: Candidate, factors: FileFactors) {
    this.chunk = found.chunk;
    this.score = found.score * factors.product;
    this.#found = found;
    this.#factors = factors;
  }

  addShares(shares: Shares | undefined): void {
    if (shares === undefined) return;
    this.#shares = shares;
    this.score += shares.file + shares.tests + shares.folder;
  }

  get definition(): number {
    return this.#found.reasons.find(({ rule }) => rule === 'definition')?.score ?? 0;
  }

  get reasons(): readonly Reason[] {
    const shares = Object.entries(this.#shares ?? {}).filter(([, score]) => score > 0);
    return [
      ...this.#found.reasons,
      ...reasonsOf(this.#factors),
      ...shares.map(([rule, score]) => ({ rule, score })),
    ];
  }
}

/**
 * Someone who asks for a name wants its definition: it swaps places with its file's best chunk. The order of files
 * stays.
 */
function putDefinitionsFirst(scored: readonly Scored[]): void {
  const best = new Map<string, Scored>();
  const defining = new Map<string, Scored>();
  for (const candidate of scored) {
    const { path } = candidate.chunk;
    if (candidate.score > (best.get(path)?.score ?? Number.NEGATIVE_INFINITY)) best.set(path, candidate);
    if (candidate.definition > (defining.get(path)?.definition ?? 0)) defining.set(path, candidate);
  }
  for (const [path, definition] of defining) {
    const first = best.get(path) ?? definition;
    [first.score, definition.score] = [definition.score, first.score];
  }
}

/** The share of a file's name that the query contains. */
export function nameShareOf(path: string, terms: readonly WeighedTerm[]): number {
  return shareIn(worthOf(terms), namesOf(path).words);
}

/** Each further hit of a file counts less, so that a list of hits shows several files. */
export function saturateFiles(candidates: readonly Candidate[], rules: RankingRules): Candidate[] {
  const seen = new Map<string, number>();
  const lowered = candidates.map((candidate) => {
    const { path } = candidate.chunk;
    const before = seen.get(path) ?? 0;
    seen.set(path, before + 1);
    return {
      chunk: candidate.chunk,
      score: candidate.score * rules.saturation ** before,
      get reasons() {
        return candidate.reasons;
      },
    };
  });
  return lowered.sort(byScore);
}

function byScore(a: Candidate, b: Candidate): number {
  // A difference would be fractional, and allocated for every comparison.
  if (a.score !== b.score) return a.score > b.score ? -1 : 1;
  return compare(a.chunk.path, b.chunk.path) || a.chunk.startLine - b.chunk.startLine;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What is known about a file, as factors on the scores of its chunks. */
interface FileFactors {
  readonly superseded: boolean;
  readonly product: number;
  readonly parts: readonly number[];
  readonly details: readonly string[];
}

const FACTOR_RULES = ['name', 'role', 'superseded', 'importance'] as const;

/** The factors of a chunk's file, computed once per file and once for the tests inside it. */
function fileFactors({
  query,
  terms,
  rules,
  importance,
}: ScoringInput): (chunk: ChunkInfo, superseded: boolean) => FileFactors {
  const worth = worthOf(terms);
  const known = new Map<string, FileFactors>();
  return (chunk, superseded) => {
    const { path } = chunk;
    const role = chunkRoleOf(chunk);
    const key = role === chunk.role ? path : `${role}\n${path}`;
    const present = known.get(key);
    if (present?.superseded === superseded) return present;
    const { name, words, folderWords } = namesOf(path);
    const parts = [
      1 + rules.stem * shareIn(worth, words) + rules.folder * shareIn(worth, folderWords),
      roleFactor(role, query, rules),
      superseded ? rules.superseded : 1,
      1 + rules.importance * (importance.get(path) ?? 0),
    ];
    const product = parts.reduce((all, own) => all * own, 1);
    const factors = { superseded, product, parts, details: [name, role] };
    known.set(key, factors);
    return factors;
  };
}

/** The factors that change a score; a reason's score is what its factor adds. */
function reasonsOf({ parts, details }: FileFactors): Reason[] {
  return FACTOR_RULES.flatMap((rule, place) => {
    const [factor, detail = ''] = [parts[place] ?? 1, details[place]];
    return factor === 1 ? [] : { rule, score: factor - 1, ...(detail === '' ? {} : { detail }) };
  });
}

const LEGACY_PATH = /(?:^|\/)_?(?:deprecated|legacy|compat)(?:\/|\.\w+$)/;
const VERSION_FOLDER = /^(.*\/|)v(\d+)\//;

/**
 * Paths replaced by a newer version: below `v3/` when a hit lies below `v4/` of the same folder, or when the same file
 * exists without the version; and paths named as kept for old callers. A query that says so means them.
 */
function supersededPaths(candidates: readonly Candidate[], query: ParsedQuery): ReadonlySet<string> {
  const paths = new Set(candidates.map(({ chunk }) => chunk.path));
  const dated = [...paths].filter((path) => namesOf(path).isDated);
  const newest = new Map<string, number>();
  for (const path of dated) {
    const [, folder, version] = VERSION_FOLDER.exec(path) ?? [];
    if (folder === undefined) continue;
    newest.set(folder, Math.max(newest.get(folder) ?? 0, Number(version)));
  }
  const older = dated.filter((path) => {
    if (LEGACY_PATH.test(path)) return !/deprecat|legacy|compat/i.test(query.text);
    const [versioned, folder = '', version = ''] = VERSION_FOLDER.exec(path) ?? [];
    if (versioned === undefined || new RegExp(`\\bv${version}\\b`, 'i').test(query.text)) return false;
    return Number(version) < (newest.get(folder) ?? 0) || paths.has(folder + path.slice(versioned.length));
  });
  return new Set(older);
}

function roleFactor(role: ChunkInfo['role'], query: ParsedQuery, rules: RankingRules): number {
  const lowered = rules.roles[role];
  if (query.wanted !== undefined) return role === query.wanted ? 1 : lowered * rules.otherRole;
  return query.roles.has(role) ? lowered ** (1 - rules.askedRole) : lowered;
}

/** Files with these names stand for their folder. */
const NAMED_BY_FOLDER = /^(?:index|mod|__init__|init|main|lib)$/;

/** A file's name, its words and its folder's, and whether its path marks a version or legacy code. */
interface Names {
  readonly name: string;
  readonly words: readonly string[];
  readonly folderWords: readonly string[];
  readonly isDated: boolean;
}

/** Memoized: every question meets hundreds of files, many of them again. */
function namesOf(path: string): Names {
  const known = names.get(path);
  if (known !== undefined) return known;
  const segments = path.split('/');
  let name = (segments.pop() ?? '').replace(/\.[^.]*$/, '');
  if (NAMED_BY_FOLDER.test(name) && segments.length > 0) name = segments.pop() ?? name;
  const found = {
    name,
    words: wordsIn(name),
    folderWords: wordsIn(segments.at(-1) ?? ''),
    isDated: LEGACY_PATH.test(path) || VERSION_FOLDER.test(path),
  };
  names.set(path, found);
  return found;
}

/** About 5 MB. */
const MAX_NAMES = 20_000;
const names = new BoundedMap<string, Names>(MAX_NAMES);

function wordsIn(name: string): string[] {
  return splitIdentifier(name)
    .filter((word) => word.length > 1)
    .map(stem);
}

/** A word in a name counts fully from this rarity on: about one chunk in seven has it. */
const DISTINCTIVE_RARITY = 2;

/** What a word is worth in a name: little when it is everywhere, like the project's own name. */
function worthOf(terms: readonly WeighedTerm[]): ReadonlyMap<string, number> {
  return new Map(
    terms.map(({ term, rarity, weight, of }) => [
      stem(term),
      Math.min(1, rarity / DISTINCTIVE_RARITY) * (of === undefined ? 1 : weight),
    ]),
  );
}

function shareIn(worth: ReadonlyMap<string, number>, words: readonly string[]): number {
  const said = words.reduce((sum, word) => sum + (worth.get(word) ?? 0), 0);
  return words.length === 0 ? 0 : said / words.length;
}
