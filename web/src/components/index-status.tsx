import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Progress } from '../../../src/operations/operation.ts';
import { call } from '../api.ts';
import { useAnswer } from '../use-answer.ts';
import { when } from './when.ts';

const readStatus = () => call('status', {});
const runIndexing = (onProgress: (progress: Progress) => void) => call('index', {}, { onProgress });

/** Numbers of the index, what was left out and why, and indexing with its progress as it happens. */
export function IndexStatus(props: { readonly onIndexed: () => void }) {
  const [status, loadStatus] = useAnswer(readStatus);
  const [progress, setProgress] = useState<Progress>();
  const index = useCallback(async () => {
    try {
      return await runIndexing(setProgress);
    } finally {
      setProgress(undefined);
    }
  }, []);
  const [indexed, runIndex] = useAnswer(index);
  useEffect(() => {
    loadStatus(undefined);
  }, [loadStatus, indexed.value]);
  const state = status.value;
  return (
    <section>
      <h2>Index</h2>
      {status.error !== undefined && <p class="error">{status.error}</p>}
      {indexed.error !== undefined && <p class="error">{indexed.error}</p>}
      {state !== undefined && <Numbers state={state} />}
      <p class="row">
        <button
          type="button"
          disabled={indexed.loading}
          onClick={async () => {
            await runIndex(undefined);
            props.onIndexed();
          }}
        >
          Index now
        </button>
        <span role="status">
          {progress === undefined
            ? ''
            : `${progress.phase} ${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`}`}
        </span>
        {progress?.total !== undefined && (
          <progress value={progress.done} max={progress.total} aria-label={progress.phase} />
        )}
      </p>
      {indexed.value !== undefined && (
        <p>
          {indexed.value.indexed} read, {indexed.value.unchanged} unchanged, {indexed.value.removed} removed.
        </p>
      )}
      {state?.indexed && <LeftOut state={state} />}
    </section>
  );
}

type Status = Awaited<ReturnType<typeof readStatus>>;

function Numbers(props: { readonly state: Status }) {
  const { state } = props;
  const languages = Object.entries(state.languages).sort(([, a], [, b]) => b - a);
  if (!state.indexed) return <p>This project is not indexed yet.</p>;
  return (
    <>
      <p>
        <strong>{state.files.toLocaleString()}</strong> files, <strong>{state.units.toLocaleString()}</strong>{' '}
        definitions and sections, <strong>{state.chunks.toLocaleString()}</strong> chunks,{' '}
        <strong>{state.relations.toLocaleString()}</strong> relations,{' '}
        <strong>{state.commits.toLocaleString()}</strong> commits
        {state.historyIsCurrent ? '' : ' (newer ones exist)'},{' '}
        {state.embeddingModel === undefined
          ? 'no embeddings'
          : `${state.vectors.toLocaleString()} vectors of ${state.embeddingModel}`}
        . Last indexed {when(state.indexedAt)}.
      </p>
      <p class="quiet">{languages.map(([language, files]) => `${language} ${files}`).join(' · ')}</p>
    </>
  );
}

/** What the last run left out and why; the list is short, the counts are whole. */
function LeftOut(props: { readonly state: Status }) {
  const { skipped, skippedByReason } = props.state;
  const reasons = Object.entries(skippedByReason).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return <p class="quiet">Nothing was left out.</p>;
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  return (
    <details>
      <summary>
        Left out: {reasons.map(([reason, count]) => `${count.toLocaleString()} ${reason}`).join(', ')}
      </summary>
      <ul class="items">
        {skipped.map((file) => (
          <li key={file.path}>
            <span class="path">{file.path}</span> <span class="tag">{file.reason}</span>{' '}
            <span class="quiet">{file.detail ?? ''}</span>
          </li>
        ))}
        {total > skipped.length && (
          <li class="quiet">and {(total - skipped.length).toLocaleString()} more</li>
        )}
      </ul>
    </details>
  );
}
