import type { Reason } from '../../../src/core/item.ts';
import { ownRelevance, PARTS, type Share, shares } from '../anatomy/score-parts.ts';

/** One bar as long as the relevance, split into its parts. */
export function ScoreBar(props: { readonly relevance: number; readonly reasons: readonly Reason[] }) {
  const parts = shares(props.reasons);
  const relevance = ownRelevance(props);
  const told = parts.map(({ part, share }) => `${part} ${Math.round(share * 100)} %`).join(', ');
  return (
    <span class="score" title={`${relevance.toFixed(3)}${told === '' ? '' : `: ${told}`}`}>
      <span class="score-track" aria-hidden="true">
        <span
          class="score-fill"
          style={{ width: `${Math.min(1, relevance) * 100}%`, background: gradient(parts) }}
        />
      </span>
      <span class="score-number">{relevance.toFixed(2)}</span>
    </span>
  );
}

/** One element, not six: a list has hundreds of bars. */
function gradient(parts: readonly Share[]): string | undefined {
  if (parts.length === 0) return undefined;
  let from = 0;
  const stops = parts.map(({ part, share }) => {
    const begin = from;
    from += share * 100;
    return `var(--${part}) ${begin}% ${from}%`;
  });
  return `linear-gradient(90deg, ${stops.join()})`;
}

export function ScoreLegend() {
  return (
    <span class="score-legend" aria-hidden="true">
      relevant by
      {PARTS.map((part) => (
        <span key={part}>
          <i style={{ background: `var(--${part})` }} /> {part}
        </span>
      ))}
    </span>
  );
}
