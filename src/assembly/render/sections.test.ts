import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { renderOptionsSchema } from '../../core/context.ts';
import type { Block } from '../block.ts';
import { groupBlocks } from './group-blocks.ts';
import { layoutOf } from './layout.ts';

const block = (itemId: string, text: string, section?: Block['section']): Block => ({
  itemId,
  source: 'memory',
  entityType: 'concept',
  name: itemId,
  relevance: 1,
  lines: text.split('\n').map((line) => ({ text: line })),
  imports: [],
  related: [],
  citation: `mem-${itemId}`,
  truncated: false,
  stale: false,
  section,
});

describe('grouping by section', () => {
  it('keeps the order of sections whatever the relevance; without one the source names the group', () => {
    const groups = groupBlocks(
      [
        block('a', ''),
        block('b', '', { title: 'Second', order: 2 }),
        block('c', '', { title: 'First', order: 1 }),
      ],
      'section',
    );
    expect(groups.map(({ name }) => name)).toEqual(['First', 'Second', 'Memories']);
  });
});

describe('quoted prose', () => {
  const options = renderOptionsSchema.parse({ prose: 'quoted' });
  const print = (text: string) => layoutOf(options).block(block('1', text));

  it('is the citation and the text, no heading and no fence', () => {
    expect(print('Port 5432\nsince May')).toBe('> [mem-1] Port 5432\n>   since May\n');
  });

  it('never lets a text reach beyond its quote, whatever it opens', () => {
    const nasty = fc.constantFrom(
      '```',
      '~~~',
      '# h',
      '<script>',
      '<!--',
      '- a',
      '> q',
      '    code',
      '',
      'text',
      '[a]: b',
    );
    const markdown = new MarkdownIt({ html: true });
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 6 }), (lines) => {
        const tokens = markdown.parse(`${print(lines.join('\n'))}\nAFTER`, {});
        const last = tokens.findIndex((token) => token.type === 'inline' && token.content === 'AFTER');
        expect(last).toBeGreaterThan(0);
        expect(tokens[last]?.level).toBe(1);
      }),
    );
  });
});

describe('headings', () => {
  const options = renderOptionsSchema.parse({});
  const heading = (name: string) =>
    layoutOf(options)
      .block({ ...block('1', 'x'), name })
      .split('\n')[0];

  it('leave underscores inside names alone and escape those that would be markup', () => {
    expect(heading('open_session')).toBe('### open_session (concept) [mem-1]');
    expect(heading('__init__')).toBe('### \\_\\_init\\_\\_ (concept) [mem-1]');
  });

  it('read as the name, whatever it holds', () => {
    const nasty = fc.string({ unit: fc.constantFrom('a', '_', '*', '1', ' ', '.', '`', '[', 'é') });
    fc.assert(
      fc.property(nasty, (name) => {
        const [, inline] = new MarkdownIt().parse(heading(`x${name}x`) ?? '', {});
        const plain = (inline?.children ?? []).map(({ content }) => content).join('');
        expect(plain).toBe(`x${name}x (concept) [mem-1]`);
      }),
    );
  });
});
