import type { ParsedQuery } from './parse-query.ts';
import type { Signal } from './strategies/strategy.ts';
import type { WeighedTerm } from './weigh-terms.ts';

/** How sure it is that the index holds what the query is about. */
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
  /** The largest share of a file's name that stands in the query, among the best files. */
  readonly nameShare: number;
  readonly leastEvidence: number;
}

/**
 * Absolute evidence, which a ranking alone cannot give: the best of a hundred thousand chunks always
 * looks good beside the second best. A logistic model of what can be counted; its weights were fitted
 * to tell the benchmark's questions asked of their own repository from questions of other ones.
 */
const WEIGHTS = {
  bias: -0.9,
  /** The best chunk's score beside that of one with every term of the query once. */
  best: 4.4,
  /** The share of the query's words that occur nowhere in the index. */
  unknown: -6.1,
  /** In a large index more words meet by chance, in a long query fewer. */
  logChunks: -0.64,
  logTerms: 1.7,
  nameShare: 1.6,
  namedDefinition: 2.5,
  missingName: -1.3,
};
export function evidenceOf(input: EvidenceInput): Evidence {
  const { query, signals } = input;
  if (signals.length === 0) return { probability: 0, relevant: false };
  const probability = probabilityOf(input);
  // What the query names exactly is there, whatever its other words.
  const certain = signals.some(({ kind }) => kind === 'named-place' || kind === 'named-path');
  const named =
    query.kind === 'symbol' && signals.some(({ kind }) => kind === 'definition' || kind === 'similar-name');
  // A whole issue or trace is about something; words that are not there do not speak against it.
  const long = query.kind === 'issue' || query.kind === 'trace';
  return { probability, relevant: long || certain || named || probability >= input.leastEvidence };
}

/** As many terms as are searched count; the rest of a long text is not held against the best chunk. */
const COUNTED_TERMS = 40;

function probabilityOf({ query, terms, signals, chunks, nameShare }: EvidenceInput): number {
  const ideal = terms.slice(0, COUNTED_TERMS).reduce((sum, { weight, rarity }) => sum + weight * rarity, 0);
  const best = signals.reduce(
    (most, { kind, strength }) => (kind === 'words' ? Math.max(most, strength) : most),
    0,
  );
  const defined = signals.some(({ kind }) => kind === 'definition');
  const unknown = terms.filter(({ known }) => !known).length / Math.max(1, terms.length);
  const sum =
    WEIGHTS.bias +
    WEIGHTS.best * (ideal > 0 ? best / ideal : 0) +
    WEIGHTS.unknown * unknown +
    WEIGHTS.logChunks * Math.log(Math.max(1, chunks)) +
    WEIGHTS.logTerms * Math.log(1 + terms.length) +
    WEIGHTS.nameShare * nameShare +
    (defined ? WEIGHTS.namedDefinition : 0) +
    (query.symbols.length > 0 && !defined ? WEIGHTS.missingName : 0);
  return 1 / (1 + Math.exp(-sum));
}
