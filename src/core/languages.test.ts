import { describe, expect, it } from 'vitest';
import { ALL_LANGUAGES } from '../adapters/parsers/tree-sitter/languages/all-languages.ts';
import { commentMarker } from '../assembly/truncate/comment-marker.ts';
import { LANGUAGES, languageNamed, languageOfPath, MEMBER_SEPARATOR } from './languages.ts';

/** Prose and data have no comments: a marker stands in brackets. */
const WITHOUT_COMMENTS = ['markdown', 'rst', 'asciidoc', 'text', 'org', 'json', 'csv', 'diff'];

describe('languages', () => {
  it.each(LANGUAGES.map(({ name }) => name))('%s has a comment form', (name) => {
    const marker = commentMarker('3 lines left out', name);
    expect(marker.startsWith('[')).toBe(WITHOUT_COMMENTS.includes(name));
    expect(marker).toContain('3 lines left out');
  });

  it('are named once, and no ending or file name belongs to two', () => {
    for (const list of [
      LANGUAGES.map(({ name }) => name),
      LANGUAGES.flatMap(({ endings }) => endings),
      LANGUAGES.flatMap(({ fileNames }) => fileNames),
    ]) {
      expect(new Set(list).size).toBe(list.length);
    }
  });

  it('with a grammar are all in the list', () => {
    expect(ALL_LANGUAGES.filter(({ name }) => languageNamed(name) === undefined)).toEqual([]);
  });

  it('with code say how a member is written, prose and data do not', () => {
    const without = LANGUAGES.filter(({ members }) => members.length === 0);
    expect(without.filter(({ role }) => role === 'code')).toEqual([]);
    expect(without.length).toBe(LANGUAGES.filter(({ role }) => role !== 'code').length);
    const separator = new RegExp(`^\\w+${MEMBER_SEPARATOR}\\w+$`);
    for (const name of ['a.b', 'a::b', 'a->b', 'a#b']) expect(name).toMatch(separator);
    for (const name of ['a-b', 'a:b', 'axb']) expect(name).not.toMatch(separator);
  });

  it.each([
    ['src/a.TS', 'typescript'],
    ['Makefile', 'make'],
    ['Dockerfile.dev', 'dockerfile'],
    ['go', undefined],
    ['a/b.unknown', undefined],
    ['plot.R', 'r'],
  ])('%s is %s', (path, name) => {
    expect(languageOfPath(path)?.name).toBe(name);
  });

  it.each([
    ['starlark', '# x'],
    ['objective-c', '// x'],
    ['nim', '# x'],
    ['verilog', '// x'],
    ['fsharp', '// x'],
    ['wgsl', '// x'],
    ['vim', '" x'],
    ['batch', 'rem x'],
    ['jsx', '// x'],
    ['shell', '# x'],
    ['html', '<!-- x -->'],
  ])('a marker in %s is %s', (language, marker) => {
    expect(commentMarker('x', language)).toBe(marker);
  });
});
