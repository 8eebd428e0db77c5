import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../../api.ts';
import { Icon } from '../../components/icon.tsx';
import { Empty, ErrorNote, Skeleton } from '../../components/notice.tsx';
import { useShortcuts } from '../../keys.ts';
import { ago, sessionLabel, when } from '../../names.ts';
import { waiting } from '../../project-state.ts';
import type { Answer } from '../../use-answer.ts';
import { useChanges } from '../../use-changes.ts';

export const loadDrafts = async () => {
  const reply = await call('inboxList', { limit: 200 });
  waiting.set(reply.total);
  return reply;
};
type Drafts = Awaited<ReturnType<typeof loadDrafts>>;
type Draft = Drafts['drafts'][number];

const KINDS: Readonly<Record<Draft['kind'], string>> = {
  correction: 'You corrected the agent',
  fix: 'A failing check passes since',
  command: 'A command that works',
  revert: 'Tried and undone',
  decision: 'A decision in a commit',
};

/** What was captured from agents' sessions, to accept, reword or reject: one key each. */
export function Inbox(props: { readonly answer: Answer<Drafts>; readonly reload: () => Promise<void> }) {
  const { answer } = props;
  const { change, remove, hidden, error } = useChanges(props.reload);
  const drafts = (answer.value?.drafts ?? []).filter(({ id }) => !hidden.has(id));
  const [chosen, setChosen] = useState<string>();
  const [editing, setEditing] = useState<string>();
  const at = Math.max(
    0,
    drafts.findIndex(({ id }) => id === chosen),
  );
  const current = drafts[at];
  const move = (step: number) => setChosen(drafts[Math.max(0, Math.min(drafts.length - 1, at + step))]?.id);
  const decide = (draft: Draft, message: string, work: () => Promise<unknown>) => {
    // Select the next one at once, so that the keys act on it.
    if (draft.id === current?.id) setChosen((drafts[at + 1] ?? drafts[at - 1])?.id);
    setEditing(undefined);
    remove(draft.id, message, work);
  };
  const accept = (draft: Draft) => decide(draft, 'Remembered.', () => call('inboxAccept', { id: draft.id }));
  const reject = (draft: Draft) =>
    decide(draft, 'Rejected; it is not captured again.', () => call('inboxReject', { id: draft.id }));
  const reword = async ({ id, text: before }: Draft, text: string) => {
    const saved =
      text === before ||
      (await change(
        () => call('inboxEdit', { id, text }),
        () => ({ message: 'Reworded.', undo: () => call('inboxEdit', { id, text: before }) }),
      ));
    if (saved) setEditing(undefined);
  };
  const keys: Keys = { move, accept, reject, edit: ({ id }) => setEditing(id), current };
  useInboxKeys(keys);
  if (answer.value === undefined)
    return answer.loading ? <Skeleton rows={4} /> : <ErrorNote text={answer.error} onRetry={props.reload} />;
  return (
    <div class="stack">
      <ErrorNote text={error || answer.error} />
      {drafts.length === 0 ? (
        <Empty icon="check" title="Nothing waits for you.">
          <p>
            What agents' sessions may have taught is drafted here: corrections, fixes, commands that work,
            decisions. Nothing is remembered before it is accepted. <code>dossier inbox capture</code> reads a
            transcript.
          </p>
        </Empty>
      ) : (
        <>
          <p class="key-hints" aria-hidden="true">
            <kbd>j k</kbd> move <kbd>a</kbd> accept <kbd>e</kbd> reword <kbd>x</kbd> reject <kbd>u</kbd> undo
          </p>
          <ol class="drafts" aria-label="Drafts">
            {drafts.map((draft) => (
              <DraftRow
                key={draft.id}
                draft={draft}
                selected={draft.id === current?.id}
                editing={draft.id === editing}
                onSelect={() => setChosen(draft.id)}
                onAccept={() => accept(draft)}
                onReject={() => reject(draft)}
                onEdit={() => setEditing(draft.id)}
                onReword={(text) => void reword(draft, text)}
                onCancel={() => setEditing(undefined)}
              />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

interface Keys {
  readonly current: Draft | undefined;
  readonly move: (step: number) => void;
  readonly accept: (draft: Draft) => void;
  readonly edit: (draft: Draft) => void;
  readonly reject: (draft: Draft) => void;
}

function useInboxKeys({ current, move, accept, edit, reject }: Keys): void {
  const on = (work: (draft: Draft) => void) => () => {
    if (current !== undefined) work(current);
  };
  useShortcuts(
    useMemo(
      () => ({ j: () => move(1), k: () => move(-1), a: on(accept), e: on(edit), x: on(reject) }),
      [current, move],
    ),
  );
}

function DraftRow(props: {
  readonly draft: Draft;
  readonly selected: boolean;
  readonly editing: boolean;
  readonly onSelect: () => void;
  readonly onAccept: () => void;
  readonly onReject: () => void;
  readonly onEdit: () => void;
  readonly onReword: (text: string) => void;
  readonly onCancel: () => void;
}) {
  const { draft, selected } = props;
  return (
    <li
      class={`draft ${selected ? 'is-selected' : ''}`}
      aria-current={selected ? 'true' : undefined}
      onFocusIn={props.onSelect}
      ref={(row) => {
        if (selected) row?.scrollIntoView({ block: 'nearest' });
      }}
    >
      <p class="card-facts">
        <span>{KINDS[draft.kind]}</span>
        {draft.session !== undefined && <span>{sessionLabel(draft.session)}</span>}
        <span title={when(draft.capturedAt)}>{ago(draft.capturedAt)}</span>
      </p>
      {props.editing ? (
        <EditDraft text={draft.text} onSave={props.onReword} onCancel={props.onCancel} />
      ) : (
        <p class="statement">{draft.text}</p>
      )}
      {!draft.evidence.toLowerCase().endsWith(draft.text.toLowerCase()) && (
        <blockquote class="evidence">{draft.evidence}</blockquote>
      )}
      {!props.editing && (
        <p class="card-actions">
          <button type="button" class="ghost" onClick={props.onAccept} aria-label={`Accept ${draft.text}`}>
            <Icon name="check" /> Accept
          </button>
          <button type="button" class="ghost" onClick={props.onEdit} aria-label={`Reword ${draft.text}`}>
            Reword
          </button>
          <button type="button" class="ghost" onClick={props.onReject} aria-label={`Reject ${draft.text}`}>
            <Icon name="close" /> Reject
          </button>
        </p>
      )}
    </li>
  );
}

/** Enter saves, Escape cancels. */
function EditDraft(props: {
  readonly text: string;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}) {
  const [text, setText] = useState(props.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const save = () => {
    if (text.trim() !== '') props.onSave(text.trim());
  };
  return (
    <>
      <textarea
        aria-label="New wording"
        rows={2}
        value={text}
        ref={field}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onCancel();
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          save();
        }}
      />
      <p class="row">
        <button type="button" class="primary" onClick={save}>
          Save
        </button>
        <button type="button" onClick={props.onCancel}>
          Cancel
        </button>
      </p>
    </>
  );
}
