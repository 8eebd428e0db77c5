import type { Context } from '../../../src/core/context.ts';

/** Where the time of one answer went. */
export function Timings(props: { readonly stats: Context['stats'] }) {
  const stages = Object.entries(props.stats.millisecondsPerStage);
  return (
    <table>
      <tbody>
        {stages.map(([stage, milliseconds]) => (
          <tr key={stage}>
            <td>{stage}</td>
            <td class="number">{milliseconds.toFixed(1)} ms</td>
          </tr>
        ))}
        <tr>
          <td>found</td>
          <td class="number">{props.stats.retrieved}</td>
        </tr>
        <tr>
          <td>files read</td>
          <td class="number">{props.stats.filesRead}</td>
        </tr>
        <tr>
          <td>average relevance</td>
          <td class="number">{props.stats.averageRelevance.toFixed(3)}</td>
        </tr>
        <tr>
          <td>from the cache</td>
          <td class="number">{props.stats.cacheHit ? 'yes' : 'no'}</td>
        </tr>
      </tbody>
    </table>
  );
}
