import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenCounter } from '../../core/ports.ts';
import { packageFolder } from '../package-folder.ts';
import { countByLines } from './count-by-lines.ts';
import { rememberingMerge } from './merge-byte-pairs.ts';
import { endOfPlainPiece, isPlain, type PlainRules } from './split-plain.ts';
import { openVocabulary } from './vocabulary.ts';

const CONTRACTION = "'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE])";
const UPPER = String.raw`[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`;
const LOWER = String.raw`[\p{Ll}\p{Lm}\p{Lo}\p{M}]`;

/** How each tokenizer splits a text into the pieces it merges; concatenated, the pieces give the text. */
const ENCODINGS = {
  o200k_base: {
    pattern: String.raw`[^\r\n\p{L}\p{N}]?${UPPER}*${LOWER}+(?:${CONTRACTION})?|[^\r\n\p{L}\p{N}]?${UPPER}+${LOWER}*(?:${CONTRACTION})?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
    plain: { wordsByCase: true, joinsTrailingSpace: false },
  },
  cl100k_base: {
    pattern: String.raw`${CONTRACTION}|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s`,
    plain: { wordsByCase: false, joinsTrailingSpace: true },
  },
  llama3: {
    pattern: String.raw`${CONTRACTION}|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+`,
    plain: { wordsByCase: false, joinsTrailingSpace: false },
  },
} as const satisfies Record<string, { readonly pattern: string; readonly plain: PlainRules }>;

type BytePairEncoding = keyof typeof ENCODINGS;

/**
 * Counts exactly as the tokenizers of OpenAI and Llama 3. <|endoftext|> in a text is plain text here, never a control
 * token.
 */
export async function createBytePairCounter(name: BytePairEncoding): Promise<TokenCounter> {
  // Synchronous: it takes a few milliseconds, and a file this large gets its own buffer.
  const { buffer } = readFileSync(join(packageFolder(), 'vocabularies', `${name}.bin`));
  const vocabulary = openVocabulary(buffer);
  const merge = rememberingMerge(vocabulary);
  const { plain, pattern } = ENCODINGS[name];
  let compiled: RegExp | undefined;

  /** Most whole words are in the vocabulary, and so is every byte. */
  const tokensOfPiece = (bytes: Uint8Array, start: number, end: number): number =>
    vocabulary.rankOf(bytes, start, end) >= 0 ? 1 : merge(bytes, start, end);

  function tokensOf(text: string): number {
    const most = text.length * MAX_BYTES;
    const bytes = most <= shared.length ? shared : new Uint8Array(most);
    const { written } = encoder.encodeInto(text, bytes);
    let tokens = 0;
    let start = 0;
    if (written === text.length || isPlain(text)) {
      while (start < written) {
        const end = endOfPlainPiece(bytes, start, written, plain);
        tokens += tokensOfPiece(bytes, start, end);
        start = end;
      }
      return tokens;
    }
    compiled ??= new RegExp(pattern, 'gu');
    compiled.lastIndex = 0;
    for (let from = 0; compiled.test(text); from = compiled.lastIndex) {
      const end = start + bytesOf(text, from, compiled.lastIndex);
      tokens += tokensOfPiece(bytes, start, end);
      start = end;
    }
    return tokens;
  }

  return countByLines({ name, exact: true, tokensOf });
}

const encoder = new TextEncoder();
/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const MAX_BYTES = 3;
/** Fits any ordinary line. */
const shared = new Uint8Array(64 * 1024);

/** The UTF-8 length of these UTF-16 code units; a lone surrogate becomes U+FFFD. */
function bytesOf(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const point = text.codePointAt(at) ?? 0;
    if (point > 0xffff) at++;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point <= 0xffff ? 3 : 4;
  }
  return bytes;
}
