import { escapeLine } from '../../core/text/escape-controls.ts';
import type { Progress } from '../../operations/operation.ts';

/** The part of `process.stderr` that progress needs. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const REDRAW_MS = 80;
const BAR_WIDTH = 24;
/** Of a terminal that does not tell. */
const WIDTH = 80;

/**
 * Shows progress on standard error: on a terminal a bar with rate and time left, otherwise a line per phase. `clear`
 * removes the bar before other output.
 */
export function showProgress(output: ProgressOutput, clock: () => number) {
  let phase = '';
  let phaseStart = 0;
  let drawnAt = 0;
  let drawn = false;
  const clear = (): void => {
    if (drawn) output.write('\r\x1b[2K');
    drawn = false;
  };
  const report = (progress: Progress): void => {
    const now = clock();
    if (progress.phase !== phase) {
      phase = progress.phase;
      phaseStart = now;
      drawnAt = 0;
      if (output.isTTY !== true)
        output.write(`${escapeLine(phase)}${progress.total === undefined ? '' : ` (${progress.total})`}\n`);
    }
    if (output.isTTY !== true || now - drawnAt < REDRAW_MS) return;
    drawnAt = now;
    output.write(`\r\x1b[2K${fitted(barOf(progress, now - phaseStart), (output.columns || WIDTH) - 1)}`);
    drawn = true;
  };
  return { report, clear };
}

function fitted(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, width - 1)}…`;
}

export function barOf(progress: Progress, elapsedMs: number): string {
  const { done, total } = progress;
  const phase = escapeLine(progress.phase);
  const rate = elapsedMs > 0 ? (done / elapsedMs) * 1000 : 0;
  const note = progress.message === undefined ? '' : `  ${escapeLine(progress.message)}`;
  if (total === undefined || total === 0) return `${phase} ${done} (${Math.round(rate)}/s)${note}`;
  const share = Math.min(1, done / total);
  const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░');
  const left = rate > 0 ? `, ${durationOf((total - done) / rate)} left` : '';
  return `${phase} ${bar} ${done}/${total} (${Math.round(rate)}/s${left})${note}`;
}

function durationOf(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
