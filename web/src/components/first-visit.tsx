import { counted, formatCount, projectLabel } from '../names.ts';
import { indexError, indexing, indexReport, startIndexing, status } from '../project-state.ts';
import { useStore } from '../store.ts';
import { ErrorNote } from './notice.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** A project not indexed yet: one button, then the progress. */
export function FirstVisit() {
  const state = useStore(status);
  const running = useStore(indexing);
  const error = useStore(indexError);
  return (
    <section class="first-visit" aria-label="First visit">
      <h2>{running === undefined ? 'This project is not indexed yet' : 'Reading the project'}</h2>
      {state !== undefined && (
        <p class="quiet">
          <strong>{projectLabel(state.project)}</strong> in <span class="path">{state.root}</span>
        </p>
      )}
      {running === undefined ? (
        <>
          <button type="button" class="primary large" onClick={() => void startIndexing()}>
            Index this project
          </button>
          <p class="quiet">
            A thousand files take a few seconds. Nothing leaves this machine; ignored files and secrets are
            left out.
          </p>
        </>
      ) : (
        <>
          <IndexProgress />
          <p class="quiet">
            You can leave this view or close the tab: indexing goes on. Questions are answered from what has
            been read.
          </p>
        </>
      )}
      <ErrorNote text={error} onRetry={() => void startIndexing()} />
    </section>
  );
}

/** The progress of the current run, if there is one. */
export function IndexProgress() {
  const running = useStore(indexing);
  return running === undefined ? null : <ProgressBar progress={running.progress} rate={running.rate} />;
}

/** Above an answer during a run: files not read yet cannot be in it. */
export function IndexingNote() {
  if (useStore(indexing) === undefined) return <IndexReport />;
  return (
    <div class="note">
      <span>The project is still being read: answers do not cover all of it yet.</span>
      <IndexProgress />
    </div>
  );
}

/** What the last run of this tab did. */
export function IndexReport() {
  const running = useStore(indexing);
  const report = useStore(indexReport);
  if (report === undefined || running !== undefined) return null;
  return (
    <p class="note" role="status">
      {counted(report.indexed, 'file')} indexed
      {report.unchanged > 0 && `, ${formatCount(report.unchanged)} unchanged`}
      {report.removed > 0 && `, ${formatCount(report.removed)} removed`}.
    </p>
  );
}
