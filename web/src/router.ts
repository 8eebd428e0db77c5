import { useMemo } from 'preact/hooks';
import { createStore, useStore } from './store.ts';

/** The address after `#/`: names split at slashes, then settings after `?`, so that every state has a link. */
export interface Address {
  readonly path: readonly string[];
  readonly settings: URLSearchParams;
}

const hash = createStore(location.hash);
addEventListener('hashchange', () => hash.set(location.hash));

export function useAddress(): Address {
  const text = useStore(hash);
  return useMemo(() => parseAddress(text), [text]);
}

export function parseAddress(text: string): Address {
  const [path = '', settings = ''] = splitOnce(text.replace(/^#\/?/, ''), '?');
  return { path: path.split('/').map(decode), settings: new URLSearchParams(settings) };
}

export function formatAddress(path: readonly string[], settings?: URLSearchParams): string {
  const query = settings?.toString() ?? '';
  return `#/${path.map(encodeURIComponent).join('/')}${query === '' ? '' : `?${query}`}`;
}

/** Navigates; `back` returns here. */
export function go(path: readonly string[], settings?: URLSearchParams): void {
  location.hash = formatAddress(path, settings);
}

/** Replaces the current address: a moved slider is no step in the history. */
export function replace(path: readonly string[], settings?: URLSearchParams): void {
  history.replaceState(history.state, '', formatAddress(path, settings));
  hash.set(location.hash);
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** An address typed by hand may hold a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
