import { useEffect, useState } from 'preact/hooks';

const NARROW = matchMedia('(max-width: 47.99rem)');
const WIDE = matchMedia('(min-width: 72rem)');
const WIDEST = matchMedia('(min-width: 112rem)');

/** A phone-sized screen. */
export function useNarrow(): boolean {
  return useMedia(NARROW);
}

/** Room for two columns of code. */
export function useWide(): boolean {
  return useMedia(WIDE);
}

/** Room for a third. */
export function useWidest(): boolean {
  return useMedia(WIDEST);
}

function useMedia(media: MediaQueryList): boolean {
  const [matches, setMatches] = useState(media.matches);
  useEffect(() => {
    const update = () => setMatches(media.matches);
    media.addEventListener('change', update);
    return () => media.removeEventListener('change', update);
  }, [media]);
  return matches;
}
