import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stem } from '../core/text/terms.ts';
import { relativesOf, rootsOf, sameFamily } from './word-family.ts';

const same = (one: string, other: string) => sameFamily(stem(one), stem(other));

describe('words of one family', () => {
  it.each([
    ['translation', 'translators'],
    ['translated', 'translation'],
    ['deploys', 'deployment'],
    ['approval', 'approved'],
    ['configuration', 'configure'],
    ['scanner', 'scanning'],
    ['secure', 'security'],
    ['payments', 'pay'],
    ['installing', 'installation'],
    ['locally', 'local'],
  ])('%s and %s', (one, other) => {
    expect(same(one, other)).toBe(true);
    expect(same(other, one)).toBe(true);
  });
  it.each([
    ['port', 'portal'],
    ['sign', 'signal'],
    ['form', 'format'],
    ['import', 'important'],
    ['order', 'ordinary'],
    ['city', 'cite'],
  ])('but not %s and %s', (one, other) => {
    expect(same(one, other)).toBe(false);
  });
  it('relatives are exactly of the family, and never the word itself', () => {
    const words = ['translat', 'deploy', 'approv', 'scan', 'secur', 'retri', 'worker', 'queue'];
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.constantFrom('', 'ion', 'er', 'ment', 'ly'), (root, end) => {
        const term = root + end;
        const relatives = relativesOf(term);
        expect(relatives).not.toContain(term);
        expect(new Set(relatives).size).toBe(relatives.length);
        for (const relative of relatives) expect(sameFamily(relative, term)).toBe(true);
        for (const shared of rootsOf(term).slice(1)) expect(relatives).toContain(shared);
      }),
    );
  });
});
