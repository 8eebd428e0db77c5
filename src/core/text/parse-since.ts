import { DossierError } from '../errors.ts';

const HOUR = 3_600_000;
const SPANS: Readonly<Record<string, number>> = {
  h: HOUR,
  d: 24 * HOUR,
  w: 7 * 24 * HOUR,
  m: 30 * 24 * HOUR,
  y: 365 * 24 * HOUR,
};

/** A time in milliseconds: `36h`, `3d`, `2w`, `6m`, `1y` before now, or a date. */
export function parseSince(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit] = /^\s*(\d+(?:\.\d+)?)\s*([hdwmy])\s*$/i.exec(text) ?? [];
  const span = SPANS[unit?.toLowerCase() ?? ''];
  if (amount !== undefined && span !== undefined) return now - Number(amount) * span;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new DossierError(
    'invalid-input',
    `"${text}" is not a time. Give a date (2026-11-01), or how long ago (3d, 2w, 6m).`,
  );
}
