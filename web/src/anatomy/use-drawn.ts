import { useEffect, useState } from 'preact/hooks';

/** About a screen. */
const FIRST = 16;
const PER_FRAME = 24;

/**
 * How many entries of a long list to draw: the first screen at once, the rest frame by frame, so that an answer of
 * hundreds of items appears as soon as a short one. It never shrinks: the reader may have scrolled down.
 */
export function useDrawn(length: number): number {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => {
    if (drawn >= length) return;
    const frame = requestAnimationFrame(() => setDrawn(drawn + PER_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [drawn, length]);
  return drawn;
}
