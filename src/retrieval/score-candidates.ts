import type { Reason } from '../core/item.ts';
import type { ChunkInfo } from '../core/store.ts';
import { splitIdentifier, stem } from '../core/terms.ts';
import type { Candidate } from './fuse-signals.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { RankingRules } from './ranking-rules.ts';
import type { WeighedTerm } from './weigh-terms.ts';

export interface ScoringInput {
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly rules: RankingRules;
  /** 0..1 per path: how much other files refer to it. */
  readonly importance: ReadonlyMap<string, number>;
  /** 0..1 per path: 1 for a file changed just now. */
  readonly recency: ReadonlyMap<string, number>;
}

/** Applies what is known of the files to the candidates. Best first; ties by path and line. */
export function scoreCandidates(candidates: readonly Candidate[], input: ScoringInput): Candidate[] {
  const factors = fileFactors(input, supersededPaths(candidates, input.query));
  const scored = candidates.map((candidate) => {
    const { factor, reasons } = factors(candidate.chunk);
    return {
      chunk: candidate.chunk,
      score: candidate.score * factor,
      reasons: [...candidate.reasons, ...reasons],
    };
  });
  const shares = fileShares(scored, input.rules);
  const led = input.query.kind === 'symbol' ? definitionsFirst(scored) : scored;
  return led
    .map(({ chunk, score, reasons }) => {
      const share = shares.get(chunk.path) ?? 0;
      return { chunk, score: score + share, reasons: [...reasons, { rule: 'file', score: share }] };
    })
    .sort(byScore);
}

/**
 * Who asks for a name wants to see it defined: the definition takes the place of its file's best chunk, and that one the
 * definition's. The order of files stays.
 */
function definitionsFirst(scored: readonly Candidate[]): readonly Candidate[] {
  const best = new Map<string, Candidate>();
  const defining = new Map<string, Candidate>();
  for (const candidate of scored) {
    const { path } = candidate.chunk;
    if (candidate.score > (best.get(path)?.score ?? Number.NEGATIVE_INFINITY)) best.set(path, candidate);
    if (definitionOf(candidate) > definitionOf(defining.get(path))) defining.set(path, candidate);
  }
  return scored.map((candidate) => {
    const [first, definition] = [best.get(candidate.chunk.path), defining.get(candidate.chunk.path)];
    if (first === undefined || definition === undefined) return candidate;
    if (candidate === definition) return { ...candidate, score: first.score };
    return candidate === first ? { ...candidate, score: definition.score } : candidate;
  });
}

function definitionOf(candidate: Candidate | undefined): number {
  return candidate?.reasons.find(({ rule }) => rule === 'definition')?.score ?? 0;
}

/** The share of a file's name that the query says. */
export function nameShareOf(path: string, terms: readonly WeighedTerm[]): number {
  return shareIn(worthOf(terms), namesOf(path).words);
}

/** Each further hit of a file counts less, so that a list of hits shows several files. */
export function saturateFiles(candidates: readonly Candidate[], rules: RankingRules): Candidate[] {
  const seen = new Map<string, number>();
  return candidates
    .map((candidate) => {
      const before = seen.get(candidate.chunk.path) ?? 0;
      seen.set(candidate.chunk.path, before + 1);
      return { ...candidate, score: candidate.score * rules.saturation ** before };
    })
    .sort(byScore);
}

function byScore(a: Candidate, b: Candidate): number {
  return b.score - a.score || compare(a.chunk.path, b.chunk.path) || a.chunk.startLine - b.chunk.startLine;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

interface Factor {
  readonly factor: number;
  readonly reasons: readonly Reason[];
}

/** The factor of a chunk's file, worked out once for each file. A reason's score is what it adds. */
function fileFactors(
  { query, terms, rules, importance, recency }: ScoringInput,
  superseded: ReadonlySet<string>,
): (chunk: ChunkInfo) => Factor {
  const worth = worthOf(terms);
  const known = new Map<string, Factor>();
  return ({ path, role }) => {
    const present = known.get(path);
    if (present !== undefined) return present;
    const { name, words, folderWords } = namesOf(path);
    const parts: readonly (readonly [rule: string, factor: number, detail: string])[] = [
      ['name', 1 + rules.stem * shareIn(worth, words) + rules.folder * shareIn(worth, folderWords), name],
      ['role', roleFactor(role, query, rules), role],
      ['superseded', superseded.has(path) ? rules.superseded : 1, ''],
      ['importance', 1 + rules.importance * (importance.get(path) ?? 0), ''],
      ['recent', 1 + rules.recent * (recency.get(path) ?? 0), ''],
    ];
    let factor = 1;
    const reasons: Reason[] = [];
    for (const [rule, own, detail] of parts) {
      factor *= own;
      if (own !== 1) reasons.push({ rule, score: own - 1, ...(detail === '' ? {} : { detail }) });
    }
    const result = { factor, reasons };
    known.set(path, result);
    return result;
  };
}

const KEPT_FOR_OLD_CALLERS = /(?:^|\/)_?(?:deprecated|legacy|compat)(?:\/|\.\w+$)/;
const VERSION_FOLDER = /^(.*\/|)v(\d+)\//;

/**
 * Paths that a newer version replaced: below `v3/` when a hit lies below `v4/` of the same folder, or
 * the same file stands without the version; and what is named as kept for old callers. A query that
 * says so means them.
 */
function supersededPaths(candidates: readonly Candidate[], query: ParsedQuery): ReadonlySet<string> {
  const paths = new Set(candidates.map(({ chunk }) => chunk.path));
  const newest = new Map<string, number>();
  for (const path of paths) {
    const [, folder, version] = VERSION_FOLDER.exec(path) ?? [];
    if (folder === undefined) continue;
    newest.set(folder, Math.max(newest.get(folder) ?? 0, Number(version)));
  }
  const older = [...paths].filter((path) => {
    if (KEPT_FOR_OLD_CALLERS.test(path)) return !/deprecat|legacy|compat/i.test(query.text);
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

/** Files of these names stand for their folder. */
const STANDS_FOR_FOLDER = /^(?:index|mod|__init__|init|main|lib)$/;

/** A file's name and the words of it and of its folder. */
interface Names {
  readonly name: string;
  readonly words: readonly string[];
  readonly folderWords: readonly string[];
}

/** Remembered: every question meets hundreds of files, many of them again. */
function namesOf(path: string): Names {
  const known = names.get(path);
  if (known !== undefined) return known;
  const segments = path.split('/');
  let name = (segments.pop() ?? '').replace(/\.[^.]*$/, '');
  if (STANDS_FOR_FOLDER.test(name) && segments.length > 0) name = segments.pop() ?? name;
  const found = { name, words: wordsIn(name), folderWords: wordsIn(segments.at(-1) ?? '') };
  if (names.size >= MOST_NAMES) names.clear();
  names.set(path, found);
  return found;
}

/** About 5 MB. */
const MOST_NAMES = 20_000;
const names = new Map<string, Names>();

function wordsIn(name: string): string[] {
  return splitIdentifier(name)
    .filter((word) => word.length > 1)
    .map(stem);
}

/** From this rarity on a word in a name tells fully: about one chunk in seven has it. */
const TELLING_RARITY = 2;

/** What a word is worth in a name: little when it is everywhere, as the project's own name is. */
function worthOf(terms: readonly WeighedTerm[]): ReadonlyMap<string, number> {
  return new Map(terms.map(({ term, rarity }) => [stem(term), Math.min(1, rarity / TELLING_RARITY)]));
}

function shareIn(worth: ReadonlyMap<string, number>, words: readonly string[]): number {
  const said = words.reduce((sum, word) => sum + (worth.get(word) ?? 0), 0);
  return words.length === 0 ? 0 : said / words.length;
}

/** A file with several good chunks is a better place than one with a lone match. */
function fileShares(scored: readonly Candidate[], rules: RankingRules): ReadonlyMap<string, number> {
  const scores = new Map<string, number[]>();
  for (const { chunk, score } of scored) {
    const ofFile = scores.get(chunk.path);
    if (ofFile === undefined) scores.set(chunk.path, [score]);
    else ofFile.push(score);
  }
  const shares = new Map<string, number>();
  for (const [path, ofFile] of scores) {
    const best = ofFile.sort((a, b) => b - a).slice(0, rules.fileChunks);
    const sum = best.reduce((total, score) => total + score, 0);
    shares.set(path, (rules.fileShare * sum) / rules.fileChunks);
  }
  return shares;
}
