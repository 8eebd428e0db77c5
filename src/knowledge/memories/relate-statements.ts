import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { sameFamily } from '../word-family.ts';
import { rarityOf, type WordStatistics } from '../word-share.ts';
import { amountsIn, countsDiffer, isAmountWord } from './amounts.ts';
import { isNearDuplicate } from './near-duplicate.ts';

/** How a newer statement relates to an older one. */
export type StatementRelation = 'same' | 'update' | 'other';

/**
 * Whether a newer statement repeats an older one in other words, changes the value of something the older one
 * mentions, or neither. Two logistic rules over what the pair shares decide; a different amount, a word that signals
 * change, one replaced word or another command is never a repetition. `likeness` ranks several older ones.
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
  const otherAmount = (pair.onlyNewer > 0 && pair.onlyOlder > 0) || countsDiffer(newer, older);
  const mayBeSame =
    !otherAmount &&
    pair.changed === 0 &&
    pair.words >= SAME_WORDS &&
    !hasReplacedWord(newer, older) &&
    !hasOtherCode(newer, older);
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
 * Fitted on the pairs of the scripted week and of three smaller projects (L2, C = 1, the four most similar memories of
 * each text). docs/lab/knowledge.md has the results with each project left out, and on pairs written afterwards.
 */
const BY_WORDS_AND_MEANING = {
  same: rule(1.39, 2.39, 1.21, 0.41, -1.09, -1.51, -2.38, 1.72, -9.2),
  update: rule(3.72, 0.49, -0.06, 0.46, 0.1, 0.61, 4, 2.62, -10.1),
  least: { same: 0.3, update: 0.2 },
};
/** Repetition is harder to tell without vectors, so it needs more. */
const BY_WORDS = {
  same: rule(1.51, 2.7, 1.3, 0.45, -1.12, -1.57, -2.33, 0, -9.07),
  update: rule(4.19, 0.96, 0.05, 0.48, -0.03, 0.59, 3.99, 0, -9.77),
  least: { same: 0.35, update: 0.2 },
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
  const ofBoth = sharedWith(b, a);
  const telling = ofBoth.filter(([term]) => !isCommonWord(term));
  const [given, known] = [amountsIn(newer), amountsIn(older)];
  return {
    ofNewer: sumOf(ofBoth) / (sumOf(a) || 1),
    ofOlder: sumOf(sharedWith(a, b)) / (sumOf(b) || 1),
    words: telling.length,
    rarest: Math.max(0, ...telling.map(([, weight]) => weight)),
    onlyNewer: [...given].filter((amount) => !known.has(amount)).length,
    onlyOlder: [...known].filter((amount) => !given.has(amount)).length,
    changed: saysChanged(newer, older) ? 1 : 0,
  };
}

type Weighed = readonly (readonly [term: string, weight: number])[];

/** The words of a statement. Amounts are compared separately: 20k and 20,000 share no word. */
function weigh(text: string, statistics: WordStatistics): Weighed {
  const terms = new Set(termsOf(text).filter((term) => !isAmountWord(term)));
  return [...terms].map((term) => [term, rarityOf(term, statistics)]);
}

function sharedWith(others: Weighed, own: Weighed): Weighed {
  return own.filter(([term]) => others.some(([other]) => sameFamily(term, other)));
}

function sumOf(weighed: Weighed): number {
  return weighed.reduce((total, [, weight]) => total + weight, 0);
}

/** One word replaces another in its place: "deploys run from main", "deploys run from develop". */
function hasReplacedWord(newer: string, older: string): boolean {
  const [a, b] = [newer, older].map((text) => termsOf(text).filter((term) => !isAmountWord(term)));
  if (a === undefined || b === undefined) return false;
  const isTelling = (term: string) => !isCommonWord(term);
  return isReplaced(a, b) || isReplaced(a.filter(isTelling), b.filter(isTelling));
}

function isReplaced(a: readonly string[], b: readonly string[]): boolean {
  const [added, otherAdded] = missingIn(b, a);
  const [dropped, otherDropped] = missingIn(a, b);
  if (added === undefined || dropped === undefined) return false;
  if (otherAdded !== undefined || otherDropped !== undefined) return false;
  const [at, was] = [a.indexOf(added), b.indexOf(dropped)];
  return isSameWord(a[at - 1], b[was - 1]) && isSameWord(a[at + 1], b[was + 1]);
}

function missingIn(others: readonly string[], own: readonly string[]): readonly string[] {
  return [...new Set(own)].filter((term) => !others.some((other) => sameFamily(term, other)));
}

function isSameWord(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined ? one === other : sameFamily(one, other);
}

/** The newer statement quotes code that the older one does not contain. */
function hasOtherCode(newer: string, older: string): boolean {
  const flat = (text: string) =>
    text
      .toLowerCase()
      .replace(/[`\s]+/g, ' ')
      .trim();
  return [...newer.matchAll(/`([^`]+)`/g)].some(([, code = '']) => !flat(older).includes(flat(code)));
}

/** A verb of change that the older statement has, too, tells what always happens: "the number is bumped". */
function saysChanged(newer: string, older: string): boolean {
  const known = termsOf(older);
  return [...newer.matchAll(CHANGE)].some(
    ([said]) =>
      !termsOf(said).some((term) => !isCommonWord(term) && known.some((other) => sameFamily(term, other))),
  );
}

/** Words that say something has changed. */
const CHANGE =
  /\b(?:now|(?:any|no) longer|any ?more|as of|after all|these days|from \w+ on|went (?:up|down)|(?:is|are|was|were|been|being) (?:gone|over|phased out|dropped|removed|retired)|(?:mov|switch|upgrad|downgrad|replac|migrat|bump|resiz|rais|lower|increas|reduc|renam|chang|shorten|extend|doubl|halv)ed|since (?:the|we|last|this|v?\d|january|february|march|april|may|june|july|august|september|october|november|december))\b/gi;
