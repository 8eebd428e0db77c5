import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { AskSettingsForm, askContext, INITIAL_SETTINGS } from '../components/ask-settings.tsx';
import { ContextView } from '../components/context-view.tsx';
import { HitPreview } from '../components/hit-preview.tsx';
import { ExcludedList, ItemList } from '../components/item-list.tsx';
import { Tabs } from '../components/tabs.tsx';
import { Timings } from '../components/timings.tsx';
import { usePath } from '../router.ts';
import { useAnswer } from '../use-answer.ts';

/** Ask a question and see the context being made: first what was found, then what fits and why. */
export function Ask() {
  const [path, go] = usePath();
  const asked = path[1] ?? '';
  const [question, setQuestion] = useState(asked);
  const [settings, setSettings] = useState(INITIAL_SETTINGS);
  const [selected, setSelected] = useState<string>();
  const search = useCallback(
    (input: { query: string }) =>
      call('search', { query: input.query, strategies: [...settings.strategies], limit: 20 }),
    [settings.strategies],
  );
  const query = useCallback((input: { query: string }) => askContext(input.query, settings), [settings]);
  const [hits, askHits] = useAnswer(search);
  const [answer, assemble] = useAnswer(query);
  const context = answer.value;
  const submitted = useRef('');

  useEffect(() => {
    if (asked === '') return;
    // The list of places is the quicker answer and is shown until the context is there.
    if (submitted.current !== asked) askHits({ query: asked });
    submitted.current = asked;
    assemble({ query: asked });
  }, [asked, assemble, askHits]);

  const submit = (event: Event) => {
    event.preventDefault();
    const text = question.trim();
    if (text === '') return;
    if (text === asked) assemble({ query: text });
    else go(`ask/${encodeURIComponent(text)}`);
  };
  const select = (id: string | undefined) => {
    setSelected(id);
    if (id !== undefined) document.getElementById(`item-${id}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <form onSubmit={submit}>
        <label for="question" class="visually-hidden">
          Question or task
        </label>
        <textarea
          id="question"
          rows={2}
          placeholder="A question, a symbol, a stack trace, an issue text… (/ to come here, Enter to ask)"
          value={question}
          onInput={(event) => setQuestion(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey) submit(event);
          }}
        />
        <AskSettingsForm value={settings} onChange={setSettings} />
        <button type="submit" class="primary" disabled={question.trim() === ''}>
          Ask
        </button>{' '}
        <span class="quiet" role="status">
          {answer.loading ? 'Assembling…' : ''}
        </span>
      </form>
      {answer.error !== undefined && <p class="error">{answer.error}</p>}
      {context === undefined && hits.value !== undefined && <HitPreview hits={hits.value.hits} />}
      {context !== undefined && (
        <ContextView context={context} selected={selected} onSelect={select}>
          <Tabs
            label="Items"
            reset={selected}
            tabs={[
              {
                name: `In (${context.items.length})`,
                content: () => <ItemList context={context} selected={selected} onSelect={select} />,
              },
              {
                name: `Left out (${context.excluded.length})`,
                content: () => <ExcludedList context={context} />,
              },
              { name: 'Time', content: () => <Timings stats={context.stats} /> },
            ]}
          />
        </ContextView>
      )}
    </>
  );
}
