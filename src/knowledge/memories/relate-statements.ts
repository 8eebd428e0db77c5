import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { rarityOf, type WordStatistics } from '../word-share.ts';
import { amountsIn } from './amounts.ts';

/** What a newer statement is to an older one. */
export type StatementRelation = 'same' | 'update' | 'other';

/**
 * Whether a newer statement says the same as an older one in natural wording, gives something the older one
 * speaks of another value, or neither. Both share most of their telling words; a new number, or a word that
 * says something changed, makes it an update.
 */
export function relateStatements(
  newer: string,
  older: string,
  statistics: WordStatistics,
): { readonly relation: StatementRelation; readonly likeness: number } {
  const [a, b] = [weigh(newer, statistics), weigh(older, statistics)];
  let shared = 0;
  let words = 0;
  for (const [term, weight] of a.weights) {
    if (!b.weights.has(term)) continue;
    shared += weight;
    if (!isCommonWord(term)) words++;
  }
  const likeness = a.sum * b.sum === 0 ? 0 : shared / Math.sqrt(a.sum * b.sum);
  const ofNewer = a.sum === 0 ? 0 : shared / a.sum;
  const known = amountsIn(older);
  const given = amountsIn(newer);
  const otherAmount = known.size > 0 && [...given].some((amount) => !known.has(amount));
  const changed = CHANGE.test(newer);
  const relation = ((): StatementRelation => {
    if (changed && likeness >= CHANGED_LIKENESS && ofNewer >= CHANGED_SHARE) return 'update';
    if (otherAmount) return likeness >= AMOUNT_LIKENESS && ofNewer >= AMOUNT_SHARE ? 'update' : 'other';
    return !changed && words >= SAME_WORDS && likeness >= SAME_LIKENESS ? 'same' : 'other';
  })();
  return { relation, likeness };
}

/** Chosen on the scripted week, all three projects together; see docs/lab/knowledge.md. */
const SAME_LIKENESS = 0.47;
/** In a short statement one other word is another statement. */
const SAME_WORDS = 4;
const CHANGED_LIKENESS = 0.2;
const CHANGED_SHARE = 0.25;
const AMOUNT_LIKENESS = 0.33;
const AMOUNT_SHARE = 0.72;

/** Words that say something is no longer as it was. */
const CHANGE =
  /\b(?:now|(?:any|no) longer|any ?more|as of|after all|these days|from \w+ on|went (?:up|down)|(?:is|are|was|were|been|being) (?:gone|over|phased out|dropped|removed|retired)|(?:mov|switch|upgrad|downgrad|replac|migrat|bump|resiz|rais|lower|increas|reduc|renam|chang|shorten|extend|doubl|halv)ed|since (?:the|we|last|this|v?\d|january|february|march|april|may|june|july|august|september|october|november|december))\b/i;

function weigh(
  text: string,
  statistics: WordStatistics,
): { readonly weights: ReadonlyMap<string, number>; readonly sum: number } {
  const weights = new Map<string, number>();
  // Amounts are compared apart: 20k and 20,000 share no word.
  for (const term of termsOf(text)) if (!/^\d/.test(term)) weights.set(term, rarityOf(term, statistics));
  return { weights, sum: [...weights.values()].reduce((total, weight) => total + weight, 0) };
}
