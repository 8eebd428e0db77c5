import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Context } from '../../../src/core/context.ts';
import { call } from '../api.ts';
import {
  type AskSettings,
  AskSettingsForm,
  askContext,
  INITIAL_SETTINGS,
} from '../components/ask-settings.tsx';
import { BudgetBar } from '../components/budget-bar.tsx';
import { sourceClass } from '../components/colors.ts';
import { usePath } from '../router.ts';
import { useAnswer } from '../use-answer.ts';

const loadStatus = () => call('status', {});

interface Pair {
  readonly left: Context;
  readonly right: Context;
}

/** One question under two settings, with what each includes that the other does not. */
export function Compare() {
  const [path, go] = usePath();
  const asked = path[1] ?? '';
  const [question, setQuestion] = useState(asked);
  const [left, setLeft] = useState<AskSettings>(INITIAL_SETTINGS);
  const [right, setRight] = useState<AskSettings>({ ...INITIAL_SETTINGS, strategies: ['keyword'] });
  const ask = useCallback(
    async (query: string): Promise<Pair> => {
      const [first, second] = await Promise.all([askContext(query, left), askContext(query, right)]);
      return { left: first, right: second };
    },
    [left, right],
  );
  const [answer, run] = useAnswer(ask);
  const [status, readStatus] = useAnswer(loadStatus);
  useEffect(() => {
    readStatus(undefined);
  }, [readStatus]);
  const model = status.value?.embeddingModel;
  const pair = answer.value;
  useEffect(() => {
    if (asked !== '') run(asked);
  }, [asked, run]);
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = question.trim();
          if (text === asked) run(text);
          else if (text !== '') go(`compare/${encodeURIComponent(text)}`);
        }}
      >
        <label for="question" class="visually-hidden">
          Question or task
        </label>
        <textarea
          id="question"
          rows={2}
          value={question}
          placeholder="One question, two settings"
          onInput={(event) => setQuestion(event.currentTarget.value)}
        />
        <div class="columns">
          <fieldset class="panel">
            <legend>Left</legend>
            <AskSettingsForm idPrefix="left-" value={left} onChange={setLeft} model={model} />
          </fieldset>
          <fieldset class="panel">
            <legend>Right</legend>
            <AskSettingsForm idPrefix="right-" value={right} onChange={setRight} model={model} />
          </fieldset>
        </div>
        <p class="quiet">
          Vectors of two models never mix: an index is searched with the embedder it was made with, or by
          words alone. For another embedder, index into another store.
        </p>
        <p>
          <button type="submit" class="primary" disabled={question.trim() === ''}>
            Compare
          </button>{' '}
          <span role="status" class="quiet">
            {answer.loading ? 'Assembling…' : ''}
          </span>
        </p>
      </form>
      {answer.error !== undefined && <p class="error">{answer.error}</p>}
      {pair !== undefined && (
        <div class="columns">
          <Side title="Left" context={pair.left} other={pair.right} />
          <Side title="Right" context={pair.right} other={pair.left} />
        </div>
      )}
    </>
  );
}

function Side(props: { readonly title: string; readonly context: Context; readonly other: Context }) {
  const others = new Set(props.other.items.map((item) => item.id));
  const alone = props.context.items.filter((item) => !others.has(item.id));
  return (
    <section class="panel" aria-label={props.title}>
      <BudgetBar context={props.context} onSelect={() => undefined} />
      <p class="quiet">
        {props.context.items.length} items, {alone.length} only here
      </p>
      <ol class="items">
        {props.context.items.map((item) => (
          <li key={item.id} class={`item ${others.has(item.id) ? '' : 'only-left'}`}>
            <div class="item-head">
              <i class={`dot ${sourceClass(item.source)}`} />
              <strong>{item.name}</strong>
              {item.location !== undefined && (
                <span class="path">
                  {item.location.path}:{item.location.startLine}
                </span>
              )}
              {!others.has(item.id) && <span class="tag">only here</span>}
              <span class="numbers">
                {item.relevance.toFixed(3)} · {item.tokens}
              </span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
