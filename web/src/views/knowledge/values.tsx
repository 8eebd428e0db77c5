import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Axis } from '../../../../src/core/item.ts';
import { call } from '../../api.ts';
import { Scatter } from '../../components/scatter.tsx';
import { useAnswer } from '../../use-answer.ts';

const AXES: readonly Axis[] = ['full', 'strategy', 'surprise', 'root_cause'];

async function load(axis: Axis) {
  const [{ values }, { points, warnings }] = await Promise.all([
    call('valuesList', { axis }),
    call('valuesMap', { axis }),
  ]);
  return { values, points, warnings };
}

/** Values as groups on a map of the experiences they were learnt from. */
export function Values() {
  const [axis, setAxis] = useState<Axis>('full');
  const [chosen, setChosen] = useState<string>();
  const [answer, reload] = useAnswer(load);
  const [error, setError] = useState('');
  const refresh = useCallback(() => reload(axis), [axis, reload]);
  useEffect(() => {
    refresh();
  }, [refresh]);
  const attempt = (work: Promise<unknown>) =>
    work.then(
      () => {
        setError('');
        return refresh();
      },
      (cause: Error) => setError(cause.message),
    );
  const { values = [], points = [], warnings = [] } = answer.value ?? {};
  return (
    <>
      <p class="row">
        <label>
          <span>Axis </span>
          <select
            value={axis}
            onChange={(event) => {
              const next = AXES.find((name) => name === event.currentTarget.value);
              if (next !== undefined) setAxis(next);
            }}
          >
            {AXES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => attempt(call('valuesCluster', { axis }))}>
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
        <ul class="items panel">
          {answer.value !== undefined && values.length === 0 && (
            <li class="quiet">No values yet: find groups once ten or more experiences are resolved.</li>
          )}
          {values.map((value) => (
            <li class="item" key={value.id}>
              <div class="item-head">
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
                {!value.accepted && value.status !== 'stale' && (
                  <button type="button" onClick={() => attempt(call('valuesAccept', { id: value.id }))}>
                    Accept
                  </button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
