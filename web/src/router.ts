import { useEffect, useState } from 'preact/hooks';

/** The address after `#/`, split at slashes, so that every view has a link; and a way to change it. */
export function usePath(): readonly [readonly string[], (path: string) => void] {
  const [path, setPath] = useState(read);
  useEffect(() => {
    const update = () => setPath(read());
    addEventListener('hashchange', update);
    return () => removeEventListener('hashchange', update);
  }, []);
  return [
    path,
    (next) => {
      location.hash = `#/${next}`;
    },
  ];
}

function read(): readonly string[] {
  return location.hash.replace(/^#\/?/, '').split('/').map(decode);
}

/** An address typed by hand may hold a bare `%`. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
