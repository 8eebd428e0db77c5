import { expect, it } from 'vitest';
import { plural, pluralOf } from './plural.ts';

it('a count of one takes the singular, any other the plural', () => {
  expect([plural(1, 'file'), plural(0, 'file'), plural(8, 'memory')]).toEqual([
    '1 file',
    '0 files',
    '8 memories',
  ]);
});
it('nouns in y, s, x, z, ch and sh have their own plural', () => {
  expect(['delivery', 'key', 'branch', 'box', 'value'].map(pluralOf)).toEqual([
    'deliveries',
    'keys',
    'branches',
    'boxes',
    'values',
  ]);
});
