import { BoundedMap } from '../bounded-map.ts';
import { TermDictionary } from './term-dictionary.ts';
import { trimEndOf, trimStartOf } from './trim.ts';

/**
 * The words of a text as the code index has them: identifiers split at case and underscores, lower-cased, stop words
 * dropped; a compound identifier also counts as a whole. Words are not stemmed; a query that means any form asks for
 * its inflections. Chinese, Japanese and Korean are read by pairs of characters.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  const dictionary = wordDictionary();
  dictionary.scan(text, 0, text.length, (ids) => {
    for (const id of ids) words.push(dictionary.term(id));
  });
  return words;
}

/** The same words stemmed: for prose, where inflection says little. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map(stem);
}

/** The words this thread has met so far. Replaced when it has grown large: ask for it once per text. */
export function wordDictionary(): TermDictionary {
  if (dictionary.size > MAX_WORDS) dictionary = new TermDictionary(partsOf);
  return dictionary;
}
/** A large repository has this many distinct words; with their terms they take about 50 MB. */
const MAX_WORDS = 200_000;

/** The parts of one identifier in lower case, not stemmed: `parseHTTPUrl` → parse, http, url. */
export function splitIdentifier(identifier: string): string[] {
  return (identifier.match(PART) ?? []).map((part) => part.toLowerCase());
}

const PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu;

function partsOf(word: string): readonly string[] {
  if (/^[a-z]+$/.test(word)) return isTerm(word) ? [word] : [];
  const runs = word.split(UNSPACED);
  // Every second piece is what the pattern matched.
  if (runs.length > 1) return runs.flatMap((run, place) => (place % 2 === 1 ? pairsOf(run) : partsOf(run)));
  const parts = splitIdentifier(word);
  const terms = parts.filter(isTerm);
  if (parts.length > 1) {
    const whole = trimEndOf(trimStartOf(word, '_$'), '_$').toLowerCase();
    if (whole.length > 2 && whole.length <= LONGEST_TERM) terms.push(whole);
  }
  return terms;
}

/** Scripts written without spaces, or with endings joined to the words. */
const UNSPACED = /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー]+)/u;
const HIRAGANA = /^\p{sc=Hiragana}+$/u;

/**
 * Two characters at a time, as no list of words says where one ends: 面積を → 面積, 積を. Pairs of Hiragana alone are
 * endings and particles.
 */
function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length <= 2) return characters.length === 2 ? [run] : [];
  const pairs = characters.slice(1).map((character, place) => `${characters[place]}${character}`);
  return pairs.filter((pair) => !HIRAGANA.test(pair));
}

function isTerm(part: string): boolean {
  return part.length > 1 && part.length <= LONGEST_TERM && !STOP_WORDS.has(part);
}

/** Longer ones are encoded data: nobody searches for them, and databases reject keys of several thousand bytes. */
const LONGEST_TERM = 200;

let dictionary = new TermDictionary(partsOf);

/**
 * Strips English inflections, so that parse, parses, parsed and parsing are one word, as are map and mapping, retry and
 * retried. Weaker than Porter's: suffixes that make another word (-er, -ation) stay.
 */
export function stem(word: string): string {
  if (word.length <= SHORTEST_INFLECTED) return word;
  const known = stems.get(word);
  if (known !== undefined) return known;
  const root = withoutFinalE(withoutParticiple(withoutPlural(word)));
  stems.set(word, root);
  return root;
}

const SHORTEST_INFLECTED = 3;
const stems = new BoundedMap<string, string>(MAX_WORDS);

/** The other forms of a word: parse → parses, parsed, parsing; localise → localizes. Some are not real words. */
export function inflectionsOf(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const forms = [word, ...otherSpellingsOf(word)].flatMap((spelling) => [spelling, ...formsOf(spelling)]);
  return [...new Set(forms)].filter((form) => form !== word);
}

function formsOf(word: string): string[] {
  const root = stem(word);
  const bases = [root, `${root}e`, root + root.slice(-1), root.replace(/y$/, 'i')];
  return bases
    .flatMap((base) => ENDINGS.map((ending) => base + ending))
    .filter((form) => stem(form) === root);
}

/** British and American spelling, in either direction. */
function otherSpellingsOf(word: string): string[] {
  return SPELLINGS.filter(([pattern]) => pattern.test(word)).map(([pattern, other]) =>
    word.replace(pattern, other),
  );
}

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/([iy])s(e[drs]?|ers|ing|ations?)$/, '$1z$2'],
  [/([iy])z(e[drs]?|ers|ing|ations?)$/, '$1s$2'],
  [/(...)our(s|ed|ing|ite|ites|able|al)?$/, '$1or$2'],
  [/(...)or(s|ed|ing|ite|ites|able|al)?$/, '$1our$2'],
  [/([aeiou][^aeiou]+[aeiou])ll(ed|ing|er|ers)$/, '$1l$2'],
  [/([aeiou][^aeiou]+[aeiou]l)(ed|ing|er|ers)$/, '$1l$2'],
  [/([aeiou][^aeiou]+[aeiou])l$/, '$1lled'],
  [/tre([ds]?)$/, 'ter$1'],
  [/ter(s?)$/, 'tre$1'],
  [/ence(s?)$/, 'ense$1'],
  [/ense([ds]?)$/, 'ence$1'],
  [/og(s?)$/, 'ogue$1'],
  [/ogue(s?)$/, 'og$1'],
];

const ENDINGS = ['', 's', 'es', 'ed', 'd', 'ing', 'ings'];

function withoutPlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  return /(?:[^aisu]|[^i]a)s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutParticiple(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const bare = word.replace(/(?:ing|ed|edly)$/, '');
  if (bare === word || bare.length < 3 || word.endsWith('eed') || !/[aeiouy]/.test(bare)) return word;
  // mapp(ing) → map, but not pass(ing), call(ing), buzz(ing).
  return /([^aeioulsz])\1$/.test(bare) ? bare.slice(0, -1) : bare;
}

function withoutFinalE(word: string): string {
  return word.length > 3 && /[^aeio]e$/.test(word) ? word.slice(0, -1) : word;
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can ' +
    'cannot could did do does doing don down during each few for from further get got had has have having he her here how i if ' +
    'in into is it its itself just me more most my no nor not now of off on once only or other our out over own please same ' +
    'she should so some such than that the their them then there these they this those through to too under until up use used ' +
    'using very via was we were what when where which while who whom why will with would you your'
  ).split(' '),
);
