/** How long the turns of one frame may take together, so that the page stays responsive. */
const FRAME_MS = 6;

const waiting = new Set<() => void>();

/**
 * Calls back in one of the next frames. What waits takes turns: a frame that has used its time leaves the rest to the
 * one after it. Returns how to give up the turn.
 */
export function nextTurn(call: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(takeTurns);
  waiting.add(call);
  return () => waiting.delete(call);
}

function takeTurns(): void {
  const until = performance.now() + FRAME_MS;
  const take = () => {
    const [call] = waiting;
    if (call === undefined) return;
    waiting.delete(call);
    call();
    // After what the call rendered.
    queueMicrotask(() => {
      if (waiting.size === 0) return;
      if (performance.now() < until) take();
      else requestAnimationFrame(takeTurns);
    });
  };
  take();
}
