import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { sameFamily } from '../word-family.ts';
import { rarityOf, type WordStatistics } from '../word-share.ts';
import { amountsIn, isAmountWord } from './amounts.ts';
import { disagree, measuresIn } from './measures.ts';

/** What a newer and an older statement share, and where they disagree. */
export interface StatementFeatures {
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
  /** A clause with telling words of the newer statement gives another value of a kind, such as another version of Qt. */
  readonly clauseDisagrees: number;
}

export function statementFeatures(
  newer: string,
  older: string,
  { statistics, cosine }: { readonly statistics: WordStatistics; readonly cosine: number | undefined },
): StatementFeatures {
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
    cosine: cosine ?? 0,
    clauseDisagrees: clauseDisagrees(newer, older, a, statistics) ? 1 : 0,
  };
}

/** A memory says several things, and a newer statement often changes one of them. */
function clauseDisagrees(newer: string, older: string, own: Weighed, statistics: WordStatistics): boolean {
  const measured = measuresIn(newer);
  return clausesOf(older).some(
    (clause) =>
      disagree(measured, measuresIn(clause)) &&
      sharedWith(weigh(clause, statistics), own).some(([term]) => !isCommonWord(term)),
  );
}

function clausesOf(text: string): readonly string[] {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .split(/(?<=[.!?;:,]) | [-–—] |\n|[()]/)
    .filter((clause) => clause.trim() !== '');
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

/** A verb of change that the older statement has, too, tells what always happens: "the number is bumped". */
function saysChanged(newer: string, older: string): boolean {
  const known = termsOf(older);
  return [...newer.matchAll(CHANGE)].some(
    ([said]) =>
      !termsOf(said).some((term) => !isCommonWord(term) && known.some((other) => sameFamily(term, other))),
  );
}

/** Words that say something has changed. */
const CHANGE = new RegExp(
  `\\b(?:${[
    'now|nowadays|(?:any|no) longer|any ?more|as (?:of|from)|after all|these days|since then',
    'from [\\w.]+(?: \\w+)? on(?:wards?)?|starting (?:from|in|on|next|this)|from (?:this|next) \\w+',
    'used to|previously|formerly|until (?:now|recently)|up from|down from|went (?:up|down|back)',
    '(?:was|were|been) updated|(?:is|are|was|were|been|being|got|gets) (?:gone|over|phased out|dropped|removed|retired|cut|turned (?:on|off)|\\w+ again)',
    '(?<!\\b(?:is|are|be|gets?) )(?:mov|switch|swapp|upgrad|downgrad|replac|migrat|bump|resiz|rais|lower|increas|decreas|reduc|renam|chang|shorten|extend|doubl|halv|relax|tighten|deprecat|discontinu|abandon|revert|postpon)ed',
    '(?:mov|switch|migrat|chang)ing \\w+ (?:\\w+ )?from',
    'since (?:the|we|last|this|yesterday|today|v?\\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)',
  ].join('|')})\\b`,
  'gi',
);
