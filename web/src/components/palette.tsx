import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { call } from '../api.ts';
import { questions } from '../history.ts';
import { startIndexing } from '../project-state.ts';
import { go } from '../router.ts';
import { useStore } from '../store.ts';
import { nextTheme } from '../theme.ts';
import type { IconName } from './icon.tsx';
import { type Option, OptionList } from './option-list.tsx';

interface Command extends Option {
  readonly run: () => void;
}

const SHOWN = 12;

/** Everything the page can do, found by typing: views, actions, earlier questions, names and paths. */
export function Palette(props: {
  readonly views: readonly { readonly path: string; readonly label: string; readonly icon: IconName }[];
  readonly onKeys: () => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const names = useSuggestions(text);
  const asked = useStore(questions);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const commands = useMemo<readonly Command[]>(
    () => [
      ...props.views.map(({ path, label, icon }) => ({ icon, label, hint: 'view', run: () => go([path]) })),
      { icon: 'theme', label: 'Next colours', hint: 'page', run: nextTheme },
      { icon: 'keyboard', label: 'Show keys', hint: 'page', run: props.onKeys },
      { icon: 'project', label: 'Index now', hint: 'project', run: () => void startIndexing() },
      ...asked.map(
        (question): Command => ({
          icon: 'clock',
          label: question,
          hint: 'asked before',
          run: () => go(['ask', question]),
        }),
      ),
    ],
    [props.views, props.onKeys, asked],
  );
  const wanted = text.trim().toLowerCase();
  const found: readonly Command[] = [
    ...commands.filter(({ label }) => label.toLowerCase().includes(wanted)),
    ...names.map(
      (name): Command => ({
        icon: name.kind === 'path' ? 'document' : 'code',
        label: name.text,
        hint: name.kind === 'path' ? 'ask about the file' : name.path,
        run: () => (name.kind === 'path' ? go(['ask', name.text]) : go(['project', name.text])),
      }),
    ),
    ...(wanted === ''
      ? []
      : [
          { icon: 'ask', label: text.trim(), hint: 'ask this', run: () => go(['ask', text.trim()]) } as const,
        ]),
  ].slice(0, SHOWN);
  const chosen = Math.min(active, found.length - 1);
  const run = (command: Command | undefined) => {
    props.onClose();
    command?.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') run(found[chosen]);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setActive((chosen + step + found.length) % Math.max(1, found.length));
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Commands"
      onCancel={props.onClose}
      onClose={props.onClose}
      onClick={(event) => {
        if (event.target === dialog.current) props.onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <input
        type="text"
        role="combobox"
        aria-label="Command, question, name or path"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length === 0 ? undefined : `palette-list-${chosen}`}
        placeholder="A view, name, path or question…"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
        }}
      />
      <OptionList id="palette-list" label="Commands" options={found} active={chosen} onChoose={run} />
    </dialog>
  );
}

export type Suggestion = Awaited<ReturnType<typeof suggest>>['suggestions'][number];
const suggest = (query: string, signal: AbortSignal) => call('suggest', { query, limit: 6 }, { signal });
const PAUSE_MS = 120;

/** Names and paths that complete the typed text; empty until they are known. */
export function useSuggestions(text: string): readonly Suggestion[] {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  useEffect(() => {
    const query = text.trim();
    if (query.length < 2 || query.length > 200) {
      setFound([]);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      suggest(query, stop.signal).then(
        ({ suggestions }) => setFound(suggestions),
        // Suggestions are optional, so a failure is not reported.
        () => {
          if (!stop.signal.aborted) setFound([]);
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found;
}
