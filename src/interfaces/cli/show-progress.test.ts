import { describe, expect, it } from 'vitest';
import { barOf, showProgress } from './show-progress.ts';

describe('showProgress', () => {
  it('prints a line per phase when it is not a terminal', () => {
    let text = '';
    const { report } = showProgress({ write: (part) => (text += part) }, () => 0);
    report({ phase: 'reading', done: 0, total: 3 });
    report({ phase: 'reading', done: 3, total: 3 });
    report({ phase: 'writing', done: 0 });
    expect(text).toBe('reading (3)\nwriting\n');
  });

  it('draws a bar on a terminal, not too often, and clears it', () => {
    let text = '';
    let now = 1000;
    const { report, clear } = showProgress(
      { isTTY: true, columns: 60, write: (part) => (text += part) },
      () => now,
    );
    report({ phase: 'reading', done: 1, total: 4 });
    now += 10;
    report({ phase: 'reading', done: 2, total: 4 });
    now += 1000;
    report({ phase: 'reading', done: 3, total: 4 });
    clear();
    clear();
    expect(text.split('\r').length - 1).toBe(3);
    expect(text.endsWith('\r\x1b[2K')).toBe(true);
  });

  it('keeps to the width of the terminal, also of one that does not tell', () => {
    let text = '';
    let now = 1000;
    const { report } = showProgress(
      { isTTY: true, columns: 0, write: (part) => (text += part) },
      () => (now += 100),
    );
    report({ phase: 'reading', done: 1, total: 4, message: 'a'.repeat(200) });
    report({ phase: 'reading', done: 2, message: 'short' });
    const [, long = '', short = ''] = text.split('\r\x1b[2K');
    expect(long).toHaveLength(79);
    expect(long.endsWith('…')).toBe(true);
    expect(short.endsWith('short')).toBe(true);
  });

  it('shows rate and time left', () => {
    expect(barOf({ phase: 'reading', done: 100, total: 400 }, 1000)).toMatch(
      /reading █+░+ 100\/400 \(100\/s, 3 s left\)/,
    );
    expect(barOf({ phase: 'reading', done: 1, total: 1000 }, 1000)).toContain('16 min 39 s left');
    expect(barOf({ phase: 'reading', done: 5, message: 'src/a.ts' }, 1000)).toBe('reading 5 (5/s)  src/a.ts');
  });
});
