import { describe, expect, it } from 'vitest';
import { createCounter } from '../../src/adapters/tokenizers/create-counter.ts';
import { assemble } from '../../src/assembly/assemble.ts';
import type { AssembleOptions } from '../../src/core/context.ts';
import type { ContextItem } from '../../src/core/item.ts';
import type { SourceFile } from '../../src/core/ports.ts';
import { hashLines } from '../../src/core/text/hash.ts';
import { FORMATS } from '../../src/core/vocabulary.ts';
import { itemOf, manyFunctions, optionsOf } from './sample-items.ts';

const counter = await createCounter('o200k_base');
const LINES = Array.from({ length: 40 }, (_, index) => `  step${index + 1}();`);
const FILE: SourceFile = {
  path: 'src/steps.ts',
  lines: LINES,
  contentHash: hashLines(LINES),
  modifiedAt: 0,
  size: 0,
  maskedLines: 0,
};

function contextOf(items: readonly ContextItem[], given: Partial<AssembleOptions> = {}) {
  const materials = { files: new Map([[FILE.path, FILE]]), units: new Map() };
  return assemble(items, materials, { counter, options: optionsOf(given) }).context;
}

const at = (path: string, startLine: number, endLine: number, relevance: number): ContextItem =>
  itemOf({
    id: `${path}:${startLine}`,
    relevance,
    content: `text of ${path} at ${startLine}, like no other ${startLine * 7}`,
    location: { path, startLine, endLine, language: 'typescript' },
  });

describe('assembling', () => {
  it('nothing gives an empty context that says so', () => {
    const result = contextOf([]);
    expect(result).toMatchObject({ context: '', tokenCount: 0, items: [], excluded: [] });
    expect(result.warnings).toEqual(['There was nothing to assemble.']);
  });

  it('a budget too small for anything gives an empty context with a clear warning', () => {
    const result = contextOf([itemOf({ id: 'a' })], { maxTokens: 5 });
    expect(result).toMatchObject({ context: '', tokenCount: 0, truncated: true });
    expect(result.warnings[0]).toMatch(/Nothing fits in 5 tokens: the first item needs \d+\./);
    expect(result.excluded).toMatchObject([{ id: 'a', reason: 'budget' }]);
  });

  it.each(FORMATS)('a place that is only named in the map carries its citation id, in %s', (format) => {
    const long = { ...at('gone.ts', 1, 200, 0.9), content: 'const value = compute();\n'.repeat(200) };
    const result = contextOf([long], { format, map: 300, maxTokens: 150, truncation: 'none' });
    expect(result).toMatchObject({ items: [], map: [{ id: long.id }], citations: [{ itemId: long.id }] });
    const cite = result.map[0]?.citation ?? 'none';
    expect(result.citations[0]?.id).toBe(cite);
    const line = result.context.split('\n').find((each) => each.includes(cite));
    expect(line).toContain('gone.ts');
  });

  it('reads the lines of located items from their files', () => {
    const { context, stats } = contextOf([at('src/steps.ts', 10, 12, 0.9)], { surroundingLines: 0 });
    expect(context).toContain('  step10();\n  step11();\n  step12();');
    expect(stats.filesRead).toBe(1);
  });

  it('groups by file, the file with the best item first, its items by line', () => {
    const { context } = contextOf([at('b.ts', 30, 31, 0.5), at('a.ts', 1, 2, 0.8), at('b.ts', 3, 4, 0.9)], {
      groupBy: 'file',
    });
    const order = ['## b.ts', 'lines 3', 'lines 30', '## a.ts', 'lines 1'].map((text) =>
      context.indexOf(text),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order.every((index) => index >= 0)).toBe(true);
  });

  it('groups by type in the order code, documentation, conversation, other, without empty groups', () => {
    const items = [
      itemOf({ id: 'task', entityType: 'task', source: 'memory', relevance: 1, content: 'a task to do' }),
      itemOf({
        id: 'section',
        entityType: 'section',
        source: 'document',
        relevance: 0.9,
        content: 'a section to read',
      }),
      itemOf({ id: 'code', relevance: 0.1 }),
    ];
    const { context } = contextOf(items, { groupBy: 'type' });
    expect(context.match(/^## .*/gm)).toEqual(['## Code', '## Documentation', '## Other']);
  });

  it('keeps to the number of items and tells what was cut or left out', () => {
    const result = contextOf(manyFunctions(10, { seed: 1, lines: 4 }), { maxItems: 3 });
    expect(result.items).toHaveLength(3);
    expect(result.stats).toMatchObject({ retrieved: 10, selected: 3 });
    const tight = contextOf(manyFunctions(10, { seed: 1, lines: 20 }), { maxTokens: 300 });
    expect(tight.truncated).toBe(true);
  });

  it('puts the header before and the footer after everything', () => {
    const { context } = contextOf([itemOf({ id: 'a' })], { header: '# Context', footer: 'That is all.' });
    expect(context.startsWith('# Context\n\n### ')).toBe(true);
    expect(context.endsWith('That is all.\n')).toBe(true);
  });

  it('works out the average relevance, the tokens of each source, and takes the time', () => {
    const result = contextOf([
      itemOf({ id: 'a', relevance: 0.4 }),
      itemOf({ id: 'b', relevance: 0.8, source: 'memory', content: 'remember this' }),
    ]);
    expect(result.stats.averageRelevance).toBeCloseTo(0.6);
    expect(result.sources).toMatchObject([
      { source: 'code', items: 1 },
      { source: 'memory', items: 1 },
    ]);
  });

  it('lets one item run over when overflow is allowed, and says so', () => {
    const items = manyFunctions(6, { seed: 2, lines: 30 });
    const result = contextOf(items, { maxTokens: 200, overflow: 'allow' });
    expect(result.tokenCount).toBeGreaterThan(200);
    expect(result.warnings[0]).toMatch(/tokens over its budget/);
  });

  it('says when the budget is more than the model reads at once', async () => {
    const claude = await createCounter('claude-sonnet-4');
    const options = optionsOf({ maxTokens: 300_000 });
    const { context } = assemble(
      [itemOf({ id: 'a' })],
      { files: new Map(), units: new Map() },
      { counter: claude, options },
    );
    expect(context.warnings).toEqual([
      'The budget of 300000 tokens is more than the 200000 that claude-sonnet-4 reads at once.',
    ]);
    expect(context.counter).toEqual({ name: 'claude-sonnet-4', exact: false });
  });

  it('leaves out what is below the minimum and what has no text, with the reason', () => {
    const items = [
      itemOf({ id: 'low', relevance: 0.1 }),
      itemOf({ id: 'blank', content: ' \n ' }),
      { ...at('no.ts', 1, 2, 0.9), content: '' },
    ];
    const { excluded } = contextOf(items, { minRelevance: 0.2 });
    expect(excluded.map(({ reason }) => reason).toSorted()).toEqual(['below-minimum', 'empty', 'empty']);
  });
});

describe('a block', () => {
  const item = itemOf({
    id: 'a',
    name: 'parse',
    relevance: 0.854,
    location: { path: 'src/steps.ts', startLine: 10, endLine: 11, language: 'typescript' },
    metadata: { source: 'code', related: ['tree', 'tokenize'], imports: ["import { x } from 'y'"] },
  });

  it('in markdown has a heading with the file and lines, and a fence with the language', () => {
    const { context } = contextOf([item], { surroundingLines: 1 });
    expect(context).toMatch(
      /^### `src\/steps\.ts:9-12` parse \(function\) \[cod-\w+\]\n\n```typescript\n {2}step9\(\);/,
    );
  });

  it('has line numbers, scores, imports and related names when asked for', () => {
    const { context } = contextOf([item], {
      lineNumbers: true,
      scores: true,
      imports: true,
      related: true,
      surroundingLines: 0,
    });
    expect(context).toContain('10 |   step10();');
    expect(context).toContain('relevance 0.85');
    expect(context).toContain("Imports: `import { x } from 'y'`");
    expect(context).toContain('Related: `tree`, `tokenize`');
  });

  it('has no file header when none is wanted', () => {
    expect(contextOf([item], { fileHeaders: false }).context).not.toContain('src/steps.ts');
  });

  it('in xml has its place and language as attributes', () => {
    const { context } = contextOf([item], { format: 'xml', scores: true, related: true, imports: true });
    expect(context).toMatch(
      /<item cite="cod-\w+" source="code" type="function" name="parse" path="src\/steps\.ts" lines="7-14" language="typescript" relevance="0\.85">/,
    );
    expect(context).toContain('<related>tree</related>');
  });

  it('in json has the fields of its item', () => {
    const { context } = contextOf([item], {
      format: 'json',
      scores: true,
      related: true,
      imports: true,
      sourcesFooter: true,
      header: 'h',
      footer: 'f',
    });
    expect(JSON.parse(context)).toMatchObject({
      header: 'h',
      footer: 'f',
      items: [
        {
          id: 'a',
          name: 'parse',
          path: 'src/steps.ts',
          startLine: 7,
          endLine: 14,
          relevance: 0.854,
          related: ['tree', 'tokenize'],
        },
      ],
      sources: [{ path: 'src/steps.ts', startLine: 7 }],
    });
  });

  it('in plain text has little around it', () => {
    const { context } = contextOf([item], {
      format: 'plain',
      surroundingLines: 0,
      related: true,
      imports: true,
      scores: true,
    });
    expect(context).toMatch(
      /^src\/steps\.ts:10-11 parse \(0\.85\) \[cod-\w+\]\nimports: .*\nrelated: tree, tokenize\n {3}step10\(\);\n {3}step11\(\);\n$/,
    );
  });

  it('in plain text is grouped under the name of its file', () => {
    const { context } = contextOf([item], {
      format: 'plain',
      groupBy: 'file',
      sourcesFooter: true,
      separator: '--',
      header: 'H',
      footer: 'F',
    });
    expect(context).toMatch(/^H\n\n== src\/steps\.ts ==\n\nlines 7-14 parse/);
    expect(context).toMatch(/\nSources:\n\[cod-\w+\] src\/steps\.ts:7-14\n\nF\n$/);
  });

  it('is listed under the sources when they are asked for', () => {
    const { context, citations } = contextOf([item], { sourcesFooter: true });
    expect(context).toContain(`## Sources\n\n- [${citations[0]?.id}] \`src/steps.ts:7-14\``);
    expect(contextOf([item], { sourcesFooter: true, format: 'xml' }).context).toContain(
      '<sources>\n<source cite=',
    );
  });

  it('has a citation with place and excerpt', () => {
    const { citations } = contextOf([item], { surroundingLines: 0 });
    expect(citations).toMatchObject([
      {
        itemId: 'a',
        source: 'code',
        title: 'parse',
        path: 'src/steps.ts',
        startLine: 10,
        endLine: 11,
        excerpt: 'step10();',
      },
    ]);
  });

  it('stands for its duplicates and names them', () => {
    const twin = itemOf({ id: 'twin', relevance: 0.2, content: 'The same words in the same order.' });
    const { items, excluded } = contextOf([{ ...twin, id: 'best', relevance: 0.9 }, twin]);
    expect(items).toMatchObject([{ id: 'best', alternatives: ['twin'] }]);
    expect(excluded).toMatchObject([{ id: 'twin', reason: 'duplicate', detail: 'the same text: best' }]);
  });
});
