import { useEffect, useState } from 'preact/hooks';
import { readMetrics } from '../api.ts';
import { Chart, type Point } from '../components/chart.tsx';
import { Empty, ErrorNote, Skeleton } from '../components/notice.tsx';
import { parseMetrics, quantile, type Sample, total } from '../metrics.ts';
import { counted, formatCount } from '../names.ts';
import { createStore, useStore } from '../store.ts';

const EVERY_MS = 2000;
const SOON_MS = 400;
const SPAN_MS = 5 * 60_000;

interface Moment {
  readonly at: number;
  readonly samples: readonly Sample[];
}

/** The axis grows with the data, from this length on. */
const SHORTEST_MS = 60_000;

/** Readings so far; kept while other views are shown. */
const history = createStore<readonly Moment[]>([]);

/** What the server is doing: rates and times of the last minutes, and where the time goes. */
export function Health() {
  const moments = useStore(history);
  const [error, setError] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      readMetrics(stop.signal).then(
        (text) => {
          setError('');
          const at = Date.now();
          const kept = history.get().filter((moment) => at - moment.at < SPAN_MS);
          // The page's own reads of the metrics are of no interest.
          const samples = parseMetrics(text).filter(({ labels }) => labels['route'] !== '/metrics');
          history.set([...kept, { at, samples }]);
        },
        (cause: Error) => {
          if (!stop.signal.aborted) setError(cause.message);
        },
      );
    read();
    // A rate needs two readings.
    const soon = setTimeout(read, SOON_MS);
    const timer = setInterval(read, EVERY_MS);
    return () => {
      stop.abort();
      clearTimeout(soon);
      clearInterval(timer);
    };
  }, []);
  const newest = moments.at(-1);
  return (
    <>
      <h2 class="view-title">Health</h2>
      <ErrorNote text={error} />
      {newest === undefined ? <Skeleton rows={4} /> : <Now newest={newest} moments={moments} />}
    </>
  );
}

function Now(props: { readonly newest: Moment; readonly moments: readonly Moment[] }) {
  const { newest, moments } = props;
  const seen = newest.at - (moments[0]?.at ?? newest.at);
  const chart = { now: newest.at, spanMilliseconds: Math.min(SPAN_MS, Math.max(SHORTEST_MS, seen)) };
  return (
    <>
      <Verdict samples={newest.samples} />
      <p class="quiet">
        {counted(total(newest.samples, 'dossier_http_request_seconds_count'), 'request')} since the server
        started, {counted(Math.round(total(newest.samples, 'dossier_context_tokens_sum')), 'token')} given,{' '}
        {counted(total(newest.samples, 'dossier_errors_total'), 'error')},{' '}
        {Math.round(total(newest.samples, 'dossier_process_resident_memory_bytes') / 1_000_000)} MB of memory.
      </p>
      <div class="charts">
        <Chart
          {...chart}
          title="Requests"
          unit="a minute"
          points={rates(moments, (samples) => total(samples, 'dossier_http_request_seconds_count'))}
        />
        <Chart
          {...chart}
          title="Mean time of a request"
          unit="ms"
          points={means(moments, 'dossier_http_request_seconds')}
        />
        <Chart
          {...chart}
          title="Tokens given"
          unit="a minute"
          points={rates(moments, (samples) => total(samples, 'dossier_context_tokens_sum'))}
        />
        <Chart
          {...chart}
          title="Cache hits"
          unit="%"
          points={levels(moments, (samples) => total(samples, 'dossier_cache_hit_ratio') * 100)}
        />
        <Chart
          {...chart}
          title="Errors"
          unit="a minute"
          points={rates(moments, (samples) => total(samples, 'dossier_errors_total'))}
        />
        <Chart
          {...chart}
          title="Memory"
          unit="MB"
          points={levels(
            moments,
            (samples) => total(samples, 'dossier_process_resident_memory_bytes') / 1_000_000,
          )}
        />
      </div>
      <Stages samples={newest.samples} />
      <Routes samples={newest.samples} />
    </>
  );
}

/** Longer, and a person waits. */
const GOOD_SECONDS = 1;

/** Whether the numbers below are good. */
function Verdict(props: { readonly samples: readonly Sample[] }) {
  const within = (share: number) =>
    quantile(props.samples, 'dossier_http_request_seconds', share, { route: '/context/query' });
  const [half, most] = [within(0.5), within(0.95)];
  if (half === undefined || most === undefined) return null;
  const good = most <= GOOD_SECONDS;
  return (
    <p class="verdict">
      <span class={`certainty is-${good ? 'likely' : 'possibly'}`}>{good ? 'Quick' : 'Slow'}</span>
      <span>
        Half of the questions are answered within {Math.round(half * 1000)} ms, 95 % within{' '}
        {Math.round(most * 1000)} ms. A second is good.
      </span>
    </p>
  );
}

function levels(moments: readonly Moment[], value: (samples: readonly Sample[]) => number): Point[] {
  return moments.map(({ at, samples }) => ({ at, value: value(samples) }));
}

/** How much a counter grew, per minute. A restarted server counts from 0, so there is no rate then. */
function rates(moments: readonly Moment[], value: (samples: readonly Sample[]) => number): Point[] {
  return pairs(moments).map(([before, after]) => {
    const grown = value(after.samples) - value(before.samples);
    return { at: after.at, value: grown < 0 ? undefined : (grown / (after.at - before.at)) * 60_000 };
  });
}

/** The mean of what was observed between two readings, in milliseconds. */
function means(moments: readonly Moment[], name: string): Point[] {
  return pairs(moments).map(([before, after]) => {
    const count = total(after.samples, `${name}_count`) - total(before.samples, `${name}_count`);
    const sum = total(after.samples, `${name}_sum`) - total(before.samples, `${name}_sum`);
    return { at: after.at, value: count <= 0 ? undefined : (sum / count) * 1000 };
  });
}

function pairs(moments: readonly Moment[]): readonly (readonly [Moment, Moment])[] {
  return moments.flatMap((after, index) => {
    const before = moments[index - 1];
    return before === undefined ? [] : [[before, after] as const];
  });
}

function Stages(props: { readonly samples: readonly Sample[] }) {
  const names = labelsOf(props.samples, 'dossier_context_stage_seconds_count', 'stage');
  const rows = names
    .map((stage) => ({
      stage,
      times: total(props.samples, 'dossier_context_stage_seconds_count', { stage }),
      seconds: total(props.samples, 'dossier_context_stage_seconds_sum', { stage }),
    }))
    .sort((a, b) => b.seconds / b.times - a.seconds / a.times);
  const most = Math.max(Number.EPSILON, ...rows.map(({ times, seconds }) => seconds / Math.max(1, times)));
  return (
    <section aria-label="Time per stage">
      <h2>Where the time of a context goes, on average</h2>
      {rows.length === 0 ? (
        <Empty icon="clock" title="No context was assembled yet.">
          <p>Ask a question, or let your agent ask one.</p>
        </Empty>
      ) : (
        <table class="bars">
          <tbody>
            {rows.map(({ stage, times, seconds }) => (
              <tr key={stage}>
                <th scope="row">{stage}</th>
                <td class="bar-cell">
                  <i style={{ width: `${(seconds / Math.max(1, times) / most) * 100}%` }} />
                </td>
                <td class="number">{((seconds / Math.max(1, times)) * 1000).toFixed(1)} ms</td>
                <td class="number quiet">{formatCount(times)}×</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Routes(props: { readonly samples: readonly Sample[] }) {
  const name = 'dossier_http_request_seconds';
  const rows = labelsOf(props.samples, `${name}_count`, 'route')
    .map((route) => ({ route, count: total(props.samples, `${name}_count`, { route }) }))
    .sort((a, b) => b.count - a.count)
    .slice(0, 12);
  const time = (share: number, route: string) => {
    const seconds = quantile(props.samples, name, share, { route });
    return seconds === undefined ? '' : `${(seconds * 1000).toFixed(0)} ms`;
  };
  if (rows.length === 0) return null;
  return (
    <section aria-label="Calls">
      <h2>Calls</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">route</th>
            <th scope="col" class="number">
              times
            </th>
            <th scope="col" class="number">
              half within
            </th>
            <th scope="col" class="number">
              95 % within
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ route, count }) => (
            <tr key={route}>
              <td class="path">{route === 'other' ? 'files of the page' : route}</td>
              <td class="number">{formatCount(count)}</td>
              <td class="number">{time(0.5, route)}</td>
              <td class="number">{time(0.95, route)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function labelsOf(samples: readonly Sample[], name: string, label: string): readonly string[] {
  return [
    ...new Set(samples.filter((sample) => sample.name === name).map(({ labels }) => labels[label] ?? '')),
  ];
}
