import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParsedUnit } from '../core/parser.ts';
import { chunkLines } from './chunk-lines.ts';

type Sketch = Partial<ParsedUnit> & {
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
};

function unit(sketch: Sketch): ParsedUnit {
  return {
    entityType: 'function',
    qualifiedName: sketch.name,
    definitionLine: sketch.startLine,
    signatureEndLine: sketch.startLine,
    signature: sketch.name,
    ...sketch,
  };
}
const ranges = (lines: readonly string[], units: readonly ParsedUnit[]) =>
  chunkLines(lines, units).map((chunk) => `${chunk.startLine}-${chunk.endLine} ${chunk.unit ?? 'file'}`);
const code = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);

describe('chunkLines', () => {
  test('each function is a chunk and what stands before them is another', () => {
    const units = [
      unit({ name: 'a', startLine: 5, endLine: 10 }),
      unit({ name: 'b', startLine: 11, endLine: 20 }),
    ];
    expect(ranges(code(20), units)).toEqual(['1-4 file', '5-10 0', '11-20 1']);
  });

  test('a class is its header and its methods, each found by its own name', () => {
    const units = [
      unit({ name: 'A', entityType: 'class', startLine: 1, endLine: 12 }),
      unit({ name: 'm', entityType: 'method', parent: 0, startLine: 3, endLine: 6 }),
      unit({ name: 'n', entityType: 'method', parent: 0, startLine: 7, endLine: 11 }),
    ];
    expect(ranges([...code(11), '}'], units)).toEqual(['1-2 0', '3-6 1', '7-11 2']);
  });

  test('a long function is cut into parts that all belong to it', () => {
    const parts = chunkLines(code(200), [unit({ name: 'long', startLine: 1, endLine: 200 })]);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.every((part) => part.unit === 0 && part.endLine - part.startLine < 72)).toBe(true);
  });

  test('constants and fields are shown with their neighbours', () => {
    const units = [
      unit({ name: 'X', entityType: 'variable', startLine: 1, endLine: 1 }),
      unit({ name: 'Y', entityType: 'variable', startLine: 2, endLine: 2 }),
      unit({ name: 'f', startLine: 4, endLine: 9 }),
    ];
    expect(chunkLines(code(9), units)).toEqual([
      { startLine: 1, endLine: 3, shown: [0, 1] },
      { startLine: 4, endLine: 9, shown: [], unit: 2 },
    ]);
  });

  test('a stray line goes with the function after it', () => {
    expect(ranges(code(6), [unit({ name: 'f', startLine: 2, endLine: 6 })])).toEqual(['1-6 0']);
  });

  test('a line of any length is one chunk', () => {
    expect(ranges(['x'.repeat(200_000), 'y'], [])).toEqual(['1-1 file', '2-2 file']);
  });

  test('every line with a letter or digit is in exactly one chunk, whatever the units', () => {
    const line = fc.constantFrom('', '}', '  ', 'word', '    deep(1)', 'x'.repeat(3000));
    const units = fc.array(
      fc.record({
        entityType: fc.constantFrom(
          'function' as const,
          'class' as const,
          'variable' as const,
          'section' as const,
        ),
        start: fc.nat(150),
        length: fc.nat(100),
        parent: fc.option(fc.nat(10), { nil: undefined }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 150 }), units, (lines, sketches) => {
        const nested = nest(lines.length, sketches);
        const covered = new Map<number, number>();
        for (const chunk of chunkLines(lines, nested)) {
          for (let at = chunk.startLine; at <= chunk.endLine; at++)
            covered.set(at, (covered.get(at) ?? 0) + 1);
        }
        for (const [row, text] of lines.entries()) {
          if (/\w/.test(text)) expect(covered.get(row + 1)).toBe(1);
          else expect(covered.get(row + 1) ?? 0).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

/** Units as a parser gives them: a parent stands before its children and encloses them. */
function nest(
  lineCount: number,
  sketches: readonly {
    entityType: ParsedUnit['entityType'];
    start: number;
    length: number;
    parent: number | undefined;
  }[],
): ParsedUnit[] {
  const units: ParsedUnit[] = [];
  for (const sketch of sketches) {
    const parent = sketch.parent === undefined ? undefined : units[sketch.parent];
    const first = parent?.startLine ?? 1;
    const last = parent?.endLine ?? lineCount;
    if (last < first) continue;
    const startLine = first + (sketch.start % (last - first + 1));
    const endLine = Math.min(last, startLine + sketch.length);
    const made = unit({ name: 'u', entityType: sketch.entityType, startLine, endLine });
    units.push(
      parent === undefined || sketch.parent === undefined ? made : { ...made, parent: sketch.parent },
    );
  }
  return units;
}
