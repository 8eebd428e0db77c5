import { useEffect, useState } from 'preact/hooks';
import { readMetrics } from '../api.ts';
import { Chart, type Point } from '../components/chart.tsx';
import { Empty, ErrorNote, Skeleton } from '../components/notice.tsx';
import { parseMetrics, quantile, type Sample, total } from '../metrics.ts';
import { counted, formatCount } from '../names.ts';

const EVERY_MS = 2000;
/** Of the slices in which the server tells its last minutes. */
const SLICE_MS = 5000;
const SLICES_A_MINUTE = 60_000 / SLICE_MS;

interface Reading {
  /** Since the server started. */
  readonly samples: readonly Sample[];
  /** Of the last minutes. */
  readonly recent: readonly Sample[];
}

/** What the server is doing: rates and times of the last minutes, and where the time goes. */
export function Health() {
  const [reading, setReading] = useState<Reading>();
  const [error, setError] = useState('');
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      Promise.all([readMetrics('/metrics', stop.signal), readMetrics('/metrics/recent', stop.signal)]).then(
        ([text, recent]) => {
          setError('');
          setReading({
            // The page's own reads of the metrics are of no interest.
            samples: parseMetrics(text).filter(({ labels }) => !labels['route']?.startsWith('/metrics')),
            recent: parseMetrics(recent),
          });
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
  return (
    <>
      <header class="view-head">
        <h2>Health</h2>
        {reading !== undefined && <Verdict {...reading} />}
      </header>
      <ErrorNote text={error} />
      {reading === undefined ? <Skeleton rows={4} /> : <Now {...reading} />}
    </>
  );
}

function Now({ samples, recent }: Reading) {
  return (
    <>
      <p class="quiet">
        {counted(total(samples, 'dossier_http_request_seconds_count'), 'request')} since the server started,{' '}
        {counted(Math.round(total(samples, 'dossier_context_tokens_sum')), 'token')} given,{' '}
        {counted(total(samples, 'dossier_errors_total'), 'error')},{' '}
        {Math.round(total(samples, 'dossier_process_resident_memory_bytes') / 1_000_000)} MB of memory.
      </p>
      <div class="charts">
        {chartsOf(recent).map((chart) => (
          <Chart key={chart.title} {...chart} sliceMilliseconds={SLICE_MS} />
        ))}
      </div>
      <div class="two">
        <Stages samples={samples} />
        <Routes samples={samples} />
      </div>
    </>
  );
}

/** What each slice of the last minutes says. */
function chartsOf(recent: readonly Sample[]) {
  const slices = [...Map.groupBy(recent, ({ labels }) => Number(labels['at']))]
    .sort(([a], [b]) => a - b)
    .map(([at, samples]) => ({
      at,
      of: (what: string) => total(samples, 'dossier_recent', { what }),
    }));
  const chart = (title: string, unit: string, value: (of: (what: string) => number) => number) => ({
    title,
    unit,
    // What was divided by nothing is no value.
    points: slices.map(({ at, of }): Point => {
      const number = value(of);
      return { at, value: Number.isFinite(number) ? number : undefined };
    }),
  });
  return [
    chart('Requests', 'a minute', (of) => of('requests') * SLICES_A_MINUTE),
    chart('Time of a request', 'ms', (of) => (of('seconds') / of('requests')) * 1000),
    chart('Tokens given', 'a minute', (of) => of('tokens') * SLICES_A_MINUTE),
    chart('Turns from the cache', '%', (of) => (of('hits') / (of('hits') + of('misses'))) * 100),
    chart('Errors', 'a minute', (of) => of('errors') * SLICES_A_MINUTE),
    chart('Memory', 'MB', (of) => of('bytes') / 1_000_000),
  ];
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
    <p>
      <span class={`certainty is-${good ? 'likely' : 'possibly'}`}>{good ? 'Quick' : 'Slow'}</span> Half of
      the questions take at most {formatCount(Math.round(half * 1000))} ms, 95 % at most{' '}
      {formatCount(Math.round(most * 1000))} ms. Under a second is good.
    </p>
  );
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
      <h2>Where a context’s time goes, on average</h2>
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
    return seconds === undefined ? '' : `${formatCount(Math.round(seconds * 1000))} ms`;
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
              calls
            </th>
            <th scope="col" class="number">
              median
            </th>
            <th scope="col" class="number">
              95 %
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
