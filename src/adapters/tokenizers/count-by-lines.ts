import { BoundedMap } from '../../core/bounded-map.ts';
import type { TokenCounter } from '../../core/ports.ts';

/**
 * A counter that caches the counts of lines, so that a line seen before costs one lookup. The sum is exact because
 * texts are only cut where no token can cross: see `CUT`.
 */
export function countByLines(
  tokenizer: Pick<TokenCounter, 'name' | 'exact'> & { readonly tokensOf: (text: string) => number },
): TokenCounter {
  const lines = new BoundedMap<string, number>(LINES);
  const longLines = new BoundedMap<string, number>(LONG_LINES);

  function tokensOfLine(line: string): number {
    const known = line.length <= LONG ? lines : longLines;
    const cached = known.get(line);
    if (cached !== undefined) return cached;
    const tokens = tokenizer.tokensOf(line);
    if (line.length <= LONGEST_CACHED) {
      known.set(copyOf(line), tokens);
    }
    return tokens;
  }

  return {
    name: tokenizer.name,
    exact: tokenizer.exact,
    count(text, limit = Number.POSITIVE_INFINITY) {
      let tokens = 0;
      let start = 0;
      for (let end = nextCut(text, 0); tokens <= limit; end = nextCut(text, end)) {
        tokens += start === end ? 0 : tokensOfLine(text.slice(start, end));
        if (end === text.length) break;
        start = end;
      }
      return tokens;
    },
  };
}

/**
 * The same text on its own: a slice would keep its whole source in memory. Joining makes V8 write it anew, in a byte a
 * character where that is enough; by way of a buffer it takes several times as long and always two bytes.
 */
const copyOf = (line: string): string => ` ${line}`.slice(1);

/** About 20 MB and 10 MB when full; a few long lines will do, for the one being truncated. */
const LINES = 200_000;
const LONG = 400;
const LONG_LINES = 200;
const LONGEST_CACHED = 20_000;

/**
 * The end of the line that starts at `from`, extended while a token could cross. The byte pair tokenizers first split
 * a text into pieces, in which only white space that ends in a line feed and (in o200k_base) slashes can follow a
 * line feed. So it is safe to cut after a line feed if a character follows that is neither white space nor a slash,
 * or blanks and then anything but white space.
 */
function nextCut(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    CUT.lastIndex = at + 1;
    if (CUT.test(text)) return at + 1;
  }
  return text.length;
}

const CUT = /[^\s/]|[^\S\r\n]+\S/y;
