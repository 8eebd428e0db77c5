/** True for a key that may be a shortcut: nothing is being typed and nothing else is held down. */
export function isShortcut(event: KeyboardEvent): boolean {
  const typing = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  return !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
}
