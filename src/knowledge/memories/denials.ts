import { termsOf } from '../../core/text/terms.ts';
import { isCommonWord } from '../common-words.ts';
import { sameFamily } from '../word-family.ts';
import { isAmountWord } from './amounts.ts';

/** Whether one text says of a thing what the other denies: "no Redis", "the lock goes through Redis". */
export function denies(one: string, other: string): boolean {
  const [a, b] = [stancesOf(one), stancesOf(other)];
  return isDenied(a, b) || isDenied(b, a);
}

function isDenied(by: Stances, saying: Stances): boolean {
  return [...by.denied].some(
    (term) => !has(by.said, term) && has(saying.said, term) && !has(saying.denied, term),
  );
}

interface Stances {
  readonly said: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

/** The telling words of a text: those soon after a negation in the same clause, and the others. */
function stancesOf(text: string): Stances {
  const said = new Set<string>();
  const denied = new Set<string>();
  let left = 0;
  for (const [token] of text.toLowerCase().matchAll(TOKEN)) {
    if (END.test(token)) left = 0;
    else if (NEGATION.test(token)) left = REACH;
    else {
      for (const term of termsOf(token))
        if (!isCommonWord(term) && !isAmountWord(term)) (left > 0 ? denied : said).add(term);
      left -= 1;
    }
  }
  return { said, denied };
}

/** Words after a negation that it can be about: "don't ever use Prinect". */
const REACH = 4;
const TOKEN = /instead of|rather than|[\p{L}\p{N}'’_-]+|[.,;:!?()]/gu;
const END = /^[.,;:!?()]$/;
const NEGATION =
  /^(?:no|not|never|without|cannot|instead of|rather than|\p{L}+n['’]t|(?:do|does|did|is|are|wo|ca|must)nt)$/u;

function has(terms: ReadonlySet<string>, wanted: string): boolean {
  return [...terms].some((term) => sameFamily(term, wanted));
}
