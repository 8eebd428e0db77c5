import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MemoryFile } from './memory-file.ts';
import { mergeEdits, mergeWordings } from './merge-edits.ts';

const file = (content: string, more: Partial<MemoryFile> = {}): MemoryFile => ({
  category: 'fact',
  importance: 0.5,
  tags: [],
  files: [],
  status: 'current',
  validFrom: 1,
  content,
  ...more,
});

describe('two wordings of one memory', () => {
  it('both stay where both sides changed the same line', () => {
    expect(mergeWordings('Port 5433', 'Port 6543', 'Port 5432')).toBe('Port 5433\nPort 6543');
  });
  it('become the changed one where only one side changed anything', () => {
    expect(mergeWordings('Port 5432', 'Port 6543', 'Port 5432')).toBe('Port 6543');
    expect(mergeWordings('Port 6543', 'Port 5432', 'Port 5432')).toBe('Port 6543');
  });
  it('lose the line that one side took out', () => {
    expect(mergeWordings('one\ntwo\nmine', 'two', 'one\ntwo')).toBe('two\nmine');
  });
  it('are one where the other holds it', () => {
    expect(mergeWordings('Port 5432', 'Port 5432 on maple', undefined)).toBe('Port 5432 on maple');
  });

  const wording = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 5 });
  it('never lose a line that either side wrote', () => {
    fc.assert(
      fc.property(wording, wording, wording, (one, other, base) => {
        const merged = mergeWordings(one.join('\n'), other.join('\n'), base.join('\n')).split('\n');
        const written = [...one, ...other].filter((line) => !base.includes(line));
        for (const line of written) expect(merged).toContain(line);
      }),
    );
  });
});

describe('two edits of one memory', () => {
  it('an end on one side is kept where the other changed no word', () => {
    const ended = file('Port 5432', { status: 'ended', validUntil: 9 });
    expect(mergeEdits(ended, file('Port 5432', { tags: ['db'] }), 'Port 5432')).toEqual({
      ...ended,
      tags: ['db'],
    });
  });
  it('a new wording on one side outlives an end on the other', () => {
    const ended = file('Port 5432', { status: 'ended', validUntil: 9 });
    expect(mergeEdits(ended, file('Port 6543'), 'Port 5432')).toEqual(file('Port 6543'));
  });
});
