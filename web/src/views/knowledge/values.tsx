import { useCallback, useEffect, useState } from 'preact/hooks';
import { AXES, type Axis } from '../../../../src/core/vocabulary.ts';
import { call } from '../../api.ts';
import { Choice } from '../../components/choice.tsx';
import { groupColor, Scatter } from '../../components/scatter.tsx';
import { useAnswer } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.tsx';

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
  const { attempt, error } = useChanges(refresh);
  useEffect(() => {
    refresh();
  }, [refresh]);
  const { values = [], points = [], warnings = [] } = answer.value ?? {};
  return (
    <>
      <p class="row">
        <Choice label="Axis" of={AXES} value={axis} onChange={setAxis} />
        <button type="button" onClick={() => attempt(() => call('valuesCluster', { axis }))}>
          Find groups
        </button>
      </p>
      {(error || answer.error) && <p class="error">{error || answer.error}</p>}
      {warnings.map((warning) => (
        <p class="quiet" key={warning}>
          Note: {warning}
        </p>
      ))}
      <div class="columns">
        <div class="panel">
          <Scatter
            label="Map of experiences"
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
        </div>
        <ul class="items">
          {answer.value !== undefined && values.length === 0 && (
            <li class="quiet">No values yet: find groups once ten or more experiences are resolved.</li>
          )}
          {values.map((value, index) => (
            <li class="item" key={value.id}>
              <div class="item-head">
                <i class="dot" style={{ background: groupColor(index) }} />
                <button
                  type="button"
                  class="name"
                  aria-pressed={chosen === value.id}
                  onClick={() => setChosen(chosen === value.id ? undefined : value.id)}
                >
                  {value.text}
                </button>
                <span class="tag">
                  {value.status === 'stale' ? 'stale' : value.accepted ? 'accepted' : 'proposed'}
                </span>
                <span class="numbers">{value.size} experiences</span>
              </div>
              {value.status !== 'stale' && (
                <Wording value={value} onAccept={(text) => attempt(() => accept(value.id, text))} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Gives a value its text: a sentence of its members that lies near enough, or the reader's own words. */
function Wording(props: { readonly value: Value; readonly onAccept: (text: string) => Promise<boolean> }) {
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
      <p class="row">
        <button
          type="button"
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
      {proposals.error !== undefined && <p class="error">{proposals.error}</p>}
      {found.length > 0 && found.every(({ valid }) => !valid) && (
        <p class="quiet">No sentence of the members lies near enough to the middle of the group.</p>
      )}
      <ul class="items">
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
