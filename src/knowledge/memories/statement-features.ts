import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { sameFamily } from '../word-family.ts';
import { rarityOf, type WordStatistics } from '../word-share.ts';
import { amountsIn, isAmountWord, missingAmounts } from './amounts.ts';
import { denies } from './denials.ts';
import { disagree, measuresIn } from './measures.ts';

/** What a newer and an older statement share, and where they disagree. */
export interface StatementFeatures {
  /** Share of the newer and of the older statement's words that both have, weighted by rarity. */
  readonly ofNewer: number;
  readonly ofOlder: number;
  /** Number of shared telling words. */
  readonly words: number;
  /** Amounts named in only one of them. */
  readonly onlyNewer: number;
  readonly onlyOlder: number;
  /** A word that says something changed. */
  readonly changed: number;
  /** Such a word, or one of things that happen once: "last night", "goes up to", "has been ported". */
  readonly isNews: number;
  /** One gives another value than the other of something both speak of, or denies what the other says. */
  readonly atOdds: number;
  readonly cosine: number;
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
  const isChanged = saysChanged(newer, older);
  return {
    ofNewer: sumOf(ofBoth) / (sumOf(a) || 1),
    ofOlder: sumOf(sharedWith(a, b)) / (sumOf(b) || 1),
    words: telling.length,
    onlyNewer: missingAmounts(given, known),
    onlyOlder: missingAmounts(known, given),
    changed: isChanged ? 1 : 0,
    isNews: isChanged || isNews(newer, older) ? 1 : 0,
    atOdds: clauseDisagrees(newer, older, a, statistics) || denies(newer, older) ? 1 : 0,
    cosine: cosine ?? 0,
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

/** What stands before a colon is what the whole sentence after it speaks of: "Complaints: reprint within 14 days". */
function clausesOf(text: string): readonly string[] {
  return text
    .replace(/[^\S\n]+/g, ' ')
    .split(/(?<=[.!?;]) |\n/)
    .flatMap((sentence) => {
      const [, head = '', rest = sentence] = /^([^:]+: )(.*)$/.exec(sentence) ?? [];
      return rest.split(/(?<=,) | [-–—] |[()]/).map((clause) => `${head}${clause}`);
    })
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

/** Only the newer one speaks of something that happens once. */
function isNews(newer: string, older: string): boolean {
  return DATED.test(newer) || (HAPPENED.test(newer) && !HAPPENED.test(older));
}

const TIMES =
  'january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|' +
  'easter|christmas|monday|tuesday|wednesday|thursday|friday|saturday|sunday';
/** A time at which something became or becomes so. */
const DATED = new RegExp(
  `\\b(?:(?:last|next) (?:night|week|month|year|release|sprint|${TIMES})|this (?:week|month|year|sprint)|yesterday|today|tonight|` +
    `(?:from|by|after|since|until) (?:the )?(?:next |this |last |\\d{1,2} )?(?:${TIMES})|meanwhile|by now|recently|lately|soon|already)\\b`,
  'i',
);
/** Verbs of change in any form, and what says that something ended. */
const HAPPENED = new RegExp(
  `\\b(?:${[
    '(?:mov|switch|chang|migrat|port|go|upgrad|convert|return)(?:e?s|ing|ed)? (?:over |back |up |down )?(?:to|from)',
    '(?:goes|going|went|comes|came|is|are) (?:up|down|back)',
    '(?:rais|lower|reduc|increas|decreas|extend|shorten|lift|scrapp|dropp|remov|retir|replac|renam|merg|abolish|cancell|clos|reopen|doubl|halv|trimm|kill|ditch)(?:ed|ing)',
    '(?:cut|split|grown?|grew|shrunk|shrank|rewritten) (?:to|into|from|in|down)',
    'no (?:longer|more)|any ?more|instead of|rather than|not (?:just|only)|used to|again|after all|at last|finally|dead|gone|obsolete|new',
  ].join('|')})\\b`,
  'i',
);
