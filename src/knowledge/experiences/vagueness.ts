import { termsOf } from '../../core/text/terms.ts';

/**
 * A statement is vague if fewer than two distinct words remain without those that fit any problem, or if it hedges
 * ("something", "somehow", "not sure") and names nothing exact: no number, identifier, path or quoted text.
 */
export function isVague(statement: string): boolean {
  const telling = new Set(termsOf(statement).filter((term) => !EMPTY_TERMS.has(term)));
  if (telling.size < MIN_DISTINCTIVE_WORDS && !EXACT.test(statement)) return true;
  return HEDGE.test(statement) && !EXACT.test(statement);
}

const MIN_DISTINCTIVE_WORDS = 2;

/** Something one could look up: a number, `a_name`, aName, a.name, a/path, a call, quoted text. */
const EXACT = /\d|["'`“‘]\S|\w_\w|\p{Ll}\p{Lu}|\w\.\w|\w\/\w|\w\(\)/u;

const HEDGE =
  /\b(something|somehow|somewhere|some (kind|sort) of|stuff|things?|whatever|maybe|perhaps|probably|not sure|no idea|unclear|weird|strange|funny|misc|etc)\b/i;

/** Words that fit every problem, stemmed by `termsOf`. */
const EMPTY_TERMS = new Set(
  termsOf(
    'it work works working worked fail fails failed failing failure fix fixes fixed bug bugs broken break breaks ' +
      'issue issues problem problems error errors wrong bad good fine ok okay better worse done change changes changed ' +
      'thing things stuff something somehow somewhere code test tests pass passes passed passing still now again ' +
      'try tried trying help helped helps happen happens happened expected result results outcome yes no',
  ),
);
