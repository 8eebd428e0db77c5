import type { Context } from '../../../src/core/context.ts';
import { formatCount } from '../names.ts';

/** Where the time of one answer went. */
export function Timings(props: { readonly stats: Context['stats']; readonly kind: string | undefined }) {
  const stages = Object.entries(props.stats.millisecondsPerStage);
  const total = Math.max(
    Number.EPSILON,
    stages.reduce((sum, [, milliseconds]) => sum + milliseconds, 0),
  );
  const { retrieved, filesRead, averageRelevance, cacheHit } = props.stats;
  return (
    <>
      <table class="bars">
        <tbody>
          {stages.map(([stage, milliseconds]) => (
            <tr key={stage}>
              <th scope="row">{stage}</th>
              <td class="bar-cell">
                <i style={{ width: `${(milliseconds / total) * 100}%` }} />
              </td>
              <td class="number">{milliseconds.toFixed(1)} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table class="bars">
        <tbody>
          {props.kind !== undefined && <Fact name="understood as" value={props.kind} />}
          <Fact name="found" value={formatCount(retrieved)} />
          <Fact name="files read" value={formatCount(filesRead)} />
          <Fact name="average relevance" value={averageRelevance.toFixed(3)} />
          <Fact name="from the cache" value={cacheHit ? 'yes' : 'no'} />
        </tbody>
      </table>
    </>
  );
}

function Fact(props: { readonly name: string; readonly value: string }) {
  return (
    <tr>
      <th scope="row">{props.name}</th>
      <td />
      <td class="number">{props.value}</td>
    </tr>
  );
}
