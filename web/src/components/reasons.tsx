import type { Reason } from '../../../src/core/item.ts';

/** The parts a relevance is made of, largest first, each as a bar to compare by eye. */
export function Reasons(props: { readonly reasons: readonly Reason[] }) {
  const reasons = [...props.reasons].sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
  const largest = Math.max(...reasons.map((reason) => Math.abs(reason.score)), Number.EPSILON);
  if (reasons.length === 0) return <p class="quiet">No parts recorded.</p>;
  return (
    <table class="reasons">
      <thead>
        <tr>
          <th scope="col">rule</th>
          <th scope="col">part</th>
          <th scope="col">evidence</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map((reason) => (
          <tr key={`${reason.rule} ${reason.detail}`}>
            <td>{reason.rule}</td>
            <td>
              <span
                class={`meter ${reason.score < 0 ? 'is-negative' : ''}`}
                style={{ width: `${(Math.abs(reason.score) / largest) * 5}rem` }}
              />
              {reason.score.toFixed(3)}
            </td>
            <td class="quiet">{reason.detail ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
