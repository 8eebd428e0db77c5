import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { when } from '../../components/when.ts';
import { useAnswer } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.tsx';
import {
  type Attempt,
  type NewExperience,
  type Resolution,
  ResolveForm,
  StartForm,
  UpdateForm,
} from './experience-forms.tsx';

/** Attempts recorded here are of one session, so that one can be open at a time. */
const SESSION = 'page';

const load = (query: string) => call('experienceList', { limit: 200, ...(query === '' ? {} : { query }) });
type Experience = Awaited<ReturnType<typeof load>>['experiences'][number];

/** Experiences as a timeline: what was tried, what was expected, what came. */
export function Experiences() {
  const [query, setQuery] = useState('');
  const [asked, setAsked] = useState('');
  const [list, reload] = useAnswer(load);
  const refresh = useCallback(() => reload(asked), [asked, reload]);
  const { attempt, change, remove, hidden, error, toast } = useChanges(refresh);
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
    attempt(() => call('experienceResolve', { id, ...resolution }));

  const entries = (list.value?.experiences ?? []).filter((entry) => !hidden.has(entry.id));
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(query.trim());
        }}
      >
        <label for="experience">Search</label>
        <input id="experience" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        <button type="submit">Show</button>
      </form>
      <details>
        <summary>Record what you are about to try</summary>
        <StartForm onStart={start} />
      </details>
      {(error || list.error) && <p class="error">{error || list.error}</p>}
      {list.value !== undefined && entries.length === 0 && (
        <p class="quiet">
          {asked === ''
            ? 'No experiences yet. An agent records them, or you do above.'
            : 'No experience is about this.'}
        </p>
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
      {toast}
    </>
  );
}

function Entry(props: {
  readonly entry: Experience;
  readonly onUpdate: (attempt: Attempt) => Promise<boolean>;
  readonly onResolve: (resolution: Resolution) => void;
  readonly onDelete: () => void;
}) {
  const { entry } = props;
  const [chosen, setForm] = useState<'update' | 'resolve'>();
  const close = () => setForm(undefined);
  // A form stays while what it sent was refused; what is resolved has none.
  const form = entry.status === 'active' ? chosen : undefined;
  return (
    <li class="item">
      <div class="item-head">
        <strong>{entry.goal}</strong>
        <span class="tag">{entry.outcome ?? 'active'}</span>
        {entry.tier !== undefined && <span class="tag">{entry.tier}</span>}
        <span class="tag">{entry.domain}</span>
        <span class="tag">{entry.strategy}</span>
        <span class="numbers">{when(entry.startedAt)}</span>
      </div>
      <dl>
        <Row name="Believed" text={entry.hypothesis} />
        <Row name="Did" text={entry.action} />
        <Row name="Expected" text={entry.prediction} />
        <Row name="Saw" text={entry.result} />
        <Row name="Surprise" text={entry.surprise} />
        <Row name="Root cause" text={entry.rootCause} />
        <Row name="Lesson" text={entry.lesson?.whatWorked} />
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
        <p class="row">
          {entry.status === 'active' && (
            <>
              <button type="button" onClick={() => setForm('update')}>
                Edit
              </button>
              <button type="button" onClick={() => setForm('resolve')}>
                Resolve
              </button>
            </>
          )}
          <button type="button" onClick={props.onDelete} aria-label={`Delete ${entry.goal}`}>
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
    <div class="row">
      <dt class="quiet">{props.name}</dt>
      <dd>{props.text}</dd>
    </div>
  );
}
