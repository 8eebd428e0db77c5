import type { ParsedQuery } from '../core/query.ts';
import type { Signal } from './strategies/strategy.ts';
import type { WeighedTerm } from './weigh-terms.ts';

/** How likely the index holds what the query is about. */
export interface Evidence {
  /** 0..1, comparable between queries and indexes. */
  readonly probability: number;
  readonly relevant: boolean;
}

export interface EvidenceInput {
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
  readonly signals: readonly Signal[];
  readonly chunks: number;
  /** Among the best files, the largest share of a file name that the query contains. */
  readonly nameShare: number;
  readonly leastEvidence: number;
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
  /** The cosine of the chunk nearest in meaning. */
  readonly nearest: number;
  /** The lead of the best over the tenth: what fits many places equally is about none of them. */
  readonly bestLead: number;
  readonly nearestLead: number;
}

/**
 * Absolute evidence, which a ranking alone cannot give: the best of a hundred thousand chunks always
 * looks good beside the second best. A logistic model of what can be counted, fitted to tell the
 * benchmark's questions asked of their own repository from the same questions asked of others.
 */
const WITH_MEANING: EvidenceWeights = {
  bias: -4.41,
  best: 0.69,
  bestLead: 2.43,
  unknown: -6.95,
  logChunks: -0.54,
  logTerms: 1.29,
  nameShare: 0.71,
  namedDefinition: 1.55,
  missingName: -1.13,
  nearest: 14.91,
  nearestLead: -5.87,
};

/** Words alone separate the two less well, so the bias accepts more. */
const WORDS_ALONE: EvidenceWeights = {
  bias: 1.84,
  best: 3.34,
  bestLead: 0,
  unknown: -9.19,
  logChunks: -0.67,
  logTerms: 1.62,
  nameShare: 1.46,
  namedDefinition: 2.05,
  missingName: -1.12,
  nearest: 0,
  nearestLead: 0,
};

export function evidenceOf(input: EvidenceInput): Evidence {
  const { query, signals } = input;
  if (signals.length === 0) return { probability: 0, relevant: false };
  const probability = probabilityOf(input);
  // A place or path named exactly is present, whatever the other words.
  const certain = signals.some(({ kind }) => kind === 'named-place' || kind === 'named-path');
  const named =
    query.kind === 'symbol' && signals.some(({ kind }) => kind === 'definition' || kind === 'similar-name');
  // Pasted text of several lines brings foreign words along; they are no counter-evidence.
  const pasted = query.kind === 'trace' || query.text.includes('\n');
  // What is to be added does not exist yet; it will go to the nearest places.
  const granted = pasted || query.adds;
  return { probability, relevant: granted || certain || named || probability >= input.leastEvidence };
}

/** Only the searched terms count; the rest of a long text is not held against the best chunk. */
const COUNTED_TERMS = 40;

function probabilityOf({
  query,
  terms,
  signals,
  chunks,
  nameShare,
  calibrated = false,
}: EvidenceInput): number {
  const ideal = terms.slice(0, COUNTED_TERMS).reduce((sum, { weight, rarity }) => sum + weight * rarity, 0);
  const words = strongest(signals, 'words');
  const meaning = calibrated ? strongest(signals, 'meaning') : [];
  const [best = 0] = words;
  const [nearest = 0] = meaning;
  const weights = meaning.length === 0 ? WORDS_ALONE : WITH_MEANING;
  const defined = signals.some(({ kind }) => kind === 'definition');
  const unknown = terms.filter(({ known }) => !known).length / Math.max(1, terms.length);
  const sum =
    weights.bias +
    weights.best * (ideal > 0 ? best / ideal : 0) +
    weights.bestLead * (ideal > 0 ? (best - (words[TENTH] ?? 0)) / ideal : 0) +
    weights.unknown * unknown +
    weights.logChunks * Math.log(Math.max(1, chunks)) +
    weights.logTerms * Math.log(1 + terms.length) +
    weights.nameShare * nameShare +
    weights.nearest * nearest +
    weights.nearestLead * (nearest - (meaning[TENTH] ?? 0)) +
    (defined ? weights.namedDefinition : 0) +
    (query.symbols.length > 0 && !defined ? weights.missingName : 0);
  return 1 / (1 + Math.exp(-sum));
}

const TENTH = 9;

/** The strengths of one kind of signal, largest first. */
function strongest(signals: readonly Signal[], kind: string): readonly number[] {
  const strengths = signals.filter((signal) => signal.kind === kind).map(({ strength }) => strength);
  return strengths.sort((a, b) => b - a);
}
