import { BoundedMap } from '../core/bounded-map.ts';

/**
 * What a stemmed word is formed from, itself first: translation and translator share "translat", deployment and deploy
 * "deploy". Stemming keeps these apart, since in code a parser is not what it parses; in prose they mean the same.
 */
export function rootsOf(term: string): readonly string[] {
  const known = roots.get(term);
  if (known !== undefined) return known;
  const found = [term];
  for (const [suffix, shortest] of SUFFIXES) {
    const rest = term.slice(0, -suffix.length);
    if (!term.endsWith(suffix) || rest.length < shortest) continue;
    found.push(rest);
    // scann(er) → scan, controll(er) → control
    if (DOUBLED.test(rest)) found.push(rest.slice(0, -1));
  }
  if (APPROVAL.test(term)) found.push(term.slice(0, -2));
  roots.set(term, found);
  return found;
}

/** Whether two stemmed words are formed from the same. */
export function sameFamily(one: string, other: string): boolean {
  if (one === other) return true;
  const own = rootsOf(one);
  return rootsOf(other).some((root) => own.includes(root));
}

/** Words formed from the same as a stemmed word, without it. Most are not real words; a store knows which occur. */
export function relativesOf(term: string): string[] {
  if (!/^[a-z]{4,}$/.test(term)) return [];
  const forms = rootsOf(term).flatMap((root) => [
    root,
    ...SUFFIXES.map(([suffix]) => root + suffix),
    `${root}al`,
  ]);
  return [...new Set(forms)].filter((form) => form !== term && sameFamily(form, term));
}

/** Suffixes that make a noun or an adverb, each with the shortest word it is taken off. */
const SUFFIXES: readonly (readonly [string, number])[] = [
  ['ation', 4],
  ['ition', 4],
  ['ion', 4],
  ['or', 4],
  ['er', 4],
  ['ment', 3],
  ['ity', 4],
  ['ly', 4],
];
const DOUBLED = /([^aeiousz])\1$/;
/** Approval, renewal, disposal; but a signal is no sign, and a portal no port. */
const APPROVAL = /.{3}[vws]al$/;

const roots = new BoundedMap<string, readonly string[]>(50_000);
