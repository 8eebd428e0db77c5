import { createStore } from './store.ts';

const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
type Theme = (typeof THEMES)[number];
/** Also read by first.js, before the first paint. */
const KEY = 'dossier-theme';

export const theme = createStore<Theme>(
  THEMES.find((name) => name === localStorage.getItem(KEY)) ?? 'system',
);

export function nextTheme(): void {
  const name = THEMES[(THEMES.indexOf(theme.get()) + 1) % THEMES.length] ?? 'system';
  theme.set(name);
  localStorage.setItem(KEY, name);
  document.documentElement.dataset['theme'] = name;
}
