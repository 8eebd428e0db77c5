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

  function tokensOf(text: string): number {
    if (text.length <= LONGEST_PIECE) return countTokens(text, asText);
    let tokens = 0;
    for (const [piece] of text.matchAll(pattern)) {
      tokens +=
        piece.length <= LONGEST_PIECE
          ? countTokens(piece, asText)
          : mergeBytePairs(encoder.encode(piece), rankOf);
    }
    return tokens;
  }

  return countByLines({ name: encoding, exact: true, tokensOf });
}

/** Longer unbroken pieces are merged with a heap: the library's merging is quadratic. */
const LONGEST_PIECE = 200;

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
