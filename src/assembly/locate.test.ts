import { describe, expect, it } from 'vitest';
import { type ContextItem, contextItemSchema } from '../core/item.ts';
import type { ParsedUnit } from '../core/parser.ts';
import type { SourceFile } from '../core/ports.ts';
import { hashLines } from '../core/text/hash.ts';
import { splitLines } from '../core/text/lines.ts';
import { hasChanged, locate } from './locate.ts';

const STORED = 'export function parse(text) {\n  return tree(text);\n}';

function fileOf(text: string): SourceFile {
  const lines = splitLines(text);
  return {
    path: 'a.ts',
    lines,
    contentHash: hashLines(lines),
    modifiedAt: 0,
    size: text.length,
    maskedLines: 0,
  };
}

function itemAt(
  startLine: number,
  endLine: number,
  given: Partial<ContextItem> = {},
  hash = true,
): ContextItem {
  const contentHash = hash ? hashLines(splitLines(STORED)) : undefined;
  return contextItemSchema.parse({
    id: 'a',
    source: 'code',
    entityType: 'function',
    name: 'parse',
    content: STORED,
    relevance: 1,
    location: { path: 'a.ts', startLine, endLine, contentHash },
    ...given,
  });
}

describe('locate', () => {
  it('gives the lines of the file when they are as indexed', () => {
    const located = locate(itemAt(2, 4), fileOf(`// top\n${STORED}\n`));
    expect(located).toEqual({ lines: splitLines(STORED), startLine: 2, state: 'as-indexed' });
  });

  it('gives the lines as located when no hash is stored', () => {
    expect(locate(itemAt(1, 1, {}, false), fileOf('anything\nmore'))).toMatchObject({
      lines: ['anything'],
      startLine: 1,
    });
  });

  it('ends at the end of the file', () => {
    expect(locate(itemAt(1, 99, {}, false), fileOf('one\ntwo'))).toMatchObject({ lines: ['one', 'two'] });
  });

  it('finds the same text again where it has moved to, nearest to where it was', () => {
    const file = fileOf(`${STORED}\n\n\n\n\n\n${STORED}\n`);
    expect(locate(itemAt(11, 13), file)).toMatchObject({ startLine: 9, state: 'moved' });
  });

  it('finds a changed unit by its name in the syntax tree', () => {
    const unit: ParsedUnit = {
      entityType: 'function',
      name: 'parse',
      qualifiedName: 'parse',
      startLine: 3,
      endLine: 5,
      definitionLine: 3,
      signatureEndLine: 3,
      signature: '',
    };
    const file = fileOf(
      '// new\n\nexport function parse(text, options) {\n  return tree(text, options);\n}\n',
    );
    expect(locate(itemAt(1, 3), file, [unit])).toMatchObject({
      startLine: 3,
      state: 'moved',
      lines: { length: 3 },
    });
  });

  it('finds a changed body between its first and last line', () => {
    const file = fileOf('// new\nexport function parse(text) {\n  check(text);\n  return tree(text);\n}\n');
    expect(locate(itemAt(1, 3), file)).toMatchObject({ startLine: 2, lines: { length: 4 }, state: 'moved' });
  });

  it('gives the stored text, stale, when the file or the unit is gone', () => {
    for (const file of ['missing', 'outside-root', fileOf('nothing of the kind\n'), undefined] as const) {
      expect(locate(itemAt(1, 3), file)).toEqual({ lines: splitLines(STORED), startLine: 1, state: 'stale' });
    }
  });

  it('gives an item without a place its content', () => {
    expect(locate(itemAt(1, 1, { location: undefined }), undefined)).toEqual({
      lines: splitLines(STORED),
      state: 'as-indexed',
    });
  });
});

describe('hasChanged', () => {
  it('is about the stored hash alone', () => {
    expect(hasChanged(itemAt(1, 3), fileOf(STORED))).toBe(false);
    expect(hasChanged(itemAt(2, 4), fileOf(STORED))).toBe(true);
    expect(hasChanged(itemAt(2, 4, {}, false), fileOf(STORED))).toBe(false);
  });
});
