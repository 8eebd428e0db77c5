import { stem } from '../../core/text/terms.ts';
import { trimEndOf } from '../../core/text/trim.ts';

/**
 * Whether two short texts say the same in other words. Strict on purpose: a changed number, name, path, negation or
 * content word makes another statement, however alike the sentences look. Case, punctuation, inflection, filler
 * words, common synonyms, one typo in a long word, and the order of clauses may differ.
 */
export function isNearDuplicate(left: string | Statement, right: string | Statement): boolean {
  const [one, other] = [read(left), read(right)];
  const [a, b] = [one.words, other.words];
  if (a.length === 0 || b.length === 0) return a.length === b.length && flat(one.text) === flat(other.text);
  const pairs = pairWords(a, b);
  if (pairs === undefined) return false;
  return sameOrder(pairs);
}

/**
 * Whether two texts are about the same subject but differ in one value (a number, a name, a yes or no): likely one
 * statement at two times, or a contradiction. Never decided automatically; a person is told.
 */
export function differsInOneValue(left: string | Statement, right: string | Statement): boolean {
  const [one, other] = [read(left), read(right)];
  const [a, b] = [one.words, other.words];
  if (Math.min(a.length, b.length) < SUBJECT_WORDS || Math.abs(a.length - b.length) > 1) return false;
  const remaining = [...b];
  let missing = 0;
  for (const word of a) {
    const at = remaining.findIndex((each) => sameWord(word, each));
    if (at >= 0) remaining.splice(at, 1);
    else if (++missing > 1) return false;
  }
  return remaining.length <= 1 && !isNearDuplicate(one, other);
}

/** A text prepared for comparison. Preparing costs more than comparing, so do it once per text. */
export interface Statement {
  readonly text: string;
  readonly words: readonly Word[];
}

export function statementOf(text: string): Statement {
  return { text, words: statementWords(text) };
}

function read(given: string | Statement): Statement {
  return typeof given === 'string' ? statementOf(given) : given;
}

/** In shorter texts a differing word may change the subject rather than the value. */
const SUBJECT_WORDS = 3;

/** Words without meaning of their own: adding or dropping one changes nothing. */
const FILLER = new Set(
  (
    'a an the this that these those is are was were be been being am do does did has have had will would shall ' +
    'should must can could may might of to in on at for from by with as and or so also just please note that it its ' +
    'we our us you your i my they their there here which who whom what very really quite basically actually currently ' +
    'simply generally usually remember keep mind important sure make about into over than then too again now up out ' +
    'one thing way when whenever while if'
  ).split(' '),
);

/** Words that negate a statement or limit it in time; never filler, never synonyms. */
const POLARITY = new Set(
  (
    'not no never none nothing neither nor without cannot unless except always only before after until first last ' +
    'enable disable enabled disabled true false on off yes min max above below more less increase decrease ' +
    'allow deny forbid old new left right up down start stop add remove'
  ).split(' '),
);

/** Irregular forms; the first stands for all. */
const IRREGULAR = new Map(
  (
    'throw threw thrown;run ran;break broke broken;choose chose chosen;write wrote written;send sent;build built;' +
    'keep kept;find found;lose lost;take took taken;give gave given;go went gone;come came;see saw seen;hold held;' +
    'begin began begun;read reads;know knew known;think thought;bring brought;spend spent;mean meant;lead led'
  )
    .split(';')
    .flatMap((line) => {
      const [first = '', ...others] = line.split(' ');
      return others.map((word) => [word, first] as const);
    }),
);

/** Each line lists synonyms in notes about work. The first stands for all. */
const SYNONYMS = new Map(
  [
    'use prefer favour favor utilize utilise employ choose',
    'run execute launch invoke',
    'error failure fault exception',
    'fail break crash',
    'fix repair resolve correct',
    'need require',
    'folder directory',
    'database db',
    'repository repo',
    'configuration config settings',
    'function method',
    'function func',
    'variable var',
    'environment env',
    'parameter param argument',
    'documentation docs doc',
    'application app',
    'delete erase',
    'create generate',
    'change modify alter',
    'slow sluggish',
    'big large',
    'small little tiny',
    'fast quick',
    'show display',
    'store save keep persist',
    'put place',
    'begin commence',
    'build compile',
    'want like',
    'problem issue',
    'happen occur',
    'authentication auth',
    'production prod',
    'development dev',
    'directly straight',
    'user customer',
    'every each all',
    'request call',
    'find locate discover',
    'check verify',
    'ensure guarantee',
    'set configure',
    'cause trigger',
  ].flatMap((line) => {
    const [first = '', ...others] = line.split(' ').map(rootOf);
    return others.map((word) => [word, first] as const);
  }),
);

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]?t\b/gi, 'cannot'],
  [/\bwon['’]t\b/gi, 'will not'],
  [/n['’]t\b/gi, ' not'],
  [/\bdo not\b|\bdoes not\b|\bdid not\b|\bis not\b|\bare not\b|\bcan not\b|\bcannot\b/gi, 'not'],
  [/['’](?:s|re|ll|ve|d|m)\b/gi, ''],
];

interface Word {
  readonly stem: string;
  readonly raw: string;
  /** Not an identifier, number, path or negation, so it may be a typo. */
  readonly isPlain: boolean;
}

/** The words of a statement in order: identifiers, numbers and paths whole, the rest stemmed, without filler. */
function statementWords(text: string): Word[] {
  let plain = text.normalize('NFKC');
  for (const [pattern, replacement] of CONTRACTIONS) plain = plain.replace(pattern, replacement);
  const words: Word[] = [];
  for (const [word] of plain.matchAll(/[\p{L}\p{N}_$@#%/\\.:~+-]+/gu)) {
    const cased = trimEndOf(word, '.:+-').replace(/^[.:+-]+(?=\p{L})/u, '');
    const bare = cased.toLowerCase();
    if (bare === '') continue;
    if (/\p{Ll}\p{Lu}/u.test(cased)) {
      words.push(exactly(`${IDENTIFIER}${bare}`));
      continue;
    }
    for (const part of isPlain(bare.replaceAll('-', '')) ? bare.split('-') : [bare]) {
      if (part === '' || (FILLER.has(part) && !POLARITY.has(part))) continue;
      words.push(
        isPlain(part) && !POLARITY.has(part)
          ? { stem: placeholderFor(rootOf(part)), raw: part, isPlain: true }
          : exactly(part),
      );
    }
  }
  return words;
}

function exactly(word: string): Word {
  return { stem: word, raw: word, isPlain: false };
}

/** The stem without inflection or doubling: store and stored, run and running are equal. */
function rootOf(word: string): string {
  const regular = IRREGULAR.get(word) ?? word;
  return stem(regular)
    .replace(/([^aeioulsz])\1$/, '$1')
    .replace(/(?<=..)e$/, '');
}

/** Keeps an identifier distinct from a plain word once it is lowercased. */
const IDENTIFIER = '=';

function placeholderFor(word: string): string {
  return SYNONYMS.get(word) ?? word;
}

function flat(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ');
}

/** A natural-language word, not an identifier, number or path. */
function isPlain(word: string): boolean {
  return /^\p{L}+$/u.test(word);
}

/** Pairs equal words. Unpaired words on both sides mean one was replaced: another statement. */
function pairWords(a: readonly Word[], b: readonly Word[]): readonly [number, number][] | undefined {
  const taken = new Set<number>();
  const pairs: [number, number][] = [];
  const left: Word[] = [];
  for (const [index, word] of a.entries()) {
    const at = b.findIndex((other, position) => !taken.has(position) && sameWord(word, other));
    if (at < 0) left.push(word);
    else {
      taken.add(at);
      pairs.push([index, at]);
    }
  }
  const right = b.filter((_, position) => !taken.has(position));
  if (left.length > 0 && right.length > 0) return undefined;
  const extra = left.length > 0 ? left : right;
  if (extra.some((word) => !word.isPlain)) return undefined;
  return extra.length <= Math.floor(Math.max(a.length, b.length) * EXTRA_SHARE) ? pairs : undefined;
}

/** Share of extra words one side may have: an adverb, an aside. More is more information. */
const EXTRA_SHARE = 0.2;

function sameWord(one: Word, other: Word): boolean {
  if (one.stem === other.stem) return true;
  if (!one.isPlain || !other.isPlain) return false;
  return isOneEditApart(one.raw, other.raw) || isOneEditApart(one.stem, other.stem);
}

/** Shorter words that differ in one letter too often mean different things. */
const TYPO_LENGTH = 6;

/** One letter added, missing, replaced, or swapped with its neighbour; the first is rarely mistyped. */
function isOneEditApart(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < TYPO_LENGTH) return false;
  if (Math.abs(one.length - other.length) > 1 || one[0] !== other[0]) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end++;
  const a = one.slice(start, one.length - end);
  const b = other.slice(start, other.length - end);
  return a.length + b.length <= 2
    ? a.length <= 1 && b.length <= 1
    : a.length === 2 && a[0] === b[1] && a[1] === b[0];
}

/** The same order, or two blocks swapped; any other order may swap who does what. */
function sameOrder(pairs: readonly (readonly [number, number])[]): boolean {
  const positions = pairs.map(([, at]) => at);
  const falls = positions.filter((at, index) => index > 0 && at < positions[index - 1]!).length;
  return falls === 0 || (falls === 1 && positions.at(-1)! < positions[0]!);
}
