import { DossierError } from '../../core/errors.ts';
import type { TokenCounter } from '../../core/ports.ts';
import { createBytePairCounter } from './byte-pairs.ts';
import { charactersCounter } from './characters.ts';
import { type ModelProfile, profileOf } from './model-profiles.ts';
import { wordsCounter } from './words.ts';

const COUNTERS = {
  o200k_base: () => createBytePairCounter('o200k_base'),
  cl100k_base: () => createBytePairCounter('cl100k_base'),
  llama3: () => createBytePairCounter('llama3'),
  characters: async () => charactersCounter,
  words: async () => wordsCounter,
} satisfies Record<string, () => Promise<TokenCounter>>;

export type TokenizerName = keyof typeof COUNTERS;
export const COUNTER_NAMES = Object.keys(COUNTERS) as readonly TokenizerName[];

/** Creates a counter by its name (`tokenizer` means o200k_base) or by a model's name. */
export async function createCounter(name: string): Promise<TokenCounter> {
  if (name === 'tokenizer') return tokenizerNamed('o200k_base');
  if (isTokenizerName(name)) return tokenizerNamed(name);
  const profile = profileOf(name);
  if (profile !== undefined) return counterOfModel(name, profile);
  throw new DossierError(
    'invalid-input',
    `No counter or model is called "${name}". Use one of ${COUNTER_NAMES.join(', ')}, or a model name such as gpt-5 or claude-sonnet-4.`,
  );
}

/** Vocabularies are loaded on first use and cached. Models are not: callers may name any number of them. */
function tokenizerNamed(name: TokenizerName): Promise<TokenCounter> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const counter: Promise<TokenCounter> = COUNTERS[name]();
  loaded.set(name, counter);
  // A failed load is not cached, so the next call retries.
  counter.catch(() => loaded.delete(name));
  return counter;
}

const loaded = new Map<TokenizerName, Promise<TokenCounter>>();

function isTokenizerName(name: string): name is TokenizerName {
  return Object.hasOwn(COUNTERS, name);
}

async function counterOfModel(
  name: string,
  { tokenizer, factor, contextWindow }: ModelProfile,
): Promise<TokenCounter> {
  const counter = await tokenizerNamed(tokenizer);
  return {
    name,
    exact: counter.exact && factor === 1,
    contextWindow,
    count: (text, limit = Number.POSITIVE_INFINITY) =>
      Math.ceil(Number((counter.count(text, limit / factor) * factor).toFixed(6))),
  };
}
