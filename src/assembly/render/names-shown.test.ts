import { describe, expect, it } from 'vitest';
import { assembleOptionsSchema } from '../../core/context.ts';
import { buildBlock } from '../build-block.ts';
import { layoutOf } from './layout.ts';
import { namesShown, tellsMore, tellsType } from './names-shown.ts';

describe('the names in a heading', () => {
  it('are the first four definitions of joined lines', () => {
    expect(namesShown({ lines: [], source: 'code', name: 'a, b, c, d' })).toBe('a, b, c, d');
    expect(namesShown({ lines: [], source: 'code', name: 'a, b, c, d, e' })).toBe('a, b, c, d …');
  });

  it('are whole where commas belong to one title', () => {
    const title = 'docs: pictures, words, links, tables, and the index';
    expect(namesShown({ lines: [{ text: title }], source: 'commit', name: title })).toBe(title);
  });

  it('say what a record is where its title would repeat its first words', () => {
    const lines = [{ text: 'The database listens on port 5432 on every machine of the team' }];
    expect(namesShown({ source: 'memory', name: 'The database listens on port…', lines })).toBe('Memory');
    expect(namesShown({ source: 'memory', name: 'Possibly related', lines })).toBe('Possibly related');
    expect(namesShown({ source: 'memory', name: '', lines })).toBe('');
  });

  it('are left out where the place says as much', () => {
    expect(tellsMore({ name: 'a.ts', path: 'src/a.ts' })).toBe(false);
    expect(tellsMore({ name: 'src/a.ts', path: 'src/a.ts' })).toBe(false);
    expect(tellsMore({ name: 'a', path: 'src/a.ts' })).toBe(true);
    expect(tellsMore({ name: 'A title' })).toBe(true);
  });

  it('have a type where it is that of one definition', () => {
    const code = { source: 'code' as const, lines: [] };
    expect(tellsType({ ...code, name: 'a', entityType: 'function' })).toBe(true);
    expect(tellsType({ ...code, name: 'a, b', entityType: 'function' })).toBe(false);
    expect(tellsType({ ...code, name: '', entityType: 'module' })).toBe(false);
  });
});

const printed = (format: 'markdown' | 'xml' | 'plain' | 'json', name: string, text: string) =>
  layoutOf(assembleOptionsSchema.parse({ format })).block(
    buildBlock(
      {
        item: {
          id: 'a',
          source: 'code',
          entityType: 'method',
          name,
          content: text,
          relevance: 1,
          reasons: [],
          location: { path: 'a.py', startLine: 7, endLine: 7 },
        },
        lines: [text],
        startLine: 7,
        before: [],
        after: [],
        imports: [],
        stale: false,
        alternatives: [],
      },
      [{ text, number: 7 }],
      { citation: undefined, truncated: false },
    ),
  );

describe('a printed block', () => {
  it('has a name with marks in it as code, so that it can be searched for', () => {
    expect(printed('markdown', '__init__, get_cert', 'x')).toMatch(/^### `a\.py:7` `__init__`, get_cert\n/);
    expect(printed('markdown', 'a`b*', 'x')).toContain(String.raw`a\`b\* (method)`);
  });

  it.each(['markdown', 'xml', 'plain', 'json'] as const)(
    'as %s has no picture inside an address',
    (format) => {
      const data = 'iVBORw0KGgo'.repeat(40);
      const text = printed(format, 'logo', `![a](data:image/png;base64,${data}) and (data:a/b;base64,AAAA)`);
      expect(text).toContain('data:image/png;base64,… 440 characters left out) and (data:a/b;base64,AAAA)');
      expect(text).not.toContain('iVBORw0KGgo');
    },
  );
});
