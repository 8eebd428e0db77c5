import type { TokenCounter } from '../../core/ports.ts';

/**
 * A counter that remembers the counts of lines, so that counting a text whose lines were seen before
 * costs a look-up a line. The sum is exact because the text is only cut where no token can cross:
 * see `CUT`.
 */
export function countByLines(
  tokenizer: Pick<TokenCounter, 'name' | 'exact'> & { readonly tokensOf: (text: string) => number },
): TokenCounter {
  const lines = new Map<string, number>();
  const longLines = new Map<string, number>();

  function tokensOfLine(line: string): number {
    const [known, room] = line.length <= LONG ? [lines, LINES] : [longLines, LONG_LINES];
    const remembered = known.get(line);
    if (remembered !== undefined) return remembered;
    const tokens = tokenizer.tokensOf(line);
    if (line.length <= LONGEST_REMEMBERED) {
      if (known.size >= room) known.clear();
      // A copy: a slice would keep the whole text it was cut from in memory.
      known.set(Buffer.from(line, 'utf16le').toString('utf16le'), tokens);
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

/** About 20 MB and 10 MB when full; of long lines a few will do, for the one that is being cut to size. */
const LINES = 200_000;
const LONG = 400;
const LONG_LINES = 200;
const LONGEST_REMEMBERED = 20_000;

/**
 * The end of the line that starts at `from`, joined with what follows as long as a token could cross.
 * The byte pair tokenizers first split a text by a pattern in which nothing goes on after a line feed
 * but further white space that ends in a line feed, and (in o200k_base) slashes. So a line feed is
 * safe to cut after when a character that is neither white space nor a slash follows, or blanks and
 * then anything but white space. Gemma's vocabulary has no entry that mixes line feeds with others.
 */
function nextCut(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    CUT.lastIndex = at + 1;
    if (CUT.test(text)) return at + 1;
  }
  return text.length;
}

const CUT = /[^\s/]|[^\S\r\n]+\S/y;
