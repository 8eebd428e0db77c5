import { describe, expect, it } from 'vitest';
import type { ParsedUnit } from '../../core/parser.ts';
import { structureFromLines, structureFromUnits } from './structure.ts';

const signatureEnd = (text: string) => structureFromLines(text.split('\n')).signatureEnd;

describe('structureFromLines', () => {
  it('ends a signature where all its brackets are closed, not at the first brace or colon', () => {
    expect(
      signatureEnd('function f(\n  a: { x: number },\n  b: string,\n): Promise<void> {\n  work();\n}'),
    ).toBe(3);
    expect(signatureEnd('def run(\n    self,\n    limit: int = 10,\n) -> None:\n    pass')).toBe(3);
  });

  it('takes in the doc comment and decorators above', () => {
    expect(signatureEnd('/**\n * Adds: {a, b}.\n */\nfunction add(a, b) {\n  return a + b;\n}')).toBe(3);
    expect(signatureEnd('@cached\n@timed(True)\ndef f(x):\n    return x')).toBe(2);
  });

  it('knows a brace on a line of its own', () => {
    expect(signatureEnd('int main(void)\n{\n  return 0;\n}')).toBe(1);
  });

  it('ends a signature without a sign where the body is indented', () => {
    expect(signatureEnd('def total\n  items.sum\nend')).toBe(0);
  });

  it('is not led astray by brackets in strings', () => {
    expect(signatureEnd('function f(a = "(") {\n  g();\n}')).toBe(0);
  });

  it('copes with one line, with comments alone and with nothing', () => {
    expect(signatureEnd('x')).toBe(0);
    expect(signatureEnd('// only\n// comments')).toBeGreaterThanOrEqual(0);
    expect(structureFromLines([]).outline).toEqual([]);
  });

  it('takes no longer for a line of quotes that never close', () => {
    const started = process.cpuUsage();
    expect(signatureEnd(`f(${'\\"'.repeat(200_000)}\n  a\n`)).toBe(0);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });

  it('lists members before their bodies, outermost first', () => {
    const lines = [
      'class A {',
      '  one() {',
      '    work();',
      '  }',
      '',
      '  two() {',
      '    rest();',
      '  }',
      '}',
    ];
    expect(structureFromLines(lines).outline).toEqual([0, 8, 1, 3, 5, 7]);
  });
});

describe('structureFromUnits', () => {
  const unit = (startLine: number, endLine: number, signatureEndLine: number): ParsedUnit => ({
    entityType: 'method',
    name: 'm',
    qualifiedName: 'm',
    startLine,
    endLine,
    definitionLine: startLine,
    signatureEndLine,
    signature: '',
  });

  it('takes the signature of the unit and of its members', () => {
    const structure = structureFromUnits([unit(10, 30, 12), unit(14, 20, 15)], {
      startLine: 10,
      lineCount: 21,
    });
    expect(structure).toEqual({ signatureEnd: 2, outline: [0, 1, 2, 4, 5, 20] });
  });

  it('is undefined where no unit lies inside', () => {
    expect(structureFromUnits([unit(1, 90, 2)], { startLine: 10, lineCount: 5 })).toBeUndefined();
  });
});
