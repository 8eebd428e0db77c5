import { describe, expect, it } from 'vitest';
import type { IndexStore } from '../core/store.ts';
import { commonerSpellings, correctSpelling } from './correct-spelling.ts';

const VOCABULARY: ReadonlyMap<string, number> = new Map([
  ['budget', 40],
  ['upload', 30],
  ['response', 90],
  ['file', 200],
  ['system', 50],
  ['hyperlink', 3],
]);
type Asked = Pick<IndexStore, 'documentFrequencies' | 'similarNames'>;
const index: Asked = {
  documentFrequencies: async (terms) =>
    new Map(terms.flatMap((term) => (VOCABULARY.has(term) ? [[term, VOCABULARY.get(term)!] as const] : []))),
  similarNames: async () => [{ path: 'src/hyperlink.ts', similarity: 0.5 }],
};
const correct = async (...words: string[]) => Object.fromEntries(await correctSpelling(index, words));

describe('spelling is corrected to words of the project', () => {
  it.each([
    ['budgett', 'budget'],
    ['uplaod', 'upload'],
    ['respnse', 'response'],
    ['repsonse', 'response'],
    ['hiperlinc', 'hyperlink'],
    ['filesystem', 'file system'],
  ])('%s → %s', async (word, meant) => expect((await correct(word))[word]?.[0]).toBe(meant));
  it('two slips in a long English word that the project has', async () => {
    const inHardware: Asked = {
      documentFrequencies: async (terms) => new Map(terms.includes('hardware') ? [['hardware', 9]] : []),
      similarNames: async () => [],
    };
    const english = new Set(['hardwar', 'handwritten']);
    expect((await correctSpelling(inHardware, ['hardwear'], english)).get('hardwear')).toEqual(['hardware']);
    expect(await correctSpelling(inHardware, ['hardly', 'headwear'], english)).toEqual(new Map());
    expect(await correctSpelling(inHardware, ['hardwear'])).toEqual(new Map());
  });
  it('leaves words alone that are like none of them, and short ones', async () => {
    expect(await correct('kriging', 'fil', 'weather')).toEqual({});
  });
});

describe('a word that may be right as it is', () => {
  const guess = async (word: string, frequency: number) =>
    (await commonerSpellings(index, new Map([[word, frequency]]))).get(word);

  it('is joined by a spelling a usual slip away that is far commoner', async () => {
    expect(await guess('budgett', 1)).toBe('budget');
    expect(await guess('flie', 0)).toBe('file');
  });
  it('stays alone beside a spelling that is not so common, or another letter away', async () => {
    expect(await guess('budgett', 3)).toBeUndefined();
    expect(await guess('fire', 0)).toBeUndefined();
  });
});
