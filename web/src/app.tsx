import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { call } from './api.ts';
import { TokenDialog } from './components/token-dialog.tsx';
import { isShortcut } from './keys.ts';
import { usePath } from './router.ts';
import { Ask } from './views/ask.tsx';
import { Compare } from './views/compare.tsx';
import { Health } from './views/health.tsx';
import { Knowledge } from './views/knowledge.tsx';
import { Project } from './views/project.tsx';

const VIEWS = [
  { path: 'ask', label: 'Ask', View: Ask },
  { path: 'compare', label: 'Compare', View: Compare },
  { path: 'knowledge', label: 'Knowledge', View: Knowledge },
  { path: 'project', label: 'Index', View: Project },
  { path: 'health', label: 'Health', View: Health },
] as const;

const THEMES = ['system', 'light', 'dark'] as const;

export function App() {
  const [path] = usePath();
  const current = VIEWS.find((view) => view.path === path[0]) ?? VIEWS[0];
  const main = useRef<HTMLElement>(null);
  const [project, setProject] = useState('');
  useEffect(() => {
    call('status', {}).then(
      (status) => setProject(`${status.project}: ${status.files.toLocaleString()} files`),
      (error: Error) => setProject(error.message),
    );
  }, []);
  // Before the first paint: a key pressed at once must not be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      const view = VIEWS[Number(event.key) - 1];
      if (view !== undefined) location.hash = `#/${view.path}`;
      if (event.key === '/') {
        event.preventDefault();
        document.getElementById('question')?.focus();
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header class="top">
        <h1>Dossier</h1>
        <nav aria-label="Views">
          {VIEWS.map((view, index) => (
            <a
              key={view.path}
              href={`#/${view.path}`}
              aria-current={view === current ? 'page' : undefined}
              title={`Key ${index + 1}`}
            >
              {view.label}
            </a>
          ))}
        </nav>
        <span class="project">{project}</span>
        <ThemeChoice />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <current.View />
      </main>
      <TokenDialog />
    </>
  );
}

function ThemeChoice() {
  const [theme, setTheme] = useState(() => localStorage.getItem('dossier-theme') ?? 'system');
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('dossier-theme', theme);
  }, [theme]);
  return (
    <label>
      <span class="visually-hidden">Colours</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
