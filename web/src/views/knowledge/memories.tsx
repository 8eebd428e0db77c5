import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { Icon } from '../../components/icon.tsx';
import { Empty, ErrorNote, Skeleton } from '../../components/notice.tsx';
import { ago, counted, when } from '../../names.ts';
import { formatAddress } from '../../router.ts';
import { useAnswer, useLoaded } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.ts';

const load = (status: 'current' | 'all') => call('memoryList', { status, limit: 200 });
type Memory = Awaited<ReturnType<typeof load>>['memories'][number];
const loadUses = (signal: AbortSignal) => call('sessionList', { limit: 200 }, { signal });

/** How often sessions were recently given a memory. */
interface Uses {
  readonly given: number;
  readonly cited: number;
  readonly last: number;
}

function useUses(): ReadonlyMap<string, Uses> {
  const [{ value }] = useLoaded(loadUses);
  return useMemo(() => {
    const uses = new Map<string, Uses>();
    for (const { at, items } of value?.deliveries ?? []) {
      for (const { id, used } of items) {
        const { given = 0, cited = 0, last = at } = uses.get(id) ?? {};
        uses.set(id, { given: given + 1, cited: cited + Number(used), last: Math.max(last, at) });
      }
    }
    return uses;
  }, [value]);
}

/** Memories: add, change, replace and forget, each with undo. */
export function Memories() {
  const [all, setAll] = useState(false);
  const [list, reload] = useAnswer(load);
  const refresh = useCallback(() => reload(all ? 'all' : 'current'), [all, reload]);
  const { change, remove, hidden, error } = useChanges(refresh);
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

  const uses = useUses();
  const shown = (list.value?.memories ?? []).filter((memory) => !hidden.has(memory.id));
  const byId = new Map((list.value?.memories ?? []).map((memory) => [memory.id, memory]));
  const [wanted, setWanted] = useState('');
  const found = shown.filter(({ content, tags, category }) =>
    `${content} ${category} ${tags.join(' ')}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  return (
    <div class="stack">
      <div class="row">
        <AddMemory onAdd={add} />
        <label class="field">
          <span class="visually-hidden">Filter memories</span>
          <input
            type="search"
            placeholder="Filter"
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
          <span>Show replaced and forgotten ones</span>
        </label>
      </div>
      <ErrorNote text={error} />
      <ErrorNote text={list.error} onRetry={refresh} />
      {list.value === undefined && list.loading && <Skeleton rows={4} />}
      {list.value !== undefined && shown.length === 0 && (
        <Empty icon="memory" title="Nothing is remembered yet.">
          <p>
            Facts, decisions and preferences that every later question should know. Agents add them, or you do
            above.
          </p>
        </Empty>
      )}
      <ul class="drafts" aria-label="Memories">
        {found.map((memory) => (
          <MemoryCard
            key={memory.id}
            memory={memory}
            uses={uses.get(memory.id)}
            replacement={byId.get(memory.supersededBy ?? '')}
            others={memory.mayContradict.flatMap((id) => byId.get(id)?.content ?? [])}
          >
            {memory.status === 'current' ? (
              <EditMemory
                content={memory.content}
                onChange={(content) => reword(memory, content)}
                onReplace={(content) => replace(memory, content)}
                onForget={() => forget(memory)}
              />
            ) : (
              <p class="card-actions">
                <button type="button" class="ghost" onClick={() => restore(memory)}>
                  Restore
                </button>
                <button type="button" class="ghost" onClick={() => erase(memory)}>
                  Erase
                </button>
              </p>
            )}
          </MemoryCard>
        ))}
      </ul>
    </div>
  );
}

function AddMemory(props: { readonly onAdd: (content: string) => Promise<boolean> }) {
  const [content, setContent] = useState('');
  return (
    <form
      class="row grow"
      onSubmit={async (event) => {
        event.preventDefault();
        if (content.trim() === '' || !(await props.onAdd(content.trim()))) return;
        // What was typed meanwhile stays.
        setContent((now) => (now === content ? '' : now));
      }}
    >
      <label class="field grow">
        <span class="visually-hidden">Remember</span>
        <input
          type="text"
          placeholder="A fact or decision to keep…"
          value={content}
          onInput={(event) => setContent(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="primary" disabled={content.trim() === ''}>
        Add
      </button>
    </form>
  );
}

const STATUS: Readonly<Record<string, string>> = { superseded: 'replaced', ended: 'forgotten' };

/** A memory with its history: since when it applies, what it said before, which code it names. */
function MemoryCard(props: {
  readonly memory: Memory;
  readonly uses: Uses | undefined;
  readonly replacement: Memory | undefined;
  /** What others say that differ from it in one value. */
  readonly others: readonly string[];
  readonly children: ComponentChildren;
}) {
  const { memory } = props;
  const earlier = memory.history.length;
  return (
    <li class={`draft memory ${memory.status === 'current' ? '' : 'is-over'}`}>
      <p class="kind">{memory.category}</p>
      <p class="statement">{memory.content}</p>
      <p class="card-facts">
        {memory.status !== 'current' && (
          <span class="tag tag-warn">{STATUS[memory.status] ?? memory.status}</span>
        )}
        {memory.tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
        {memory.importance >= 0.8 && <span>important</span>}
        {memory.files.map((path) => (
          <a key={path} class="path" href={formatAddress(['ask', path])}>
            {path}
          </a>
        ))}
        {memory.code.map(({ name, path }) => (
          <a key={`${path} ${name}`} href={formatAddress(['project', name], new URLSearchParams({ path }))}>
            <span class="path">{name}</span>
          </a>
        ))}
      </p>
      <Life memory={memory} uses={props.uses} />
      {props.replacement !== undefined && <p class="card-facts">now: “{props.replacement.content}”</p>}
      {props.others.map((other) => (
        <p class="note" key={other}>
          <Icon name="alert" />
          <span>Differs in one value from “{other}”. Forget the one that no longer holds.</span>
        </p>
      ))}
      {memory.stale.map((note) => (
        <p class="note" key={note}>
          <Icon name="alert" /> <span>{note.replace(/^\((.*)\)$/, '$1')}</span>
        </p>
      ))}
      {earlier > 0 && (
        <details>
          <summary class="quiet">{counted(earlier, 'earlier wording')}</summary>
          <ol class="earlier">
            {memory.history.map((entry) => (
              <li key={entry.at}>
                {entry.content} <span class="quiet">until {ago(entry.at)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
      {props.children}
    </li>
  );
}

/** Created, reworded, given, cited, ended: the events of a memory, in order. */
function Life(props: { readonly memory: Memory; readonly uses: Uses | undefined }) {
  const { memory, uses } = props;
  const stations: readonly (readonly [string, number | undefined])[] = [
    ['created', memory.validFrom],
    ['reworded', memory.history.at(-1)?.at],
    [uses === undefined ? '' : describeUses(uses), uses?.last],
    [STATUS[memory.status] ?? 'holds until', memory.validUntil],
  ];
  return (
    <ol class="life" aria-label="Life of this memory">
      {stations.map(
        ([said, at]) =>
          at !== undefined && (
            <li key={said} title={when(at)}>
              {said} <span class="quiet">{ago(at)}</span>
            </li>
          ),
      )}
    </ol>
  );
}

function describeUses({ given, cited }: Uses): string {
  return `given ${counted(given, 'time')}${cited > 0 ? `, cited ${counted(cited, 'time')}` : ''}`;
}

/** Buttons that turn into a field for a new wording. */
function EditMemory(props: {
  readonly content: string;
  readonly onChange: (content: string) => void;
  readonly onReplace: (content: string) => void;
  readonly onForget: () => void;
}) {
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <p class="card-actions">
        <button type="button" class="ghost" onClick={() => setDraft(props.content)}>
          Edit
        </button>
        <button type="button" class="ghost" onClick={props.onForget}>
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
