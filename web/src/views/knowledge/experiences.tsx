import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { when } from '../../components/when.ts';
import { useAnswer } from '../../use-answer.ts';

const load = (query: string) => call('experienceList', { limit: 200, ...(query === '' ? {} : { query }) });
type Experience = Awaited<ReturnType<typeof load>>['experiences'][number];

/** Experiences as a timeline: what was tried, what was expected, what came. */
export function Experiences() {
  const [query, setQuery] = useState('');
  const [list, reload] = useAnswer(load);
  useEffect(() => {
    reload('');
  }, [reload]);
  const entries = list.value?.experiences ?? [];
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          reload(query.trim());
        }}
      >
        <label for="experience">Search</label>
        <input id="experience" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        <button type="submit">Show</button>
      </form>
      {list.error !== undefined && <p class="error">{list.error}</p>}
      {list.value !== undefined && entries.length === 0 && (
        <p class="quiet">
          No experiences yet. An agent records them, or <code>dossier experience start</code>.
        </p>
      )}
      <ol class="timeline">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </>
  );
}

function Entry(props: { readonly entry: Experience }) {
  const { entry } = props;
  return (
    <li class="item">
      <div class="item-head">
        <strong>{entry.goal}</strong>
        <span class={`tag outcome-${entry.outcome ?? 'active'}`}>{entry.outcome ?? 'active'}</span>
        {entry.tier !== undefined && <span class="tag">{entry.tier}</span>}
        <span class="tag">{entry.domain}</span>
        <span class="tag">{entry.strategy}</span>
        <span class="numbers">{when(entry.startedAt)}</span>
      </div>
      <dl>
        <Row name="Believed" text={entry.hypothesis} />
        <Row name="Did" text={entry.action} />
        <Row name="Expected" text={entry.prediction} />
        <Row name="Surprise" text={entry.surprise} />
        <Row name="Root cause" text={entry.rootCause} />
        <Row name="Lesson" text={entry.lesson?.whatWorked} />
      </dl>
      {entry.history.length > 0 && <p class="quiet">{entry.history.length} earlier attempts</p>}
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
