import { TermDictionary } from './term-dictionary.ts';

/**
 * The words of a text as search sees them: identifiers split at case and underscores, lower-cased,
 * lightly stemmed, stop words dropped; a compound identifier also counts as a whole. The index and
 * every query go through this one function, so the two always agree.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  const dictionary = termDictionary();
  dictionary.scan(text, 0, text.length, (ids) => {
    for (const id of ids) terms.push(dictionary.term(id));
  });
  return terms;
}

/** The words met so far in this thread. Begun again when it has grown large: ask for it once per text. */
export function termDictionary(): TermDictionary {
  if (dictionary.size > MOST_WORDS) dictionary = new TermDictionary(termsOfWord);
  return dictionary;
}
/** A large repository has this many different words; with their terms they take about 50 MB. */
const MOST_WORDS = 200_000;

/** The parts of one identifier in lower case, not stemmed: `parseHTTPUrl` → parse, http, url. */
export function splitIdentifier(identifier: string): string[] {
  return (identifier.match(PART) ?? []).map((part) => part.toLowerCase());
}

const PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu;

function termsOfWord(word: string): readonly string[] {
  const parts = splitIdentifier(word);
  const terms = parts.filter((part) => part.length > 1 && !STOP_WORDS.has(part)).map(stem);
  if (parts.length > 1) {
    const whole = word.toLowerCase().replace(/^[_$]+|[_$]+$/g, '');
    if (whole.length > 2) terms.push(whole);
  }
  return terms;
}

let dictionary = new TermDictionary(termsOfWord);

/**
 * Cuts English inflections, so that parse, parses, parsed and parsing are one word, as are map and
 * mapping, retry and retried. Weaker than Porter's: endings that make another word (-er, -ation) stay.
 */
export function stem(word: string): string {
  if (word.length <= SHORTEST_INFLECTED) return word;
  const singular = withoutPlural(word);
  return withoutFinalE(withoutParticiple(singular));
}

const SHORTEST_INFLECTED = 3;

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
