import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CONTEXT_TYPES,
  FORMATS,
  SEARCH_STRATEGIES,
  SELECTIONS,
  TRUNCATIONS,
} from '../../src/core/vocabulary.ts';
import { INITIAL_SETTINGS, readSettings, writeSettings } from './ask-settings.ts';

const settings = fc.record({
  maxTokens: fc.integer({ min: 0, max: 200_000 }),
  format: fc.constantFrom(...FORMATS),
  selection: fc.constantFrom(...SELECTIONS),
  truncation: fc.constantFrom(...TRUNCATIONS),
  strategies: fc.subarray([...SEARCH_STRATEGIES], { minLength: 1 }),
  sources: fc.subarray([...CONTEXT_TYPES], { minLength: 1 }),
  paths: fc.array(fc.string()),
  pins: fc.array(fc.string()),
  drops: fc.array(fc.string()),
});

describe('settings in an address', () => {
  it('always come back as they were written', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom('', 'left-'), (given, prefix) => {
        const address = new URLSearchParams(writeSettings(given, prefix).toString());
        expect(readSettings(address, prefix)).toEqual(given);
      }),
    );
  });

  it('are left out where they are the defaults', () => {
    expect(writeSettings(INITIAL_SETTINGS).toString()).toBe('');
  });

  it('are the defaults where the address is wrong', () => {
    const wrong = new URLSearchParams('budget=many&format=pdf&strategies=magic&sources=');
    expect(readSettings(wrong)).toEqual(INITIAL_SETTINGS);
  });
});
