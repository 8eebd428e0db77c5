import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { Empty, ErrorNote, Skeleton } from '../../components/notice.tsx';
import { ago, said, when } from '../../names.ts';
import { useAnswer } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.ts';
import {
  type Attempt,
  type NewExperience,
  type Resolution,
  ResolveForm,
  StartForm,
  UpdateForm,
} from './experience-forms.tsx';

/** Attempts recorded here share one session, so that only one can be open at a time. */
const SESSION = 'page';

const load = (query: string) => call('experienceList', { limit: 200, ...(query === '' ? {} : { query }) });
type Experience = Awaited<ReturnType<typeof load>>['experiences'][number];

/** Experiences as a timeline: what was tried, what was expected, what happened. */
export function Experiences() {
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState('');
  const [list, reload] = useAnswer(load);
  const refresh = useCallback(() => reload(asked), [asked, reload]);
  const { change, remove, hidden, error } = useChanges(refresh);
  useEffect(() => {
    refresh();
  }, [refresh]);

  const start = (entry: NewExperience) =>
    change(
      () => call('experienceStart', { ...entry, session: SESSION }),
      ({ id }) => ({ message: 'Started.', undo: () => call('experienceDelete', { id }) }),
    );
  const update = ({ id, hypothesis, action, prediction }: Experience, next: Attempt) =>
    change(
      () => call('experienceUpdate', { id, ...next }),
      () => ({
        message: 'Changed; the earlier attempt is kept.',
        undo: () => call('experienceUpdate', { id, hypothesis, action, prediction }),
      }),
    );
  const resolve = (id: string, resolution: Resolution) =>
    change(
      () => call('experienceResolve', { id, ...resolution }),
      () => ({ message: 'Resolved.', undo: () => call('experienceReopen', { id }) }),
    );

  const entries = (list.value?.experiences ?? []).filter((entry) => !hidden.has(entry.id));
  return (
    <div class="stack">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(query.trim());
        }}
      >
        <label class="field grow">
          <span class="visually-hidden">Search experiences</span>
          <input
            type="search"
            placeholder="Search what was tried"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Search</button>
      </form>
      <details class="disclosure">
        <summary>Record what you are about to try</summary>
        <StartForm onStart={start} />
      </details>
      <ErrorNote text={error} />
      <ErrorNote text={list.error} onRetry={refresh} />
      {list.value === undefined && list.loading && <Skeleton rows={5} />}
      {list.value !== undefined && entries.length === 0 && (
        <Empty
          icon="experience"
          title={asked === '' ? 'No experiences yet.' : 'No experience is about this.'}
        >
          {asked === '' && (
            <p>What was tried, what was expected, what came. Agents record them, or you do above.</p>
          )}
        </Empty>
      )}
      <ol class="timeline">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            onUpdate={(next) => update(entry, next)}
            onResolve={(resolution) => resolve(entry.id, resolution)}
            onDelete={() => remove(entry.id, 'Deleted.', () => call('experienceDelete', { id: entry.id }))}
          />
        ))}
      </ol>
    </div>
  );
}

const OUTCOME_CLASS: Readonly<Record<string, string>> = {
  confirmed: 'tag-good',
  falsified: 'tag-bad',
  abandoned: 'tag-warn',
};

function Entry(props: {
  readonly entry: Experience;
  readonly onUpdate: (attempt: Attempt) => Promise<boolean>;
  readonly onResolve: (resolution: Resolution) => void;
  readonly onDelete: () => void;
}) {
  const { entry } = props;
  const [chosen, setForm] = useState<'update' | 'resolve'>();
  const close = () => setForm(undefined);
  // A form stays open while its input is rejected; a resolved entry has none.
  const form = entry.status === 'active' ? chosen : undefined;
  return (
    <li class={`item is-${entry.outcome ?? 'active'}`}>
      <div class="card-facts">
        <strong class="statement">{entry.goal}</strong>
        <span class={`tag ${OUTCOME_CLASS[entry.outcome ?? ''] ?? ''}`}>{entry.outcome ?? 'active'}</span>
        {entry.tier !== undefined && entry.tier !== entry.outcome && (
          <span class="tag" title="How well its outcome is known">
            {said(entry.tier)}
          </span>
        )}
        <span class="tag">{entry.domain}</span>
        <span class="tag">{said(entry.strategy)}</span>
        <span title={when(entry.startedAt)}>{ago(entry.startedAt)}</span>
      </div>
      <dl class="story">
        <Row name="Believed" text={entry.hypothesis} />
        <Row name="Did" text={entry.action} />
        <Row name="Expected" text={entry.prediction} />
        <Row name="Saw" text={entry.result} />
        <Row name="Surprise" text={entry.surprise} />
        <Row
          name="Root cause"
          text={[entry.rootCause && said(entry.rootCause), entry.rootCauseDetail].filter(Boolean).join(': ')}
        />
        <Row name="Worked" text={entry.lesson?.whatWorked} />
        <Row name="Next time" text={entry.lesson?.takeaway} />
      </dl>
      {entry.history.length > 0 && <p class="quiet">Earlier attempts: {entry.history.length}</p>}
      {form === 'update' && (
        <UpdateForm
          value={{ hypothesis: entry.hypothesis, action: entry.action, prediction: entry.prediction }}
          onSave={async (attempt) => {
            if (await props.onUpdate(attempt)) close();
          }}
          onCancel={close}
        />
      )}
      {form === 'resolve' && <ResolveForm onResolve={props.onResolve} onCancel={close} />}
      {form === undefined && (
        <p class="card-actions">
          {entry.status === 'active' && (
            <>
              <button type="button" class="ghost" onClick={() => setForm('update')}>
                Edit
              </button>
              <button type="button" class="ghost" onClick={() => setForm('resolve')}>
                Resolve
              </button>
            </>
          )}
          <button type="button" class="ghost" onClick={props.onDelete} aria-label={`Delete ${entry.goal}`}>
            Delete
          </button>
        </p>
      )}
    </li>
  );
}

function Row(props: { readonly name: string; readonly text: string | undefined }) {
  if (props.text === undefined || props.text === '') return null;
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.text}</dd>
    </div>
  );
}
