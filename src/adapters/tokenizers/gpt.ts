import type { TokenCounter } from '../../core/token-counter.ts';
import { countByLines } from './count-by-lines.ts';
import { mergeBytePairs } from './merge-byte-pairs.ts';

export type GptEncoding = 'o200k_base' | 'cl100k_base';

/** OpenAI's tokenizers, to the token. The vocabulary (about 70 MB in memory) is loaded by this call. */
export async function createGptCounter(encoding: GptEncoding): Promise<TokenCounter> {
  const { countTokens, ranks, pattern } = await load(encoding);
  // Texts may well talk about <|endoftext|>; it is text here, never a control token.
  const asText = { disallowedSpecial: new Set<string>() };
  const rankOf = lazyRanks(ranks);
  const encoder = new TextEncoder();

  const tokensOfLongPiece = remember((piece) => mergeBytePairs(encoder.encode(piece), rankOf));

  function tokensOf(text: string): number {
    if (!hasLongRun(text)) return countTokens(text, asText);
    let tokens = 0;
    for (const [piece] of text.matchAll(pattern)) {
      tokens += hasLongRun(piece) ? tokensOfLongPiece(piece) : countTokens(piece, asText);
    }
    return tokens;
  }

  return countByLines({ name: encoding, exact: true, tokensOf });
}

/**
 * Pieces the tokenizer does not split have at most one change between white space and other
 * characters. Those with a run this long are merged with a heap: the library's merging is quadratic.
 */
function hasLongRun(text: string): boolean {
  return text.length >= LONG && LONG_RUN.test(text);
}

const LONG = 200;
const LONG_RUN = new RegExp(`\\S{${LONG}}|\\s{${LONG}}`);

/** Keeps the last few results: while a text is cut to size, the same piece is counted again and again. */
function remember(count: (piece: string) => number): (piece: string) => number {
  const known = new Map<string, number>();
  return (piece) => {
    const remembered = known.get(piece);
    if (remembered !== undefined) return remembered;
    const tokens = count(piece);
    if (known.size >= REMEMBERED_PIECES) known.clear();
    if (piece.length <= LONGEST_REMEMBERED) known.set(piece, tokens);
    return tokens;
  };
}

const REMEMBERED_PIECES = 200;
const LONGEST_REMEMBERED = 20_000;

async function load(encoding: GptEncoding) {
  if (encoding === 'o200k_base') {
    const [{ countTokens }, { default: ranks }, { O200K_TOKEN_SPLIT_REGEX: pattern }] = await Promise.all([
      import('gpt-tokenizer/encoding/o200k_base'),
      import('gpt-tokenizer/bpeRanks/o200k_base'),
      import('gpt-tokenizer/encodingParams/constants'),
    ]);
    return { countTokens, ranks, pattern };
  }
  const [{ countTokens }, { default: ranks }, { CL100K_TOKEN_SPLIT_REGEX: pattern }] = await Promise.all([
    import('gpt-tokenizer/encoding/cl100k_base'),
    import('gpt-tokenizer/bpeRanks/cl100k_base'),
    import('gpt-tokenizer/encodingParams/constants'),
  ]);
  return { countTokens, ranks, pattern };
}

/** Ranks by bytes, written as a string of one character per byte; the table is made when first needed. */
function lazyRanks(ranks: readonly (string | readonly number[])[]) {
  let byBytes: Map<string, number> | undefined;
  return (bytes: Uint8Array): number | undefined => {
    byBytes ??= tableOf(ranks);
    return byBytes.get(Buffer.from(bytes).toString('latin1'));
  };
}

function tableOf(ranks: readonly (string | readonly number[])[]): Map<string, number> {
  const table = new Map<string, number>();
  // forEach passes over the holes that some vocabularies have.
  ranks.forEach((token, rank) => {
    const bytes = typeof token === 'string' ? Buffer.from(token, 'utf8') : Buffer.from(token);
    table.set(bytes.toString('latin1'), rank);
  });
  return table;
}
