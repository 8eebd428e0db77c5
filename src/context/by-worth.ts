import type { ContextItem } from '../core/item.ts';

/**
 * Orders what a search found by the wanted lines a token of it is likely to print. Relevance ranks places and knows
 * nothing of their length; a context has room for few. The relevances stay, the largest to the first, so that what
 * counts as weak beside the best does not change. Lessons and messages stay before the code, and the lines that the
 * question names, as an error does with `src/upload.ts:42`, before all other code, as does what tells of the project.
 */
export function byWorth(items: readonly ContextItem[]): readonly ContextItem[] {
  const found = items.filter(isFound);
  const worth = worthOf(found);
  const ordered = found.toSorted(
    (a, b) =>
      precedence(b) - precedence(a) ||
      tellsOfProject(b) - tellsOfProject(a) ||
      (worth.get(b) ?? 0) - (worth.get(a) ?? 0),
  );
  const relevances = found.map(({ relevance }) => relevance).sort((a, b) => b - a);
  const placed = ordered.map((item, place) => {
    const relevance = relevances[place] ?? item.relevance;
    if (relevance === item.relevance) return item;
    const reason = { rule: 'worth', score: Math.round((relevance - item.relevance) * 1000) / 1000 };
    return { ...item, relevance, reasons: [...item.reasons, reason] };
  });
  return [...items.filter((item) => !isFound(item)), ...placed];
}

/** Lines that the question names, then what answers a question about the whole project in the order of its documents. */
function precedence(item: ContextItem): number {
  if (item.reasons.some(({ rule }) => rule === 'named-place')) return 2;
  return tellsOfProject(item) > 0 ? 1 : 0;
}

function tellsOfProject({ reasons }: ContextItem): number {
  return reasons.find(({ rule }) => rule === 'about-project')?.score ?? 0;
}

function isFound({ source }: ContextItem): boolean {
  return source === 'code' || source === 'document';
}

/**
 * Weights of a Poisson regression of the share of the wanted lines in a chunk, halfway between a fit on questions about
 * 35 repositories and a later one on 29; `docs/lab/right-lines.md` shows what they give on repositories left out.
 */
const WEIGHTS = {
  rank: -0.45,
  fileRank: -0.7,
  placeInFile: -0.3,
  neighbour: 0.55,
  lines: 0.5,
  docShare: -1.5,
} as const;

/** What a chunk's own evidence counts: that of its file is in the ranks. */
const OF_REASON: ReadonlyMap<string, number> = new Map([
  ['words', 1.35],
  ['meaning', 2.6],
  ['definition', 2.5],
  ['role', 2],
]);

/** Answers are in the bodies of functions more often than in the lines that declare a type. */
const OF_TYPE: ReadonlyMap<string, number> = new Map([
  ['function', 0.7],
  ['method', 0.7],
  ['class', -0.55],
  ['interface', -0.55],
  ['type', -0.55],
  ['enum', -0.55],
]);

/** A heading has the tokens of about this many lines. */
const HEADING_LINES = 2.5;
/** Lines between places that still count as neighbours. */
const NEAR = 15;

/** Logarithms of expected lines per line printed: the texts are not read yet. */
function worthOf(items: readonly ContextItem[]): ReadonlyMap<ContextItem, number> {
  const near = neighboursOf(items);
  const best = Math.max(...items.map(({ relevance }) => relevance));
  const fileRanks = new Map<string, number>();
  const before = new Map<string, number>();
  return new Map(
    items.map((item, rank) => {
      const { location, reasons } = item;
      const path = location?.path ?? '';
      const fileRank = fileRanks.get(path) ?? fileRanks.size;
      fileRanks.set(path, fileRank);
      const placeInFile = before.get(path) ?? 0;
      before.set(path, placeInFile + 1);
      const lines = location === undefined ? 1 : location.endLine - location.startLine + 1;
      const evidence = reasons.reduce((sum, { rule, score }) => sum + (OF_REASON.get(rule) ?? 0) * score, 0);
      const worth =
        WEIGHTS.rank * Math.log(1 + rank) +
        WEIGHTS.fileRank * Math.log(1 + fileRank) +
        WEIGHTS.placeInFile * Math.log(1 + placeInFile) +
        WEIGHTS.neighbour * (best > 0 ? (near.get(item) ?? 0) / best : 0) +
        WEIGHTS.lines * Math.log(lines) +
        (WEIGHTS.docShare * docLinesIn(item)) / lines +
        (OF_TYPE.get(item.entityType) ?? 0) +
        evidence -
        Math.log(lines + HEADING_LINES);
      return [item, worth];
    }),
  );
}

/** A doc comment matches the words of a question, but the answer is seldom in its lines: it is in the code below. */
function docLinesIn({ metadata }: ContextItem): number {
  return metadata?.source === 'code' ? (metadata.docLines ?? 0) : 0;
}

/** The relevance of the better of the places next to each, where one is near. */
function neighboursOf(items: readonly ContextItem[]): ReadonlyMap<ContextItem, number> {
  const near = new Map<ContextItem, number>();
  const byPath = new Map<string, ContextItem[]>();
  for (const item of items) {
    const path = item.location?.path;
    if (path === undefined) continue;
    const present = byPath.get(path);
    if (present === undefined) byPath.set(path, [item]);
    else present.push(item);
  }
  for (const places of byPath.values()) {
    places.sort((a, b) => (a.location?.startLine ?? 0) - (b.location?.startLine ?? 0));
    for (const [index, item] of places.entries()) {
      const next = places[index + 1];
      if (next === undefined || (next.location?.startLine ?? 0) - (item.location?.endLine ?? 0) > NEAR + 1)
        continue;
      near.set(item, Math.max(near.get(item) ?? 0, next.relevance));
      near.set(next, Math.max(near.get(next) ?? 0, item.relevance));
    }
  }
  return near;
}
