import type { TokenCounter } from '../../core/token-counter.ts';
import { countByLines } from './count-by-lines.ts';

/** Meta's Llama 3 tokenizer. The vocabulary is loaded by this call (about 0.4 s). */
export async function createLlama3Counter(): Promise<TokenCounter> {
  const { default: tokenizer } = await import('llama3-tokenizer-js');
  // Control tokens such as <|eot_id|> in a text are text: the pattern that finds them never matches.
  const asText = { bos: false, eos: false, specialTokenRegex: /(?!)/g };
  return countByLines({
    name: 'llama3',
    exact: true,
    tokensOf: (text) => tokenizer.encode(text, asText).length,
  });
}
