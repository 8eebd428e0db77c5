import { useEffect, useState } from 'preact/hooks';
import { readMetrics } from '../api.ts';
import { Chart } from '../components/chart.tsx';
import { parseMetrics, type Sample, total } from '../metrics.ts';

const EVERY_MS = 2000;
const KEPT = 90;

/** The newest metrics every two seconds, and small charts of how they moved. */
export function Health() {
  const [history, setHistory] = useState<readonly (readonly Sample[])[]>([]);
  const [error, setError] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      readMetrics(stop.signal).then(
        (text) => {
          setError('');
          setHistory((before) => [...before.slice(1 - KEPT), parseMetrics(text)]);
        },
        (cause: Error) => {
          if (!stop.signal.aborted) setError(cause.message);
        },
      );
    read();
    const timer = setInterval(read, EVERY_MS);
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, []);
  const newest = history.at(-1) ?? [];
  const over = (value: (samples: readonly Sample[]) => number) => history.map(value);
  return (
    <>
      <h2>Health</h2>
      {error !== '' && <p class="error">{error}</p>}
      <div class="cards">
        <Chart
          title="Requests"
          unit="in all"
          values={over((samples) => total(samples, 'dossier_http_request_seconds_count'))}
        />
        <Chart
          title="Mean time of a request"
          unit="ms"
          values={over((samples) => mean(samples, 'dossier_http_request_seconds') * 1000)}
        />
        <Chart
          title="Tokens served"
          unit="tokens"
          values={over((samples) => total(samples, 'dossier_context_tokens_sum'))}
        />
        <Chart
          title="Cache hit rate"
          unit="%"
          values={over((samples) => total(samples, 'dossier_cache_hit_ratio') * 100)}
        />
        <Chart
          title="Errors"
          unit="in all"
          values={over((samples) => total(samples, 'dossier_errors_total'))}
        />
        <Chart
          title="Feedback"
          unit="verdicts"
          values={over((samples) =>
            total(samples, 'dossier_http_request_seconds_count', { route: '/context/feedback' }),
          )}
        />
      </div>
      <h2>Time per stage</h2>
      <StageTable samples={newest} />
    </>
  );
}

function mean(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const count = total(samples, `${name}_count`, labels);
  return count === 0 ? 0 : total(samples, `${name}_sum`, labels) / count;
}

function StageTable(props: { readonly samples: readonly Sample[] }) {
  const stages = [
    ...new Set(
      props.samples
        .filter((sample) => sample.name === 'dossier_context_stage_seconds_count')
        .map((sample) => sample.labels['stage'] ?? ''),
    ),
  ];
  if (stages.length === 0) return <p class="quiet">No context was assembled yet.</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">stage</th>
          <th scope="col" class="number">
            times
          </th>
          <th scope="col" class="number">
            mean
          </th>
        </tr>
      </thead>
      <tbody>
        {stages.map((stage) => (
          <tr key={stage}>
            <td>{stage}</td>
            <td class="number">
              {total(props.samples, 'dossier_context_stage_seconds_count', { stage }).toLocaleString()}
            </td>
            <td class="number">
              {(mean(props.samples, 'dossier_context_stage_seconds', { stage }) * 1000).toFixed(2)} ms
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
