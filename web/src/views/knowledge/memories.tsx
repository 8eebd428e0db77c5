import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { when } from '../../components/when.ts';
import { useAnswer } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.tsx';

const load = (status: 'current' | 'all') => call('memoryList', { status, limit: 200 });
type Memory = Awaited<ReturnType<typeof load>>['memories'][number];

/** Memories: add, change, replace and forget, each of which can be taken back. */
export function Memories() {
  const [all, setAll] = useState(false);
  const [list, reload] = useAnswer(load);
  const refresh = useCallback(() => reload(all ? 'all' : 'current'), [all, reload]);
  const { change, remove, hidden, error, toast } = useChanges(refresh);
  useEffect(() => {
    refresh();
  }, [refresh]);

  const add = (content: string) =>
    change(
      () => call('remember', { content }),
      ({ id, action, mayContradict: [other] }) => {
        if (action !== 'added') return { message: 'Known already: the two are one now.' };
        const doubt = other === undefined ? '' : ` It differs in one value from “${other.content}”.`;
        return { message: `Remembered.${doubt}`, undo: () => call('forget', { id, erase: true }) };
      },
    );
  const reword = ({ id, content: before }: Memory, content: string) =>
    change(
      () => call('memoryUpdate', { id, content }),
      () => ({ message: 'Changed.', undo: () => call('memoryUpdate', { id, content: before }) }),
    );
  const replace = (memory: Memory, content: string) =>
    change(
      () => call('remember', { content, category: memory.category, supersedes: memory.id }),
      ({ id }) => ({
        message: 'Replaced.',
        undo: async () => {
          await call('forget', { id, erase: true });
          await call('memoryRestore', { id: memory.id });
        },
      }),
    );
  const forget = ({ id }: Memory) =>
    change(
      () => call('forget', { id }),
      () => ({ message: 'Forgotten.', undo: () => call('memoryRestore', { id }) }),
    );
  const restore = ({ id }: Memory) =>
    change(
      () => call('memoryRestore', { id }),
      () => ({ message: 'Holds again.', undo: () => call('forget', { id }) }),
    );
  const erase = ({ id }: Memory) => remove(id, 'Erased.', () => call('forget', { id, erase: true }));

  const shown = (list.value?.memories ?? []).filter((memory) => !hidden.has(memory.id));
  return (
    <>
      <AddMemory onAdd={add} />
      <label class="check">
        <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} /> Show
        replaced and forgotten ones
      </label>
      {(error || list.error) && <p class="error">{error || list.error}</p>}
      {list.value !== undefined && shown.length === 0 && <p class="quiet">Nothing is remembered yet.</p>}
      <ul class="items">
        {shown.map((memory) => (
          <MemoryRow key={memory.id} memory={memory}>
            {memory.status === 'current' ? (
              <Rewording
                content={memory.content}
                onChange={(content) => reword(memory, content)}
                onReplace={(content) => replace(memory, content)}
                onForget={() => forget(memory)}
              />
            ) : (
              <p class="row">
                <button type="button" onClick={() => restore(memory)}>
                  Restore
                </button>
                <button type="button" onClick={() => erase(memory)}>
                  Erase
                </button>
              </p>
            )}
          </MemoryRow>
        ))}
      </ul>
      {toast}
    </>
  );
}

function AddMemory(props: { readonly onAdd: (content: string) => Promise<boolean> }) {
  const [content, setContent] = useState('');
  return (
    <form
      class="row"
      onSubmit={async (event) => {
        event.preventDefault();
        if (content.trim() !== '' && (await props.onAdd(content.trim()))) setContent('');
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

function MemoryRow(props: { readonly memory: Memory; readonly children: ComponentChildren }) {
  const { memory } = props;
  return (
    <li class="item">
      <p class="statement">{memory.content}</p>
      <div class="item-head">
        <span class="tag">{memory.category}</span>
        {memory.status !== 'current' && <span class="tag">{memory.status}</span>}
        {memory.tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
        <span class="numbers">
          importance {memory.importance} · {when(memory.validFrom)}
        </span>
      </div>
      {props.children}
    </li>
  );
}

/** Buttons that become a field for other words. */
function Rewording(props: {
  readonly content: string;
  readonly onChange: (content: string) => void;
  readonly onReplace: (content: string) => void;
  readonly onForget: () => void;
}) {
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <p class="row">
        <button type="button" onClick={() => setDraft(props.content)}>
          Edit
        </button>
        <button type="button" onClick={props.onForget}>
          Forget
        </button>
      </p>
    );
  }
  const save = (submit: (content: string) => void) => () => {
    if (draft.trim() !== '' && draft !== props.content) submit(draft.trim());
    setDraft(undefined);
  };
  return (
    <>
      <textarea
        aria-label="New wording"
        rows={2}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
      />
      <p class="row">
        <button type="button" onClick={save(props.onChange)}>
          Save wording
        </button>
        <button type="button" onClick={save(props.onReplace)}>
          Save as replacement
        </button>
        <button type="button" onClick={() => setDraft(undefined)}>
          Cancel
        </button>
      </p>
    </>
  );
}
