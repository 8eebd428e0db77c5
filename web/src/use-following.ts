import { useState } from 'preact/hooks';

/**
 * An editable text that resets when its source changes. It does so during rendering, not after: what is typed before
 * the first effect runs must not be lost.
 */
export function useFollowing(source: string): readonly [string, (text: string) => void] {
  const [state, setState] = useState({ source, text: source });
  if (state.source !== source) setState({ source, text: source });
  return [state.source === source ? state.text : source, (text) => setState({ source, text })];
}
