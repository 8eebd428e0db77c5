import { describe, expect, it } from 'vitest';
import { sharedWords } from './shared-words.ts';

describe('sharedWords', () => {
  it('names the telling words of the question that stand in the text, in its order', () => {
    expect(sharedWords('Where does the token BUDGET work', 'const budget = tokens; // work')).toBe(
      '“token” and “budget”',
    );
    expect(sharedWords('retry', 'no such thing')).toBe('');
  });
});
