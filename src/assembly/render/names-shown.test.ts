import { describe, expect, it } from 'vitest';
import { namesShown } from './names-shown.ts';

describe('the names in a heading', () => {
  it('are the first four definitions of joined lines', () => {
    expect(namesShown({ lines: [], source: 'code', name: 'a, b, c, d' })).toBe('a, b, c, d');
    expect(namesShown({ lines: [], source: 'code', name: 'a, b, c, d, e' })).toBe('a, b, c, d …');
  });

  it('are whole where commas belong to one title', () => {
    const title = 'docs: pictures, words, links, tables, and the index';
    expect(namesShown({ lines: [{ text: title }], source: 'commit', name: title })).toBe(title);
  });

  it('say what a record is where its title would repeat its first words', () => {
    const lines = [{ text: 'The database listens on port 5432 on every machine of the team' }];
    expect(namesShown({ source: 'memory', name: 'The database listens on port…', lines })).toBe('Memory');
    expect(namesShown({ source: 'memory', name: 'Possibly related', lines })).toBe('Possibly related');
    expect(namesShown({ source: 'memory', name: '', lines })).toBe('');
  });
});
