import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Icon } from './components/icon.tsx';
import { KeysDialog } from './components/keys-dialog.tsx';
import { Palette } from './components/palette.tsx';
import { TokenDialog } from './components/token-dialog.tsx';
import { connection } from './connection.ts';
import { useShortcuts } from './keys.ts';
import { formatCount, projectLabel } from './names.ts';
import { followIndexing, indexing, readStatus, status, statusError, waiting } from './project-state.ts';
import { go, useAddress } from './router.ts';
import { createStore, useStore } from './store.ts';
import { nextTheme, theme } from './theme.ts';
import { Toasts } from './toasts.tsx';
import { VIEW_NAMES, type ViewName } from './view-names.ts';
import { Ask } from './views/ask.tsx';
import { Compare } from './views/compare.tsx';
import { Health } from './views/health.tsx';
import { loadDrafts } from './views/knowledge/inbox.tsx';
import { Knowledge } from './views/knowledge.tsx';
import { Live } from './views/live.tsx';
import { Project } from './views/project.tsx';

interface ViewEntry extends ViewName {
  readonly View: () => preact.JSX.Element;
}

const COMPONENTS: Readonly<Record<(typeof VIEW_NAMES)[number]['path'], ViewEntry['View']>> = {
  ask: Ask,
  live: Live,
  knowledge: Knowledge,
  project: Project,
  health: Health,
};
const VIEWS: readonly ViewEntry[] = VIEW_NAMES.map((name) => ({ ...name, View: COMPONENTS[name.path] }));
/** Reached from Ask, and belongs to it. */
const COMPARE: ViewEntry = { path: 'compare', label: 'Compare', icon: 'compare', View: Compare };

/** Which dialog is open over the views. */
const dialog = createStore<'keys' | 'palette' | undefined>(undefined);
/** A dialog tells that it closed a moment later, when another may be open. */
const closed = (name: 'keys' | 'palette') => () => {
  if (dialog.get() === name) dialog.set(undefined);
};
const closeKeys = closed('keys');
const closePalette = closed('palette');

export function App() {
  const { path } = useAddress();
  const current =
    path[0] === COMPARE.path ? COMPARE : (VIEWS.find((view) => view.path === path[0]) ?? VIEWS[0]);
  const main = useRef<HTMLElement>(null);
  const open = useStore(dialog);
  const online = useStore(connection) === 'online';
  // Again when the server is back, and in the next view if it failed.
  useEffect(() => {
    if (online && status.get() === undefined) readStatus();
  }, [online, current]);
  useEffect(() => {
    if (!online) return;
    // What cannot be counted is not shown.
    loadDrafts().catch(() => undefined);
  }, [online]);
  useEffect(followIndexing, []);
  useGlobalKeys();
  if (current === undefined) return null;
  document.title = `${current.label} · Dossier`;
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Sidebar current={current === COMPARE ? 'ask' : current.path} />
      <main id="main" ref={main} tabIndex={-1} class={`view-${current.path}`}>
        <ConnectionBanner />
        <current.View key={current.path} />
      </main>
      <Toasts />
      <TokenDialog />
      {open === 'keys' && <KeysDialog onClose={closeKeys} />}
      {open === 'palette' && (
        <Palette views={[...VIEWS, COMPARE]} onKeys={() => dialog.set('keys')} onClose={closePalette} />
      )}
    </>
  );
}

/** Before the first paint: a key pressed at once must not be lost. */
function useGlobalKeys(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      dialog.set('palette');
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useShortcuts(
    useMemo(
      () => ({
        ...Object.fromEntries(VIEWS.map((view, index) => [String(index + 1), () => go([view.path])])),
        '/': () => {
          const field = document.getElementById('question');
          if (field === null) go(['ask']);
          else field.focus();
        },
        '?': () => dialog.set('keys'),
      }),
      [],
    ),
  );
}

function Sidebar(props: { readonly current: string }) {
  const state = useStore(status);
  const error = useStore(statusError);
  const running = useStore(indexing);
  const chosen = useStore(theme);
  const drafts = useStore(waiting);
  const about =
    state === undefined ? error : state.indexed ? `${formatCount(state.files)} files` : 'not indexed yet';
  return (
    <header class="sidebar">
      <a class="brand" href="#/project" title={state?.root}>
        <span class="brand-mark" aria-hidden="true" />
        <span class="brand-text">
          <strong class="project">{state === undefined ? 'Dossier' : projectLabel(state.project)}</strong>
          <span class="quiet">{running === undefined ? about : 'indexing…'}</span>
        </span>
      </a>
      <h1 class="visually-hidden">Dossier</h1>
      <nav aria-label="Views">
        {VIEWS.map((view, index) => (
          <a
            key={view.path}
            href={`#/${view.path}`}
            aria-current={view.path === props.current ? 'page' : undefined}
            data-count={view.path === 'knowledge' && drafts > 0 ? drafts : undefined}
          >
            <Icon name={view.icon} />
            <span>{view.label}</span>
            <span class="key" aria-hidden="true">
              {index + 1}
            </span>
          </a>
        ))}
      </nav>
      <div class="sidebar-tools">
        <button type="button" class="ghost" onClick={() => dialog.set('palette')}>
          <Icon name="spark" />
          <span>Commands</span>
          <span class="key" aria-hidden="true">
            Ctrl K
          </span>
        </button>
        <button type="button" class="ghost is-for-keys" onClick={() => dialog.set('keys')}>
          <Icon name="keyboard" />
          <span>Keys</span>
          <span class="key" aria-hidden="true">
            ?
          </span>
        </button>
        <button type="button" class="ghost" onClick={nextTheme} aria-label={`Colours: ${chosen}`}>
          <Icon name="theme" />
          <span>Colours: {chosen}</span>
        </button>
      </div>
    </header>
  );
}

/** Shown while the server is unreachable. */
function ConnectionBanner() {
  const state = useStore(connection);
  if (state === 'online') return null;
  return (
    <p class="banner" role="alert">
      <Icon name="alert" />
      {state === 'busy' ? (
        <span>The server is busy. The page asks again every two seconds.</span>
      ) : (
        <span>
          The server does not answer. Is <code>dossier serve</code> still running? The page asks again every
          two seconds.
        </span>
      )}
    </p>
  );
}
