import { type AssembleOptions, assembleOptionsSchema } from '../../src/core/context.ts';
import { type ContextItem, contextItemSchema } from '../../src/core/item.ts';

/** Options with defaults for what is not given, as an operation makes them. */
export function optionsOf(given: Partial<AssembleOptions> = {}): AssembleOptions {
  return assembleOptionsSchema.parse(given);
}

/** An item with defaults for what is not given. */
export function itemOf(given: Partial<ContextItem> & { readonly id: string }): ContextItem {
  return contextItemSchema.parse({
    source: 'code',
    entityType: 'function',
    name: given.id,
    content: `function ${given.id}() {\n  return 1;\n}`,
    relevance: 0.5,
    ...given,
  });
}

/** Numbers between 0 and 1 that are the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS =
  'token budget item select render cache parse query index store reader path line range merge count limit value text source'.split(
    ' ',
  );

/** Functions of many sizes that look like code, with words that differ enough not to be duplicates. */
export function manyFunctions(
  count: number,
  { seed, lines }: { readonly seed: number; readonly lines: number },
): ContextItem[] {
  const random = randomNumbers(seed);
  const word = () => WORDS[Math.floor(random() * WORDS.length)] ?? 'x';
  const name = () =>
    `${word()}${word().replace(/^./, (first) => first.toUpperCase())}${Math.floor(random() * 1000)}`;
  return Array.from({ length: count }, (_, index) => {
    const own = name();
    const size = 2 + Math.floor(random() * lines * 2);
    const body = Array.from(
      { length: size },
      () =>
        `  const ${name()} = ${word()}.${name()}(${name()}, { ${word()}: ${Math.floor(random() * 100)} });`,
    );
    return itemOf({
      id: `f${index}`,
      name: own,
      content: [`export function ${own}(${word()}: string, ${word()}: number): boolean {`, ...body, '}'].join(
        '\n',
      ),
      relevance: Math.round(random() * 1000) / 1000,
    });
  });
}
