import { describe, expect, it } from 'vitest';
import { pathsFromHere } from './paths-from-here.ts';

const root = process.cwd();
const seenFrom = (folder: string, paths: readonly string[]) =>
  pathsFromHere({ paths, query: 'glob.ts' }, ['paths'], { folder: `${root}${folder}`, root });

describe('paths on the command line', () => {
  it.each([
    ['a file beside one', '/src/core', 'item.ts', 'src/core/item.ts'],
    ['the folder one is in', '/src/core', '.', 'src/core'],
    ['a folder further up', '/src/core', '../search', 'src/search'],
    ['the root', '/src', '..', '.'],
    ['what is left out', '/src', '!core', '!src/core'],
    ['an absolute path inside the project', '', `${root}/src/core`, 'src/core'],
    ['a path relative to the root', '/src/core', 'src/core/item.ts', 'src/core/item.ts'],
    ['a glob', '/src/core', '**/*.test.ts', '**/*.test.ts'],
    ['lines of a file beside one', '/src/core', 'item.ts:3-9', 'src/core/item.ts:3-9'],
    ['a path outside the project', '/src', '../../', '../../'],
    ['an anchored path at the root', '', './src', './src'],
  ])('%s is understood', (_fact, folder, given, expected) => {
    expect(seenFrom(folder, [given])).toEqual({ paths: [expected], query: 'glob.ts' });
  });

  it('leaves paths alone when the shell is outside the project', () => {
    const input = { path: 'core/item.ts' };
    expect(pathsFromHere(input, ['path'], { folder: `${root}/src`, root: `${root}/test` })).toEqual(input);
  });
});
