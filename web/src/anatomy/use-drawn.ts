import { useEffect, useState } from 'preact/hooks';
import { nextTurn } from './next-turn.ts';

const PER_TURN = 16;

/**
 * How many entries of a long list to draw: those of the first screen at once, the rest frame by frame, so that an answer
 * of hundreds of items appears as soon as a short one. It never shrinks: the reader may have scrolled down.
 * Above `first`, there is time for what need not be there at once.
 */
export function useDrawn(length: number, first: number): number {
  const [drawn, setDrawn] = useState(first);
  useEffect(() => {
    if (drawn > first && drawn >= length) return;
    return nextTurn(() => setDrawn(drawn + PER_TURN));
  }, [drawn, first, length]);
  return drawn;
}
