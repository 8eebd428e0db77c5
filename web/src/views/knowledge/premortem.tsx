import { useState } from 'preact/hooks';
import type { Domain } from '../../../../src/core/item.ts';
import { call } from '../../api.ts';
import { BudgetBar } from '../../components/budget-bar.tsx';
import { Choice } from '../../components/choice.tsx';
import { ContextText } from '../../components/context-text.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { TextField } from '../../components/text-field.tsx';
import { DOMAINS } from '../../options.ts';
import { useAnswer } from '../../use-answer.ts';

const ask = (input: { readonly task: string; readonly domain: Domain }) =>
  call('premortem', { ...input, maxTokens: 4000 });

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
        <>
          <BudgetBar context={context} selected={selected} onSelect={setSelected} />
          {context.warnings.map((warning) => (
            <p key={warning} class="quiet">
              Note: {warning}
            </p>
          ))}
          <div class="columns">
            <section class="panel" aria-label="Items">
              <ItemList context={context} selected={selected} onSelect={setSelected} />
            </section>
            <section class="panel" aria-label="Text">
              <ContextText context={context} onCite={setSelected} />
            </section>
          </div>
        </>
      )}
    </>
  );
}
