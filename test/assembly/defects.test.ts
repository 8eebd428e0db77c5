import { XMLValidator } from 'fast-xml-parser';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { createCounter } from '../../src/adapters/tokenizers/create-counter.ts';
import { assemble } from '../../src/assembly/assemble.ts';
import type { AssembleOptions } from '../../src/core/context.ts';
import type { ContextItem } from '../../src/core/item.ts';
import type { SourceFile } from '../../src/core/ports.ts';
import { hashLines } from '../../src/core/text/hash.ts';
import { itemOf, manyFunctions, optionsOf } from './sample-items.ts';

const counter = await createCounter('o200k_base');

function contextOf(
  items: readonly ContextItem[],
  given: Partial<AssembleOptions> = {},
  files: readonly SourceFile[] = [],
) {
  const options = optionsOf(given);
  const materials = { files: new Map(files.map((file) => [file.path, file])), units: new Map() };
  return assemble(items, materials, { counter, options }).context;
}

function fileOf(path: string, lines: readonly string[]): SourceFile {
  return { path, lines, contentHash: hashLines(lines), modifiedAt: 0, size: 0, maskedLines: 0 };
}

describe('what the first design got wrong', () => {
  it('headers and footers are inside the count', () => {
    const header = 'Use this context and nothing else. '.repeat(10);
    const result = contextOf(manyFunctions(50, { seed: 1, lines: 6 }), {
      header,
      footer: header,
      maxTokens: 1000,
    });
    expect(result.context).toContain(header);
    expect(countTokens(result.context)).toBeLessThanOrEqual(1000);
  });

  it('every section that is opened is closed', () => {
    const result = contextOf(manyFunctions(5, { seed: 2, lines: 3 }), { format: 'xml', groupBy: 'type' });
    expect(XMLValidator.validate(result.context)).toBe(true);
    expect(result.context.match(/<group /g)).toHaveLength(result.context.match(/<\/group>/g)?.length ?? 0);
  });

  it('names and content are escaped', () => {
    const item = itemOf({ id: 'a', name: '<b> & "c"', content: 'if (a < b && c > d) return "</item>";' });
    const { context } = contextOf([item], { format: 'xml' });
    expect(XMLValidator.validate(context)).toBe(true);
    expect(context).toContain('name="&lt;b&gt; &amp; &quot;c&quot;"');
  });

  it('an item that does not fit does not end the selection', () => {
    const large = itemOf({ id: 'large', relevance: 0.9, content: 'const value = compute();\n'.repeat(500) });
    const small = itemOf({ id: 'small', relevance: 0.1 });
    const { items } = contextOf([large, small], { maxTokens: 200, truncation: 'none' });
    expect(items.map(({ id }) => id)).toEqual(['small']);
  });

  it('the order of groups does not decide what is left out', () => {
    const code = itemOf({ id: 'code', relevance: 0.1, content: 'const a = 1;\n'.repeat(20) });
    const talk = itemOf({
      id: 'talk',
      source: 'message',
      entityType: 'message',
      relevance: 0.9,
      content: 'Please look at the budget.\n'.repeat(20),
    });
    const { items } = contextOf([code, talk], { maxTokens: 200, groupBy: 'type', truncation: 'none' });
    expect(items.map(({ id }) => id)).toEqual(['talk']);
  });
});

describe('what the second design got wrong', () => {
  const lines = [
    "import { tree } from './tree.ts';",
    '',
    'export function parse(text: string) {',
    '  return tree(text);',
    '}',
    '',
    'export const x = 1;',
  ];
  const located = (given: Partial<ContextItem> = {}) =>
    itemOf({
      id: 'p',
      location: { path: 'src/a.ts', startLine: 3, endLine: 5, language: 'typescript' },
      ...given,
    });

  it('imports and formatting are inside the count', () => {
    for (let maxTokens = 0; maxTokens < 120; maxTokens++) {
      const result = contextOf([located()], { imports: true, maxTokens }, [fileOf('src/a.ts', lines)]);
      expect(countTokens(result.context)).toBeLessThanOrEqual(maxTokens);
    }
    const whole = contextOf([located()], { imports: true }, [fileOf('src/a.ts', lines)]);
    expect(whole.context).toContain("Imports: `import { tree } from './tree.ts';`");
  });

  it('an excluded item is counted once', () => {
    const items = manyFunctions(40, { seed: 3, lines: 10 });
    const { excluded, stats } = contextOf(items, { maxTokens: 500, maxItems: 2 });
    expect(new Set(excluded.map(({ id }) => id)).size).toBe(excluded.length);
    expect(excluded.length + stats.selected).toBe(items.length);
  });

  it('the marker of a cut is within the limit', () => {
    const item = itemOf({ id: 'long', content: 'const value = compute(first, second);\n'.repeat(300) });
    for (const truncation of ['signature', 'bookend', 'head', 'outline', 'summary'] as const) {
      const result = contextOf([item], { maxTokens: 300, truncation });
      expect(result.context).toMatch(/left out/);
      expect(countTokens(result.context)).toBeLessThanOrEqual(300);
    }
  });

  it('a file that is gone falls back to the stored text, marked stale', () => {
    const result = contextOf([located({ content: 'stored text' })]);
    expect(result.context).toContain('stored text');
    expect(result.items[0]?.stale && result.stale).toBe(true);
  });

  it('the range shown is the range printed, surrounding lines included', () => {
    const result = contextOf([located()], { surroundingLines: 3, lineNumbers: true }, [
      fileOf('src/a.ts', lines),
    ]);
    expect(result.context).toContain('`src/a.ts:1-7`');
    expect(result.context).toContain('1 | import');
    expect(result.context).toContain('7 | export const x');
    expect(result.items[0]?.location).toMatchObject({ startLine: 1, endLine: 7 });
  });

  it('a signature is more than the first line with a brace or colon', () => {
    const content = [
      'export function load(',
      '  options: { path: string },',
      '  signal: AbortSignal,',
      '): Promise<void> {',
      ...Array.from({ length: 200 }, (_, index) => `  step${index}(options, signal);`),
      '}',
    ].join('\n');
    const { context } = contextOf([itemOf({ id: 'load', content })], { maxTokens: 150 });
    expect(context).toContain('  signal: AbortSignal,\n): Promise<void> {');
  });
});

describe('what the third design got wrong', () => {
  it('json is one document, whatever the separator', () => {
    const items = manyFunctions(4, { seed: 4, lines: 2 });
    const { context } = contextOf(items, { format: 'json', separator: '\n---\n' });
    expect(JSON.parse(context).items).toHaveLength(4);
  });

  it('separator and footer are counted as printed', () => {
    const options = { separator: '*** next ***', footer: 'The end.', maxTokens: 400 };
    const result = contextOf(manyFunctions(30, { seed: 5, lines: 2 }), options);
    expect(result.items.length).toBeGreaterThan(2);
    expect(result.context.split('*** next ***')).toHaveLength(result.items.length);
    expect(result.tokenCount).toBe(countTokens(result.context));
    expect(result.tokenCount).toBeLessThanOrEqual(400);
  });

  it('items after the item limit are accounted for', () => {
    const { excluded } = contextOf(manyFunctions(12, { seed: 6, lines: 2 }), { maxItems: 5 });
    expect(excluded.filter(({ reason }) => reason === 'item-limit')).toHaveLength(7);
  });

  it('a lone result and the lowest result are not dropped', () => {
    expect(contextOf([itemOf({ id: 'only', relevance: 0.02 })]).items).toHaveLength(1);
    const three = [0.9, 0.5, 0].map((relevance, index) => itemOf({ id: `f${index}`, relevance }));
    expect(contextOf(three).items.map(({ id }) => id)).toEqual(['f0', 'f1', 'f2']);
  });
});
