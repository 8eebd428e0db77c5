import type { Reason } from '../../../src/core/item.ts';
import { PARTS, shares } from '../anatomy/score-parts.ts';

/** One bar as long as the relevance, split into its parts. */
export function ScoreBar(props: { readonly relevance: number; readonly reasons: readonly Reason[] }) {
  const parts = shares(props.reasons);
  const told = parts.map(({ part, share }) => `${part} ${Math.round(share * 100)} %`).join(', ');
  return (
    <span class="score" title={`${props.relevance.toFixed(3)}${told === '' ? '' : `: ${told}`}`}>
      <span class="score-track" aria-hidden="true">
        <span class="score-fill" style={{ width: `${Math.min(1, props.relevance) * 100}%` }}>
          {parts.map(({ part, share }) => (
            <i key={part} class={`part-${part}`} style={{ width: `${share * 100}%` }} />
          ))}
        </span>
      </span>
      <span class="score-number">{props.relevance.toFixed(2)}</span>
    </span>
  );
}

export function ScoreLegend() {
  return (
    <span class="score-legend" aria-hidden="true">
      relevant by
      {PARTS.map((part) => (
        <span key={part}>
          <i class={`part-${part}`} /> {part}
        </span>
      ))}
    </span>
  );
}
