import { describe, expect, it } from 'vitest';
import { checkMentions, mentionKey, mentionNotes, namedCode } from './code-mentions.ts';

describe('code a text names', () => {
  it('finds identifiers, calls, quoted names and paths, not plain words', () => {
    expect(
      namedCode(
        'The parser: `parse` calls readHeader() and max_size in src/http/parse.ts, see config.json. It works.',
      ),
    ).toEqual({ names: ['parse', 'readHeader', 'max_size'], paths: ['src/http/parse.ts', 'config.json'] });
  });

  it('finds nothing in a sentence about no code', () => {
    expect(namedCode('Deploys happen on Mondays, e.g. after lunch.')).toEqual({ names: [], paths: [] });
  });
});

describe('"true at commit X"', () => {
  const mention = { name: 'readHeader', path: 'src/parse.ts', contentHash: 'h1' };
  const state = (hash?: string) =>
    checkMentions([mention], new Map(hash === undefined ? [] : [[mentionKey(mention), hash]]));

  it('says nothing while the code is as it was', () => {
    expect(mentionNotes(state('h1'), 'abcdef0123')).toEqual([]);
  });

  it('says when the code changed or is gone', () => {
    expect(mentionNotes(state('h2'), 'abcdef0123')).toEqual([
      '(true at commit abcdef0; readHeader in src/parse.ts changed since)',
    ]);
    expect(mentionNotes(state())).toEqual([
      '(true when it was written; readHeader in src/parse.ts is gone now)',
    ]);
  });
});
