import { describe, expect, it } from 'vitest';
import { readCommandLine } from './global-flags.ts';

describe('a command line', () => {
  it.each([
    [['hook', 'prompt'], { command: 'hook', rest: ['prompt'], globals: {} }],
    [
      ['--store', 's.sqlite', 'hook', 'prompt'],
      { command: 'hook', rest: ['prompt'], globals: { store: 's.sqlite' } },
    ],
    [
      ['hook', '--store=s.sqlite', '--quiet', 'prompt'],
      { command: 'hook', rest: ['prompt'], globals: { store: 's.sqlite', quiet: true } },
    ],
    [
      ['query', 'x', '--also', 'a', '--also=b', '--max-tokens', '9'],
      { command: 'query', rest: ['x', '--max-tokens', '9'], globals: { also: ['a', 'b'] } },
    ],
    [['--help'], { rest: ['--help'], globals: {} }],
    [['--root'], { rest: [], globals: { root: undefined } }],
    [[], { rest: [], globals: {} }],
  ])('%j is read', (argv, expected) => {
    expect(readCommandLine(argv)).toEqual(expected);
  });
});
