import type { ParsedQuery } from '../core/query.ts';
import { CERTAINTIES, type Certainty } from '../core/vocabulary.ts';
import type { Signal } from './strategies/strategy.ts';
import type { WeighedTerm } from './weigh-terms.ts';

/** How likely the index is to hold what the query is about. */
export interface Evidence {
  /** 0..1, comparable between queries and indexes. */
  readonly probability: number;
  readonly certainty: Certainty;
}

export interface EvidenceInput {
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly signals: readonly Signal[];
  readonly chunks: number;
  /** Among the best files, the largest share of a name that the query contains. */
  readonly nameShare: number;
  /** The lowest probabilities of a likely and of a possible answer. */
  readonly likely: number;
  readonly possible: number;
  /** Whether cosines are comparable between indexes. */
  readonly calibrated?: boolean;
}

interface EvidenceWeights {
  readonly bias: number;
  /** The best chunk's score, relative to a chunk with every term of the query once. */
  readonly best: number;
  /** The share of the query's words that occur nowhere in the index. */
  readonly unknown: number;
  /** Words co-occur by chance more often in a large index, less often for a long query. */
  readonly logChunks: number;
  readonly logTerms: number;
  readonly nameShare: number;
  readonly namedDefinition: number;
  readonly missingName: number;
  /** The cosine of the nearest chunk. */
  readonly nearest: number;
  /** The lead of the best over the tenth: a query that fits many places equally is about none of them. */
  readonly bestLead: number;
  readonly nearestLead: number;
}

/**
 * Absolute evidence, which a ranking cannot give: the best of a hundred thousand chunks always looks good beside the
 * second best. A logistic model fitted to separate natural questions about a repository from questions about what it
 * lacks and about other repositories.
 */
const WITH_MEANING: EvidenceWeights = {
  bias: -4.29,
  best: 4.06,
  bestLead: -3.06,
  unknown: -1.95,
  logChunks: -0.77,
  logTerms: 3.59,
  nameShare: 0.15,
  namedDefinition: 2.2,
  missingName: -0.9,
  nearest: 7.2,
  nearestLead: -3.22,
};

/** The same without embeddings. */
const WORDS_ALONE: EvidenceWeights = {
  bias: -2.68,
  best: 5.85,
  bestLead: -4.42,
  unknown: -2.28,
  logChunks: -0.79,
  logTerms: 3.73,
  nameShare: 0.4,
  namedDefinition: 2.98,
  missingName: -0.68,
  nearest: 0,
  nearestLead: 0,
};

export function evidenceOf(input: EvidenceInput): Evidence {
  const { query, signals } = input;
  if (signals.length === 0) return { probability: 0, certainty: 'nothing' };
  const probability = probabilityOf(input);
  // A place or path named exactly exists, whatever the other words say.
  const certain = signals.some(({ kind }) => CERTAIN.has(kind));
  const named =
    query.kind === 'symbol' && signals.some(({ kind }) => kind === 'definition' || kind === 'similar-name');
  // Pasted text of several lines brings unrelated words; they do not count against the answer.
  const pasted = query.kind === 'trace' || query.text.includes('\n');
  if (certain || named || pasted || probability >= input.likely) return { probability, certainty: 'likely' };
  // What is to be added does not exist yet; the nearest places are where it will go. What a question in another language
  // says beyond the words that lists have is not known to be absent.
  const possible =
    query.adds ||
    (query.language !== undefined && input.terms.some(({ known }) => known)) ||
    (probability >= input.possible && unknownShare(input.terms) < MOSTLY_UNKNOWN);
  return { probability, certainty: possible ? 'possibly' : 'nothing' };
}

const CERTAIN: ReadonlySet<string> = new Set(['named-place', 'named-path', 'about-project']);

/** A question with hardly a word that occurs in the project is about something else. */
const MOSTLY_UNKNOWN = 0.7;

function unknownShare(terms: readonly WeighedTerm[]): number {
  const said = terms.filter(({ of }) => of === undefined);
  return said.filter(({ known }) => !known).length / Math.max(1, said.length);
}

/** Only the searched terms count; the rest of a long text does not lower the score. */
const COUNTED_TERMS = 40;

function probabilityOf({
  query,
  terms: weighed,
  signals,
  chunks,
  nameShare,
  calibrated = false,
}: EvidenceInput): number {
  const terms = weighed.filter(({ of }) => of === undefined);
  const ideal = terms.slice(0, COUNTED_TERMS).reduce((sum, { weight, rarity }) => sum + weight * rarity, 0);
  const words = strongest(signals, 'words');
  const meaning = calibrated ? strongest(signals, 'meaning') : [];
  const [best = 0] = words;
  const [nearest = 0] = meaning;
  const weights = meaning.length === 0 ? WORDS_ALONE : WITH_MEANING;
  const defined = signals.some(({ kind }) => kind === 'definition');
  const sum =
    weights.bias +
    weights.best * (ideal > 0 ? best / ideal : 0) +
    weights.bestLead * (ideal > 0 ? (best - (words[TENTH] ?? 0)) / ideal : 0) +
    weights.unknown * unknownShare(terms) +
    weights.logChunks * Math.log(Math.max(1, chunks)) +
    weights.logTerms * Math.log(1 + terms.length) +
    weights.nameShare * nameShare +
    weights.nearest * nearest +
    weights.nearestLead * (nearest - (meaning[TENTH] ?? 0)) +
    (defined ? weights.namedDefinition : 0) +
    (query.symbols.length > 0 && !defined ? weights.missingName : 0);
  return 1 / (1 + Math.exp(-sum));
}

/** Evidence compares the best places. */
export const COUNTED_PLACES = 10;
const TENTH = COUNTED_PLACES - 1;

/** The strengths of one kind of signal, largest first. */
function strongest(signals: readonly Signal[], kind: string): readonly number[] {
  const strengths = signals.filter((signal) => signal.kind === kind).map(({ strength }) => strength);
  return strengths.sort((a, b) => b - a);
}

/** The highest certainty among the answers of several roots. */
export function mostCertain(certainties: readonly Certainty[]): Certainty {
  return CERTAINTIES.find((certainty) => certainties.includes(certainty)) ?? 'nothing';
}
