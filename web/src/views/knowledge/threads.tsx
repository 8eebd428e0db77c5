import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { when } from '../../components/when.ts';
import { useAnswer } from '../../use-answer.ts';

const loadThreads = () => call('threadList', { limit: 200 });
const loadThread = (thread: string) => call('threadShow', { thread, limit: 200 });

/** Conversations: their references and messages; a message can be added. */
export function Threads() {
  const [list, reloadList] = useAnswer(loadThreads);
  const [thread, reloadThread] = useAnswer(loadThread);
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const refresh = useCallback(() => reloadList(undefined), [reloadList]);
  useEffect(() => {
    refresh();
  }, [refresh]);
  const attempt = (work: Promise<unknown>, then: () => void) =>
    work.then(
      () => {
        setError('');
        then();
      },
      (cause: Error) => setError(cause.message),
    );
  const open = thread.value;
  return (
    <div class="columns">
      <section aria-label="Threads">
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            if (title.trim() === '') return;
            attempt(call('threadCreate', { title: title.trim() }), refresh);
            setTitle('');
          }}
        >
          <label for="thread">New thread</label>
          <input id="thread" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
          <button type="submit">Create</button>
        </form>
        {(error || list.error) && <p class="error">{error || list.error}</p>}
        <ul class="items">
          {list.value?.threads.map((entry) => (
            <li class="item" key={entry.id}>
              <div class="item-head">
                <button
                  type="button"
                  class="name"
                  aria-pressed={open?.thread.id === entry.id}
                  onClick={() => reloadThread(entry.id)}
                >
                  {entry.title}
                </button>
                <span class="numbers">{when(entry.updatedAt)}</span>
              </div>
            </li>
          ))}
        </ul>
      </section>
      {open !== undefined && (
        <section class="panel" aria-label={open.thread.title}>
          <h2>{open.thread.title}</h2>
          {open.thread.references.length > 0 && (
            <p class="path">{open.thread.references.map((reference) => `@${reference.target}`).join('  ')}</p>
          )}
          <ol class="items">
            {open.messages.map((message) => (
              <li class="item" key={message.id}>
                <span class="tag">{message.role}</span> <span class="quiet">{when(message.createdAt)}</span>
                <p>{message.content}</p>
              </li>
            ))}
          </ol>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() === '') return;
              attempt(call('threadMessage', { thread: open.thread.id, content: text.trim() }), () =>
                reloadThread(open.thread.id),
              );
              setText('');
            }}
          >
            <label class="field">
              <span>Message; @path names a file</span>
              <textarea rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
            </label>
            <button type="submit">Add</button>
          </form>
        </section>
      )}
    </div>
  );
}
