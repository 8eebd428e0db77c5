import { useCallback, useEffect, useState } from 'preact/hooks';
import { AXES, type Axis } from '../../../../src/core/vocabulary.ts';
import { call } from '../../api.ts';
import { Choice } from '../../components/choice.tsx';
import { Empty, ErrorNote } from '../../components/notice.tsx';
import { groupHue, Scatter } from '../../components/scatter.tsx';
import { counted } from '../../names.ts';
import { useAnswer } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.ts';

async function load(axis: Axis) {
  const [{ values }, { points, warnings }] = await Promise.all([
    call('valuesList', { axis }),
    call('valuesMap', { axis }),
  ]);
  return { values, points, warnings };
}

const accept = (id: string, text: string) => call('valuesAccept', { id, text });
const propose = (id: string) => call('valuesPropose', { id });
type Value = Awaited<ReturnType<typeof load>>['values'][number];

/** Values as groups on a map of the experiences they were learnt from. */
export function Values() {
  const [axis, setAxis] = useState<Axis>('full');
  const [chosen, setChosen] = useState<string>();
  const [answer, reload] = useAnswer(load);
  const refresh = useCallback(() => reload(axis), [axis, reload]);
  const { change, error } = useChanges(refresh);
  useEffect(() => {
    refresh();
  }, [refresh]);
  const take = ({ id, accepted, text: before }: Value, text: string) =>
    change(
      () => accept(id, text),
      () => ({
        message: 'Accepted.',
        undo: () => (accepted ? accept(id, before) : call('valuesWithdraw', { id })),
      }),
    );
  const find = () =>
    change(
      () => call('valuesCluster', { axis }),
      (found) => ({
        message: `Found ${counted(found.values.length, 'theme')}.`,
        undo: () => call('valuesUndo', { axis }),
      }),
    );
  const { values = [], points = [], warnings = [] } = answer.value ?? {};
  return (
    <div class="stack">
      <div class="row">
        <Choice label="Group by" of={AXES} value={axis} onChange={setAxis} />
        <button type="button" onClick={find}>
          Find themes
        </button>
        <span class="quiet">What experiences have in common, each with its evidence.</span>
      </div>
      <ErrorNote text={error} />
      <ErrorNote text={answer.error} onRetry={refresh} />
      {warnings.map((warning) => (
        <p class="note" key={warning}>
          {warning}
        </p>
      ))}
      {answer.value !== undefined && values.length === 0 && (
        <Empty icon="value" title="No themes yet.">
          <p>They can be found once ten experiences are resolved.</p>
        </Empty>
      )}
      <div class="two">
        {points.length > 0 && (
          <div class="card">
            <Scatter
              label="Map of experiences"
              nameOf={(id) => values.find((value) => value.id === id)?.text ?? ''}
              points={points.map((point) => ({
                key: point.id,
                group: point.valueId,
                title: `${point.goal} (${point.outcome ?? 'active'}, ${point.tier})`,
                x: point.x,
                y: point.y,
              }))}
              groups={values.map((value) => value.id)}
              chosen={chosen}
            />
            <p class="quiet">
              Each point is an experience; near ones are alike. Grey ones belong to no theme.
            </p>
          </div>
        )}
        <ul class="stack">
          {values.map((value, index) => (
            <li class="card item" key={value.id}>
              <div class="item-head">
                <i class="dot" style={{ background: groupHue(index) }} />
                <button
                  type="button"
                  class="item-title"
                  aria-pressed={chosen === value.id}
                  onClick={() => setChosen(chosen === value.id ? undefined : value.id)}
                >
                  {value.text}
                </button>
                <span class={`tag ${value.accepted ? 'tag-good' : ''}`}>
                  {value.status === 'stale' ? 'stale' : value.accepted ? 'accepted' : 'proposed'}
                </span>
              </div>
              <Evidence
                goals={points.filter(({ valueId }) => valueId === value.id).map(({ goal }) => goal)}
                size={value.size}
              />
              {value.status !== 'stale' && <EditValue value={value} onAccept={(text) => take(value, text)} />}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Evidence(props: { readonly goals: readonly string[]; readonly size: number }) {
  return (
    <details>
      <summary class="quiet">learnt from {counted(props.size, 'experience')}</summary>
      <ul class="earlier">
        {props.goals.map((goal) => (
          <li key={goal}>{goal}</li>
        ))}
      </ul>
    </details>
  );
}

/** Gives a value its text: a sentence of its members that is near enough, or the reader's own words. */
function EditValue(props: { readonly value: Value; readonly onAccept: (text: string) => Promise<boolean> }) {
  const { value } = props;
  const [proposals, load] = useAnswer(propose);
  const [open, setOpen] = useState(false);
  const [own, setOwn] = useState('');
  const take = async (text: string) => {
    if (await props.onAccept(text)) setOpen(false);
  };
  const found = proposals.value?.proposals ?? [];
  if (!open) {
    return (
      <p class="card-actions">
        <button
          type="button"
          class="ghost"
          onClick={() => {
            setOpen(true);
            load(value.id);
          }}
        >
          {value.accepted ? 'Other words' : 'Accept'}
        </button>
      </p>
    );
  }
  return (
    <>
      <ErrorNote text={proposals.error} />
      {found.length > 0 && found.every(({ valid }) => !valid) && (
        <p class="quiet">No sentence of the members lies near enough to the middle of the group.</p>
      )}
      <ul class="stack">
        {found.map(({ text, distance, valid }) => (
          <li class="row" key={text}>
            <button type="button" disabled={!valid} onClick={() => take(text)}>
              Take
            </button>
            <span>{text}</span>
            <span class="quiet">
              {distance.toFixed(3)} from the middle{valid ? '' : ', too far'}
            </span>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (own.trim() !== '') take(own.trim());
        }}
      >
        <label class="field">
          <span>Own words, near what the experiences say</span>
          <textarea rows={2} value={own} onInput={(event) => setOwn(event.currentTarget.value)} />
        </label>
        <p class="row">
          <button type="submit">Take own words</button>
          <button type="button" onClick={() => setOpen(false)}>
            Cancel
          </button>
        </p>
      </form>
    </>
  );
}
