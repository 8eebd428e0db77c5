import { createStore } from './store.ts';

export const THEMES = ['system', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof THEMES)[number];
/** Also read by first.js, before the first paint. */
const KEY = 'dossier-theme';

export const theme = createStore<Theme>(
  THEMES.find((name) => name === localStorage.getItem(KEY)) ?? 'system',
);

export function setTheme(name: Theme): void {
  theme.set(name);
  localStorage.setItem(KEY, name);
  applyTheme();
}

export function nextTheme(): void {
  setTheme(THEMES[(THEMES.indexOf(theme.get()) + 1) % THEMES.length] ?? 'system');
}

function applyTheme(): void {
  if (theme.get() === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme.get();
}
