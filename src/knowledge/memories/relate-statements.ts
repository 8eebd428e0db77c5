import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { rarityOf, type WordStatistics } from '../word-share.ts';
import { amountsIn } from './amounts.ts';
import { isNearDuplicate } from './near-duplicate.ts';

/** How a newer statement relates to an older one. */
export type StatementRelation = 'same' | 'update' | 'other';

/**
 * Whether a newer statement repeats an older one in other words, changes the value of something the older one
 * mentions, or neither. Two logistic rules over what the pair shares decide; a different amount, a word that signals
 * change, or one replaced word is never a repetition. `likeness` ranks several older ones.
 */
export function relateStatements(
  newer: string,
  older: string,
  statistics: WordStatistics,
  cosine?: number | undefined,
): { readonly relation: StatementRelation; readonly likeness: number } {
  if (isNearDuplicate(newer, older)) return { relation: 'same', likeness: 1 };
  const pair = featuresOf(newer, older, statistics);
  const { same, update, least } = cosine === undefined ? BY_WORDS : BY_WORDS_AND_MEANING;
  const features = { ...pair, cosine: cosine ?? 0 };
  const isSame = chance(features, same);
  const isUpdate = chance(features, update);
  const otherAmount = pair.onlyNewer > 0 && pair.onlyOlder > 0;
  const mayBeSame =
    !otherAmount && pair.changed === 0 && pair.words >= SAME_WORDS && !hasReplacedWord(newer, older);
  const relation = ((): StatementRelation => {
    if (mayBeSame && isSame >= least.same) return 'same';
    return isUpdate >= least.update ? 'update' : 'other';
  })();
  return { relation, likeness: Math.max(mayBeSame ? isSame : 0, isUpdate) };
}

interface Features {
  /** Share of the newer and of the older statement's words that both have, weighted by rarity. */
  readonly ofNewer: number;
  readonly ofOlder: number;
  /** Number of shared telling words, and the rarity of the rarest. */
  readonly words: number;
  readonly rarest: number;
  /** Amounts named in only one of them. */
  readonly onlyNewer: number;
  readonly onlyOlder: number;
  readonly changed: number;
  readonly cosine: number;
}

interface Rule extends Features {
  readonly bias: number;
}

/**
 * Fitted on the pairs of the scripted week (L2, C = 0.3, the four most similar memories of each text). Results on a
 * held-out project and on unseen pairs are in docs/lab/knowledge.md.
 */
const BY_WORDS_AND_MEANING = {
  same: rule(2.41, 8.57, 0.29, 0.05, -0.98, -1.21, -2.58, 4.52, -7.72),
  update: rule(7.46, -0.52, -0.25, 0.32, -0.2, 0.54, 4.01, 4.21, -10.46),
  least: { same: 0.5, update: 0.2 },
};
/** Repetition is harder to tell without vectors, so the thresholds are higher. */
const BY_WORDS = {
  same: rule(3.08, 9.94, 0.36, 0.06, -0.98, -1.35, -2.45, 0, -6.67),
  update: rule(8.27, 0.42, -0.14, 0.35, -0.38, 0.52, 3.98, 0, -9.78),
  least: { same: 0.6, update: 0.25 },
};
/** With fewer shared words one different word makes another statement. */
const SAME_WORDS = 2;

function rule(...weights: readonly number[]): Rule {
  const [ofNewer = 0, ofOlder = 0, words = 0, rarest = 0, onlyNewer = 0, onlyOlder = 0] = weights;
  const [changed = 0, cosine = 0, bias = 0] = weights.slice(6);
  return { ofNewer, ofOlder, words, rarest, onlyNewer, onlyOlder, changed, cosine, bias };
}

function chance(pair: Features, rule: Rule): number {
  const sum =
    rule.bias +
    rule.ofNewer * pair.ofNewer +
    rule.ofOlder * pair.ofOlder +
    rule.words * Math.min(pair.words, 6) +
    rule.rarest * pair.rarest +
    rule.onlyNewer * Math.min(pair.onlyNewer, 2) +
    rule.onlyOlder * Math.min(pair.onlyOlder, 2) +
    rule.changed * pair.changed +
    rule.cosine * pair.cosine;
  return 1 / (1 + Math.exp(-sum));
}

function featuresOf(newer: string, older: string, statistics: WordStatistics): Omit<Features, 'cosine'> {
  const [a, b] = [weigh(newer, statistics), weigh(older, statistics)];
  let shared = 0;
  let words = 0;
  let rarest = 0;
  for (const [term, weight] of a.weights) {
    if (!b.weights.has(term)) continue;
    shared += weight;
    if (isCommonWord(term)) continue;
    words++;
    rarest = Math.max(rarest, weight);
  }
  const [given, known] = [amountsIn(newer), amountsIn(older)];
  return {
    ofNewer: a.sum === 0 ? 0 : shared / a.sum,
    ofOlder: b.sum === 0 ? 0 : shared / b.sum,
    words,
    rarest,
    onlyNewer: [...given].filter((amount) => !known.has(amount)).length,
    onlyOlder: [...known].filter((amount) => !given.has(amount)).length,
    changed: CHANGE.test(newer) ? 1 : 0,
  };
}

/** One telling word replaces another: "deploys run from main", "deploys run from develop". */
function hasReplacedWord(newer: string, older: string): boolean {
  const [a, b] = [newer, older].map((text) => new Set(termsOf(text).filter((term) => !isCommonWord(term))));
  const missing = (from: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()) =>
    [...from].filter((term) => !other.has(term)).length;
  return missing(a, b) === 1 && missing(b, a) === 1;
}

/** Words that say something has changed. */
const CHANGE =
  /\b(?:now|(?:any|no) longer|any ?more|as of|after all|these days|from \w+ on|went (?:up|down)|(?:is|are|was|were|been|being) (?:gone|over|phased out|dropped|removed|retired)|(?:mov|switch|upgrad|downgrad|replac|migrat|bump|resiz|rais|lower|increas|reduc|renam|chang|shorten|extend|doubl|halv)ed|since (?:the|we|last|this|v?\d|january|february|march|april|may|june|july|august|september|october|november|december))\b/i;

function weigh(
  text: string,
  statistics: WordStatistics,
): { readonly weights: ReadonlyMap<string, number>; readonly sum: number } {
  const weights = new Map<string, number>();
  // Amounts are compared separately: 20k and 20,000 share no word.
  for (const term of termsOf(text)) if (!/^\d/.test(term)) weights.set(term, rarityOf(term, statistics));
  return { weights, sum: [...weights.values()].reduce((total, weight) => total + weight, 0) };
}
