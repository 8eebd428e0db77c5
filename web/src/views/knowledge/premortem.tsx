import { useState } from 'preact/hooks';
import { DOMAINS, type Domain } from '../../../../src/core/vocabulary.ts';
import { call } from '../../api.ts';
import { Choice } from '../../components/choice.tsx';
import { ContextView } from '../../components/context-view.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAnswer } from '../../use-answer.ts';

/** The domain alone is a question too. */
const ask = ({ task, domain }: { readonly task: string; readonly domain: Domain }) =>
  call('premortem', { domain, maxTokens: 4000, ...(task === '' ? {} : { task }) });

/** What went wrong before in this domain, with the evidence. */
export function Premortem() {
  const [task, setTask] = useState('');
  const [domain, setDomain] = useState<Domain>('debugging');
  const [selected, setSelected] = useState<string>();
  const [answer, run] = useAnswer(ask);
  const context = answer.value;
  return (
    <>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          run({ task: task.trim(), domain });
        }}
      >
        <TextField label="About to" value={task} onChange={setTask} />
        <Choice label="Domain" of={DOMAINS} value={domain} onChange={setDomain} />
        <button type="submit" class="primary">
          Ask
        </button>
      </form>
      {answer.error !== undefined && <p class="error">{answer.error}</p>}
      {context !== undefined && (
        <ContextView context={context} selected={selected} onSelect={setSelected}>
          <ItemList context={context} selected={selected} onSelect={setSelected} />
        </ContextView>
      )}
    </>
  );
}
