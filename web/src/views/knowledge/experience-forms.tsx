import { useState } from 'preact/hooks';
import {
  APPROACHES,
  type Approach,
  DOMAINS,
  type Domain,
  OUTCOMES,
  type Outcome,
  ROOT_CAUSES,
  type RootCause,
} from '../../../../src/core/vocabulary.ts';
import { Choice } from '../../components/choice.tsx';
import { TextField } from '../../components/text-field.tsx';

/** What is believed, done and expected. */
export interface Attempt {
  readonly hypothesis: string;
  readonly action: string;
  readonly prediction: string;
}

export interface NewExperience extends Attempt {
  readonly domain: Domain;
  readonly strategy: Approach;
  readonly goal: string;
}

const EMPTY: NewExperience = {
  domain: 'debugging',
  strategy: 'read-the-error',
  goal: '',
  hypothesis: '',
  action: '',
  prediction: '',
};

/** Records what is about to be tried. */
export function StartForm(props: { readonly onStart: (entry: NewExperience) => Promise<boolean> }) {
  const [entry, setEntry] = useState(EMPTY);
  const set = (part: Partial<NewExperience>) => setEntry({ ...entry, ...part });
  return (
    <form
      class="form-grid"
      onSubmit={async (event) => {
        event.preventDefault();
        if (!(await props.onStart(entry))) return;
        // What was typed meanwhile stays.
        setEntry((now) => (now === entry ? EMPTY : now));
      }}
    >
      <Choice label="Domain" of={DOMAINS} value={entry.domain} onChange={(domain) => set({ domain })} />
      <Choice
        label="Approach"
        of={APPROACHES}
        value={entry.strategy}
        onChange={(strategy) => set({ strategy })}
      />
      <TextField label="Goal" value={entry.goal} onChange={(goal) => set({ goal })} required />
      <AttemptFields value={entry} onChange={set} />
      <p>
        <button type="submit">Start</button>
      </p>
    </form>
  );
}

/** Another attempt at the same goal. */
export function UpdateForm(props: {
  readonly value: Attempt;
  readonly onSave: (attempt: Attempt) => void;
  readonly onCancel: () => void;
}) {
  const [attempt, setAttempt] = useState(props.value);
  return (
    <form
      class="form-grid"
      onSubmit={(event) => {
        event.preventDefault();
        props.onSave(attempt);
      }}
    >
      <AttemptFields value={attempt} onChange={(part) => setAttempt({ ...attempt, ...part })} />
      <Submit label="Save" onCancel={props.onCancel} />
    </form>
  );
}

export interface Resolution {
  readonly outcome: Outcome;
  readonly result: string;
  readonly surprise?: string;
  readonly rootCause?: RootCause;
  readonly whatWorked?: string;
}

/** Records the outcome; only a falsified one has a surprise and a cause. */
export function ResolveForm(props: {
  readonly onResolve: (resolution: Resolution) => void;
  readonly onCancel: () => void;
}) {
  const [outcome, setOutcome] = useState<Outcome>('confirmed');
  const [result, setResult] = useState('');
  const [surprise, setSurprise] = useState('');
  const [rootCause, setRootCause] = useState<RootCause>('wrong-assumption');
  const [whatWorked, setWhatWorked] = useState('');
  const falsified = outcome === 'falsified';
  return (
    <form
      class="form-grid"
      onSubmit={(event) => {
        event.preventDefault();
        props.onResolve({
          outcome,
          result,
          ...(falsified ? { surprise, rootCause } : {}),
          ...(whatWorked.trim() === '' ? {} : { whatWorked }),
        });
      }}
    >
      <Choice label="Outcome" of={OUTCOMES} value={outcome} onChange={setOutcome} />
      <TextField label="What was seen" value={result} onChange={setResult} required />
      {falsified && (
        <>
          <TextField label="Surprise" value={surprise} onChange={setSurprise} required />
          <Choice label="Root cause" of={ROOT_CAUSES} value={rootCause} onChange={setRootCause} />
        </>
      )}
      <TextField label="What worked" value={whatWorked} onChange={setWhatWorked} />
      <Submit label="Resolve" onCancel={props.onCancel} />
    </form>
  );
}

function AttemptFields(props: {
  readonly value: Attempt;
  readonly onChange: (part: Partial<Attempt>) => void;
}) {
  const { value, onChange } = props;
  return (
    <>
      <TextField
        label="Believed"
        value={value.hypothesis}
        onChange={(hypothesis) => onChange({ hypothesis })}
        required
      />
      <TextField label="To do" value={value.action} onChange={(action) => onChange({ action })} required />
      <TextField
        label="Expected"
        value={value.prediction}
        onChange={(prediction) => onChange({ prediction })}
        required
      />
    </>
  );
}

function Submit(props: { readonly label: string; readonly onCancel: () => void }) {
  return (
    <p class="row">
      <button type="submit" class="primary">
        {props.label}
      </button>
      <button type="button" onClick={props.onCancel}>
        Cancel
      </button>
    </p>
  );
}
