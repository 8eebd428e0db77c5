import { useState } from 'preact/hooks';

/**
 * A text that is edited and follows another when that changes. It changes while drawing, not after: what is typed
 * before the first effect runs must not be lost.
 */
export function useFollowing(source: string): readonly [string, (text: string) => void] {
  const [state, setState] = useState({ source, text: source });
  if (state.source !== source) setState({ source, text: source });
  return [state.source === source ? state.text : source, (text) => setState({ source, text })];
}
