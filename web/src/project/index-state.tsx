import { FirstVisit, IndexProgress, IndexReport } from '../components/first-visit.tsx';
import { Icon } from '../components/icon.tsx';
import { ErrorNote } from '../components/notice.tsx';
import { groupHue } from '../components/scatter.tsx';
import { ago, counted, formatCount, said, when } from '../names.ts';
import { indexError, indexing, type Status, startIndexing } from '../project-state.ts';
import { useStore } from '../store.ts';

/** Numbers of the index, its languages, what was left out and why, and indexing as it happens. */
export function IndexState(props: { readonly state: Status }) {
  const { state } = props;
  const running = useStore(indexing);
  const error = useStore(indexError);
  if (!state.indexed) return <FirstVisit />;
  const facts = [
    ['files', state.files],
    ['definitions', state.units],
    ['relations', state.relations],
    ['commits', state.commits],
    ['vectors', state.vectors],
  ] as const;
  return (
    <section aria-label="Index">
      <dl class="facts">
        {facts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
        <div>
          <dt>indexed</dt>
          <dd title={when(state.indexedAt)}>
            {state.indexedAt === undefined ? 'never' : ago(state.indexedAt)}
          </dd>
        </div>
      </dl>
      <div class="row">
        <button type="button" disabled={running !== undefined} onClick={() => void startIndexing()}>
          Index now
        </button>
        <span class="quiet">
          {state.commits === 0
            ? 'No history was found.'
            : state.historyIsCurrent
              ? 'The history is read up to the newest commit.'
              : 'There are newer commits.'}{' '}
          {state.embeddingModel === undefined ? 'No embeddings.' : `Embeddings of ${state.embeddingModel}.`}
        </span>
      </div>
      <IndexProgress />
      <ErrorNote text={error} />
      <IndexReport />
      {state.warnings.map((warning) => (
        <p class="note" key={warning}>
          <Icon name="alert" /> {warning}
        </p>
      ))}
      <Languages languages={state.languages} />
      <LeftOut state={state} />
    </section>
  );
}

const NAMED = 7;

/** Languages by files as one bar; the many small ones share a piece and are named on request. */
function Languages(props: { readonly languages: Status['languages'] }) {
  const falling = Object.entries(props.languages).sort(([, a], [, b]) => b - a);
  const total = Math.max(
    1,
    falling.reduce((sum, [, files]) => sum + files, 0),
  );
  const rest = falling.slice(NAMED);
  const others = rest.reduce((sum, [, files]) => sum + files, 0);
  const shown = [
    ...falling.slice(0, NAMED),
    ...(others === 0 ? [] : [[`${rest.length} others`, others] as const]),
  ];
  return (
    <figure class="languages">
      <div class="language-bar" aria-hidden="true">
        {shown.map(([name, files], index) => (
          <i key={name} style={{ width: `${(files / total) * 100}%`, background: groupHue(index) }} />
        ))}
      </div>
      <figcaption>
        {shown.map(([name, files], index) => (
          <span
            key={name}
            title={index === NAMED ? rest.map(([other, count]) => `${other} ${count}`).join(', ') : undefined}
          >
            <i style={{ background: groupHue(index) }} /> {name}{' '}
            <span class="quiet">{formatCount(files)}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

/** What the last run left out and why; the list is short, the counts are whole. */
function LeftOut(props: { readonly state: Status }) {
  const { skipped, skippedByReason } = props.state;
  const reasons = Object.entries(skippedByReason).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return <p class="quiet">Nothing was left out.</p>;
  const total = reasons.reduce((sum, [, count]) => sum + count, 0);
  return (
    <details class="left-out-files">
      <summary>
        Left out: {reasons.map(([reason, count]) => `${formatCount(count)} ${said(reason)}`).join(', ')}
      </summary>
      <ul>
        {skipped.map((file) => (
          <li key={file.path}>
            <span class="path">{file.path}</span> <span class="tag">{said(file.reason)}</span>{' '}
            <span class="quiet">{file.detail ?? ''}</span>
          </li>
        ))}
        {total > skipped.length && (
          <li class="quiet">and {counted(total - skipped.length, 'more', 'more')}</li>
        )}
      </ul>
    </details>
  );
}
