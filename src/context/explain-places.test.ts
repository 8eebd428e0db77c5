import { describe, expect, it } from 'vitest';
import { explainPlaces } from './explain-places.ts';

const place = (id: string, why: string) => ({
  id,
  why,
  source: 'code' as const,
  name: 'cut',
  path: 'src/cut.ts',
  startLine: 1,
  endLine: 9,
});

describe('explainPlaces', () => {
  it('says which words a place shares with the question, where they are what speaks for it', async () => {
    const index = {
      chunks: async (ids: readonly string[]) => {
        expect(ids).toEqual(['a', 'b']);
        return [{ id: 'a', text: 'cuts to the token budget' }];
      },
    };
    const places = [place('a', 'words'), place('b', 'words'), place('c', 'same file')];
    const told = await explainPlaces(index, 'where is the token budget', places);
    expect(told.map(({ why }) => why)).toEqual(['has “token” and “budget”', 'words', 'same file']);
  });
});
