import { describe, expect, it } from 'vitest';
import { parseSince } from './parse-since.ts';

const NOW = Date.UTC(2026, 10, 15);
const DAY = 24 * 3_600_000;

describe('parseSince', () => {
  it.each([
    ['3d', NOW - 3 * DAY],
    ['2w', NOW - 14 * DAY],
    ['6m', NOW - 180 * DAY],
    ['36h', NOW - 1.5 * DAY],
    ['1Y', NOW - 365 * DAY],
    ['2026-11-01', Date.UTC(2026, 10, 1)],
    [undefined, undefined],
  ])('%s', (text, time) => {
    expect(parseSince(text, NOW)).toBe(time);
  });

  it('refuses what is no time and says what would be', () => {
    expect(() => parseSince('yesterday-ish', NOW)).toThrow(/Give a date/);
  });
});
