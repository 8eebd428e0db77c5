import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { Icon } from '../../components/icon.tsx';
import { Empty, ErrorNote, Skeleton } from '../../components/notice.tsx';
import { ago, when } from '../../names.ts';
import { useAnswer } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.ts';

const loadThreads = () => call('threadList', { limit: 200 });
const loadThread = (thread: string) => call('threadShow', { thread, limit: 200 });
type Thread = Awaited<ReturnType<typeof loadThreads>>['threads'][number];
type OpenThread = Awaited<ReturnType<typeof loadThread>>;

/** Conversations: create, rename and delete them, add messages, remove references. */
export function Threads() {
  const [list, reloadList] = useAnswer(loadThreads);
  const [opened, reloadThread] = useAnswer(loadThread);
  const [chosen, setChosen] = useState<string>();
  const [title, setTitle] = useState('');
  const refresh = useCallback(async () => {
    await Promise.all([reloadList(undefined), chosen === undefined ? undefined : reloadThread(chosen)]);
  }, [reloadList, reloadThread, chosen]);
  const { attempt, change, remove, hidden, error } = useChanges(refresh);
  useEffect(() => {
    refresh();
  }, [refresh]);

  const create = () =>
    change(
      () => call('threadCreate', { title: title.trim() }),
      ({ id }) => ({ message: 'Created.', undo: () => call('threadDelete', { thread: id }) }),
    );
  const rename = ({ id, title: before }: Thread, next: string) =>
    change(
      () => call('threadRename', { thread: id, title: next }),
      () => ({ message: 'Renamed.', undo: () => call('threadRename', { thread: id, title: before }) }),
    );
  const dropReference = ({ id }: Thread, { target, tier }: Thread['references'][number]) =>
    change(
      () => call('threadReference', { thread: id, target, remove: true }),
      () => ({
        message: `No longer points at ${target}.`,
        undo: () => call('threadReference', { thread: id, target, tier }),
      }),
    );

  const threads = (list.value?.threads ?? []).filter((thread) => !hidden.has(thread.id));
  const open = threads.some((thread) => thread.id === chosen) ? opened.value : undefined;
  return (
    <div class="two">
      <section aria-label="Threads" class="stack">
        <form
          class="row"
          onSubmit={async (event) => {
            event.preventDefault();
            if (title.trim() === '' || !(await create())) return;
            // What was typed meanwhile stays.
            setTitle((now) => (now === title ? '' : now));
          }}
        >
          <label class="field grow">
            <span class="visually-hidden">New thread</span>
            <input
              type="text"
              placeholder="Title of a new thread"
              value={title}
              onInput={(event) => setTitle(event.currentTarget.value)}
            />
          </label>
          <button type="submit">Create</button>
        </form>
        <ErrorNote text={error || opened.error} />
        <ErrorNote text={list.error} onRetry={refresh} />
        {list.value === undefined && list.loading && <Skeleton rows={3} />}
        {list.value !== undefined && threads.length === 0 && (
          <Empty icon="message" title="No threads yet.">
            <p>A conversation whose references and messages enter the next context.</p>
          </Empty>
        )}
        <ul class="items">
          {threads.map((thread) => (
            <li class="item" key={thread.id}>
              <div class="item-head">
                <button
                  type="button"
                  class="item-title"
                  aria-pressed={chosen === thread.id}
                  onClick={() => setChosen(thread.id)}
                >
                  {thread.title}
                </button>
                <span class="item-tokens" title={when(thread.updatedAt)}>
                  {ago(thread.updatedAt)}
                </span>
                <button
                  type="button"
                  class="ghost"
                  aria-label={`Delete ${thread.title}`}
                  onClick={() =>
                    remove(thread.id, 'Deleted.', () => call('threadDelete', { thread: thread.id }))
                  }
                >
                  Delete
                </button>
              </div>
            </li>
          ))}
        </ul>
      </section>
      {open !== undefined && (
        <Conversation
          key={open.thread.id}
          open={open}
          onRename={(next) => rename(open.thread, next)}
          onDrop={(reference) => dropReference(open.thread, reference)}
          onSay={(content) => attempt(() => call('threadMessage', { thread: open.thread.id, content }))}
        />
      )}
    </div>
  );
}

function Conversation(props: {
  readonly open: OpenThread;
  readonly onRename: (title: string) => void;
  readonly onDrop: (reference: Thread['references'][number]) => void;
  readonly onSay: (content: string) => Promise<boolean>;
}) {
  const { thread, messages } = props.open;
  const [text, setText] = useState('');
  return (
    <section class="card stack" aria-label={thread.title}>
      <Title key={thread.title} title={thread.title} onRename={props.onRename} />
      <ul class="chips">
        {thread.references.map((reference) => (
          <li class="chip" key={`${reference.kind} ${reference.target}`}>
            <span class="path">@{reference.target}</span>{' '}
            <button
              type="button"
              class="ghost"
              aria-label={`No longer point at ${reference.target}`}
              onClick={() => props.onDrop(reference)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <ol class="items">
        {messages.map((message) => (
          <li class="item" key={message.id}>
            <span class="tag">{message.role}</span> <span class="quiet">{ago(message.createdAt)}</span>
            <p class="statement">{message.content}</p>
          </li>
        ))}
      </ol>
      <form
        class="stack"
        onSubmit={async (event) => {
          event.preventDefault();
          if (text.trim() === '' || !(await props.onSay(text.trim()))) return;
          // What was typed meanwhile stays.
          setText((now) => (now === text ? '' : now));
        }}
      >
        <label class="field">
          <span>Message; @path names a file</span>
          <textarea rows={2} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <p>
          <button type="submit">Add</button>
        </p>
      </form>
    </section>
  );
}

/** An editable heading. */
function Title(props: { readonly title: string; readonly onRename: (title: string) => void }) {
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <div class="row">
        <h2>{props.title}</h2>
        <button type="button" class="ghost" onClick={() => setDraft(props.title)}>
          Rename
        </button>
      </div>
    );
  }
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.trim() !== '' && draft.trim() !== props.title) props.onRename(draft.trim());
        setDraft(undefined);
      }}
    >
      <input aria-label="New title" value={draft} onInput={(event) => setDraft(event.currentTarget.value)} />
      <button type="submit">Save</button>
    </form>
  );
}
