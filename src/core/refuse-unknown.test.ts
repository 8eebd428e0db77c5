import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestName, refuseUnknown } from './refuse-unknown.ts';

const KNOWN = ['query', 'maxTokens', 'limit', 'paths', 'store', 'index.maxFileBytes'];

describe('an unknown name', () => {
  it.each([
    ['max_tokens', 'maxTokens'],
    ['maxToken', 'maxTokens'],
    ['Limits', 'limit'],
    ['path', 'paths'],
    ['stroe', 'store'],
    ['indexMaxFileBytes', 'index.maxFileBytes'],
    ['zebra', undefined],
    ['', undefined],
  ])('%s is taken for %s', (given, expected) => {
    expect(nearestName(given, KNOWN)).toBe(expected);
  });

  it('is refused with the nearest known name and all of them', () => {
    expect(() => refuseUnknown('field', ['query', 'limits'], KNOWN)).toThrow(
      'Unknown field "limits": did you mean "limit"? Known: query, maxTokens, limit, paths, store, index.maxFileBytes.',
    );
    expect(() => refuseUnknown('field', ['zebra'], KNOWN)).toThrow(/^Unknown field "zebra"\. Known: query,/);
    expect(() => refuseUnknown('field', ['zebra'], [])).toThrow('Unknown field "zebra". There is no field.');
  });

  it('never is one of the known', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), (names) => {
        refuseUnknown('field', names, names);
        for (const name of names) expect(names).toContain(nearestName(name, names) ?? name);
      }),
    );
  });
});
