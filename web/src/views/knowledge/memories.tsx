import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { useUndo } from '../../components/undo.tsx';
import { when } from '../../components/when.ts';
import { useAnswer } from '../../use-answer.ts';

const load = (status: 'current' | 'all') => call('memoryList', { status, limit: 200 });
type Memory = Awaited<ReturnType<typeof load>>['memories'][number];

/** Memories: add, change, replace and forget, each of which can be taken back. */
export function Memories() {
  const [all, setAll] = useState(false);
  const [list, reload] = useAnswer(load);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState('');
  const { offer, toast } = useUndo();
  const refresh = useCallback(() => reload(all ? 'all' : 'current'), [all, reload]);
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
  const add = async (content: string) => {
    const work = call('remember', { content });
    await attempt(work);
    const { id, action } = await work;
    if (action === 'added')
      offer({ message: 'Remembered.', undo: () => attempt(call('forget', { id, erase: true })) });
  };
  const change = async (memory: Memory, content: string) => {
    await attempt(call('memoryUpdate', { id: memory.id, content }));
    offer({
      message: 'Changed.',
      undo: () => attempt(call('memoryUpdate', { id: memory.id, content: memory.content })),
    });
  };
  const forget = (memory: Memory) => {
    // Hidden at once, forgotten when the time to undo is over: nothing has to be restored.
    setHidden((before) => new Set([...before, memory.id]));
    const show = () => setHidden((before) => new Set([...before].filter((id) => id !== memory.id)));
    offer({
      message: 'Forgotten.',
      undo: show,
      settle: () => {
        attempt(call('forget', { id: memory.id })).then(show);
      },
    });
  };
  const shown = (list.value?.memories ?? []).filter((memory) => !hidden.has(memory.id));
  return (
    <>
      <AddMemory onAdd={add} />
      <label class="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> Show
        replaced and ended ones
      </label>
      {(error || list.error) && <p class="error">{error || list.error}</p>}
      {list.value !== undefined && shown.length === 0 && <p class="quiet">Nothing is remembered yet.</p>}
      <ul class="items">
        {shown.map((memory) => (
          <MemoryRow
            key={memory.id}
            memory={memory}
            onChange={(content) => change(memory, content)}
            onReplace={(content) => attempt(call('remember', { content, supersedes: memory.id }))}
            onForget={() => forget(memory)}
          />
        ))}
      </ul>
      {toast}
    </>
  );
}

function AddMemory(props: { readonly onAdd: (content: string) => void }) {
  const [content, setContent] = useState('');
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() === '') return;
        props.onAdd(content.trim());
        setContent('');
      }}
    >
      <label for="memory">Remember</label>
      <input
        id="memory"
        size={60}
        value={content}
        onInput={(event) => setContent(event.currentTarget.value)}
      />
      <button type="submit">Add</button>
    </form>
  );
}

function MemoryRow(props: {
  readonly memory: Memory;
  readonly onChange: (content: string) => void;
  readonly onReplace: (content: string) => void;
  readonly onForget: () => void;
}) {
  const { memory } = props;
  const [draft, setDraft] = useState<string>();
  const save = (submit: (content: string) => void) => () => {
    if (draft !== undefined && draft.trim() !== '') submit(draft.trim());
    setDraft(undefined);
  };
  return (
    <li class="item">
      {draft === undefined ? (
        <p>{memory.content}</p>
      ) : (
        <textarea
          aria-label="New wording"
          rows={2}
          value={draft}
          onInput={(event) => setDraft(event.currentTarget.value)}
        />
      )}
      <div class="item-head">
        <span class="tag">{memory.category}</span>
        {memory.status !== 'current' && <span class="tag">{memory.status}</span>}
        {memory.tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
        <span class="numbers">importance {memory.importance}</span>
        {memory.status === 'current' &&
          (draft === undefined ? (
            <>
              <button type="button" onClick={() => setDraft(memory.content)}>
                Edit
              </button>
              <button type="button" onClick={props.onForget}>
                Forget
              </button>
            </>
          ) : (
            <>
              <button type="button" onClick={save(props.onChange)}>
                Save wording
              </button>
              <button type="button" onClick={save(props.onReplace)}>
                Save as replacement
              </button>
              <button type="button" onClick={() => setDraft(undefined)}>
                Cancel
              </button>
            </>
          ))}
      </div>
      <span class="quiet">
        {when('createdAt' in memory && typeof memory.createdAt === 'number' ? memory.createdAt : undefined)}
      </span>
    </li>
  );
}
