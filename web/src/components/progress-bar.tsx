import type { Progress } from '../../../src/operations/operation.ts';
import { formatCount, short } from '../names.ts';

/** A run: its phase, how far it is, how fast, and what it is at. */
export function ProgressBar(props: {
  readonly progress: Progress | undefined;
  /** How many a second. */
  readonly rate?: number | undefined;
}) {
  const { progress, rate = 0 } = props;
  return (
    <div class="progress">
      <progress
        {...(progress?.total === undefined ? {} : { value: progress.done, max: progress.total })}
        aria-label={progress?.phase ?? 'Starting'}
      />
      <p class="progress-line" role="status">
        <strong>{progress?.phase ?? 'starting'}</strong>
        {progress !== undefined && (
          <span>
            {formatCount(progress.done)}
            {progress.total === undefined ? '' : ` of ${formatCount(progress.total)}`}
          </span>
        )}
        {rate > 0 && <span class="quiet">{short(Math.round(rate))} a second</span>}
        {progress?.message !== undefined && <span class="path">{progress.message}</span>}
      </p>
    </div>
  );
}
