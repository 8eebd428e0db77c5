import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as countO200k } from 'gpt-tokenizer/encoding/o200k_base';
import llama3 from 'llama3-tokenizer-js';
import { describe, expect, it } from 'vitest';
import { COUNTER_NAMES, createCounter } from './create-counter.ts';

const asText = { disallowedSpecial: new Set<string>() };
const references: Readonly<Record<string, (text: string) => number>> = {
  o200k_base: (text) => countO200k(text, asText),
  cl100k_base: (text) => countCl100k(text, asText),
  llama3: (text) =>
    llama3.encode(text, Object.assign({ bos: false, eos: false }, { specialTokenRegex: /(?!)/g })).length,
};

/** Texts of many lines made of what breaks tokenizers: blanks, slashes, long runs, emoji, control tokens. */
const piece = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('\n', '\r\n', '\n\n', ' ', '    ', '\t', '/', '//', '}', '.', ';'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'foo',
      'Bar',
      'x1',
      "it's",
      '12345',
      'return',
      '<|endoftext|>',
      '<|im_start|>',
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '👩‍👩‍👧',
      'é',
      '日本語',
      '\u0301',
      '\ud800',
      '\u0000',
      '\u2028',
      '\ufeff',
      '▁',
      'ß',
      'ǅ',
      'ʰ',
      '٣',
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', ' ', '=', '日', '😀', 'A', '\n', 'ab'), fc.integer({ min: 1, max: 900 }))
      .map(([text, times]) => text.repeat(times)),
  },
);
/** The libraries take long for large files with long runs. */
const LARGE = 50_000;
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('createCounter', () => {
  it.each(Object.keys(references))('%s counts exactly as its library does', async (name) => {
    const counter = await createCounter(name);
    fc.assert(
      fc.property(text, (sample) => {
        expect(counter.count(sample)).toBe(references[name]?.(sample));
        expect(counter.count(sample)).toBe(counter.count(sample));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(Object.keys(references))(
    '%s counts the files of this project as its library does',
    async (name) => {
      const counter = await createCounter(name);
      const root = new URL('../../../', import.meta.url);
      const files = ['src', 'docs', 'web/src', 'test/fixtures'].flatMap((folder) =>
        readdirSync(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => `${entry.parentPath}/${entry.name}`),
      );
      for (const file of files) {
        const content = readFileSync(file, 'utf8');
        if (content.length < LARGE)
          expect(`${file} ${counter.count(content)}`).toBe(`${file} ${references[name]?.(content)}`);
      }
    },
  );

  it.each(COUNTER_NAMES)(
    '%s counts nothing in an empty text and stops early only over the limit',
    async (name) => {
      const counter = await createCounter(name);
      expect(counter.count('')).toBe(0);
      fc.assert(
        fc.property(text, fc.nat(200), (sample, limit) => {
          const whole = counter.count(sample);
          const limited = counter.count(sample, limit);
          if (whole <= limit) expect(limited).toBe(whole);
          else expect(limited).toBeGreaterThan(limit);
        }),
        { numRuns: 100 },
      );
    },
  );

  it('counts 300 kB of one character in seconds at most', async () => {
    const counter = await createCounter('o200k_base');
    const started = process.cpuUsage();
    expect(counter.count('a'.repeat(300_000))).toBeGreaterThan(10_000);
    expect(counter.count(' '.repeat(300_000))).toBeGreaterThan(1000);
    // Merging that looks at every pair again and again takes minutes.
    expect(process.cpuUsage(started).user / 1e6).toBeLessThan(15);
  });

  it('names what it knows when asked for something it does not', async () => {
    await expect(createCounter('gpt-neo')).rejects.toThrow(/No counter or model is called "gpt-neo"/);
  });

  it('takes "tokenizer" as the default tokenizer', async () => {
    expect((await createCounter('tokenizer')).name).toBe('o200k_base');
  });
});

describe('model profiles', () => {
  it('counts exactly for a model whose tokenizer is public and says so', async () => {
    const counter = await createCounter('gpt-5');
    expect(counter).toMatchObject({ name: 'gpt-5', exact: true, contextWindow: 400_000 });
    expect(counter.count('hello world')).toBe(countO200k('hello world'));
  });

  it('says that a count for Claude is an estimate, and keeps a margin', async () => {
    const counter = await createCounter('anthropic/claude-sonnet-4-5');
    expect(counter.exact).toBe(false);
    expect(counter.count('a b c d e f g h i j')).toBe(12);
  });
});

describe('characters', () => {
  it('is zero for an empty text, a quarter of the length for letters, more for special characters', async () => {
    const { count } = await createCounter('characters');
    expect(count('')).toBe(0);
    expect(count('abcdefgh')).toBe(2);
    expect(count('abcdefghi')).toBe(3);
    expect(count('({[]})+-')).toBe(4);
    expect(count('é日 \n')).toBe(1);
  });
});

describe('words', () => {
  it('counts words, one more when long, one more for mixed case', async () => {
    const { count } = await createCounter('words');
    expect(count('one two three')).toBe(4);
    expect(count('internationally')).toBe(3);
    expect(count('camelCase')).toBe(3);
    expect(count('  \n ')).toBe(0);
  });
});
