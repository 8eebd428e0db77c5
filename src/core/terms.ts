/**
 * The words of a text as search sees them: identifiers split at case and underscores, lower-cased,
 * lightly stemmed, stop words dropped; a compound identifier also counts as a whole. The index and
 * every query go through this one function, so the two always agree.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const match of text.matchAll(WORD)) appendTermsOfWord(match[0], terms);
  return terms;
}

/** The parts of one identifier in lower case, not stemmed: `parseHTTPUrl` → parse, http, url. */
export function splitIdentifier(identifier: string): string[] {
  return (identifier.match(PART) ?? []).map((part) => part.toLowerCase());
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*|\p{N}{2,}/gu;
const PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Lo}+|\p{N}+/gu;

function appendTermsOfWord(word: string, into: string[]): void {
  const cached = termsByWord.get(word);
  if (cached !== undefined) {
    for (const term of cached) into.push(term);
    return;
  }
  const parts = splitIdentifier(word);
  const terms = parts.filter((part) => part.length > 1 && !STOP_WORDS.has(part)).map(stem);
  if (parts.length > 1) {
    const whole = word.toLowerCase().replace(/^[_$]+|[_$]+$/g, '');
    if (whole.length > 2) terms.push(whole);
  }
  if (termsByWord.size >= CACHED_WORDS) termsByWord.clear();
  termsByWord.set(word, terms);
  for (const term of terms) into.push(term);
}

/** Words repeat; the cache makes indexing several times faster. Bounded so that it never grows large. */
const CACHED_WORDS = 200_000;
const termsByWord = new Map<string, readonly string[]>();

/** Cuts English inflections that rarely carry meaning in code. Deliberately weaker than Porter's. */
export function stem(word: string): string {
  if (word.length > 5) {
    for (const [suffix, replacement] of SUFFIXES) {
      if (word.endsWith(suffix) && word.length - suffix.length >= 3) {
        return word.slice(0, -suffix.length) + replacement;
      }
    }
    return word;
  }
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

const SUFFIXES: readonly (readonly [string, string])[] = [
  ['ies', 'y'],
  ['sses', 'ss'],
  ['ing', ''],
  ['edly', ''],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
];

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again all also am an and any are as at be because been before being below between both but by can ' +
    'cannot could did do does doing don down during each few for from further get got had has have having he her here how i if ' +
    'in into is it its itself just me more most my no nor not now of off on once only or other our out over own please same ' +
    'she should so some such than that the their them then there these they this those through to too under until up use used ' +
    'using very via was we were what when where which while who whom why will with would you your'
  ).split(' '),
);
