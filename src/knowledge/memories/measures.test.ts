import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disagree, measuresIn } from './measures.ts';

const differ = (one: string, other: string) => disagree(measuresIn(one), measuresIn(other));

describe('values of a kind', () => {
  it.each([
    ['there are 41 zones', '37 zones, two of them count double'],
    ['we build against Qt 6.9.1', 'QTDIR must point to Qt 6.7.2'],
    ['processes may take 512 MB', 'a ceiling of 256 MB'],
    ['nightlies start at 00:15', 'nightlies come at 02:30'],
    ['kept for two weeks', 'kept for 60 days'],
  ])('differ: %s, %s', (one, other) => {
    expect(differ(one, other)).toBe(true);
  });
  it.each([
    ['in another unit', 'at most 2 GB', 'at most 2,000 MB'],
    ['one of several is the same', 'versions Node 20 and Node 22', 'Node 22'],
    ['of different kinds', 'port 8080', 'three approvals in 4 minutes'],
    ['where one gives none', 'the port is fixed', 'port 8080'],
  ])('do not differ: %s', (_, one, other) => {
    expect(differ(one, other)).toBe(false);
  });
  it('no text disagrees with itself, and disagreement has no direction', () => {
    const word = fc.constantFrom(
      'qt',
      '6.7',
      '12',
      'zones',
      '3 GB',
      '02:30',
      'twelve',
      '5 %',
      'is',
      '€40',
      '-',
    );
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(differ(one, one)).toBe(false);
        expect(differ(one, other)).toBe(differ(other, one));
      }),
    );
  });
});
