import type { TokenCounter } from '../../core/ports.ts';
import { countByLines } from './count-by-lines.ts';

/**
 * Google's Gemma 3 vocabulary, which Gemini's counts follow. Loading takes about 1.5 s and 200 MB. Not marked exact:
 * the library counts a character outside the vocabulary as one token, not by bytes.
 */
export async function createGemma3Counter(): Promise<TokenCounter> {
  const { gemini } = await import('bpe-lite');
  const tokenizer = gemini();
  return countByLines({ name: 'gemma3', exact: false, tokensOf: (text) => tokenizer.count(text) });
}
