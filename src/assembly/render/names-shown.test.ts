import { describe, expect, it } from 'vitest';
import { namesShown } from './names-shown.ts';

describe('the names in a heading', () => {
  it('are the first four definitions of joined lines', () => {
    expect(namesShown({ source: 'code', name: 'a, b, c, d' })).toBe('a, b, c, d');
    expect(namesShown({ source: 'code', name: 'a, b, c, d, e' })).toBe('a, b, c, d …');
  });

  it('are whole where commas belong to one title', () => {
    const title = 'docs: pictures, words, links, tables, and the index';
    expect(namesShown({ source: 'commit', name: title })).toBe(title);
  });
});
