import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Context, contextSchema } from '../../core/context.ts';
import type { Engine } from '../../core/engine.ts';
import type { JobState } from '../../core/jobs.ts';
import type { IndexState } from '../../core/store.ts';
import { createRecentActivity } from './recent-activity.ts';

/** The service's metrics in Prometheus format. */
export interface Metrics {
  readonly request: (call: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly seconds: number;
  }) => void;
  readonly failure: (code: string) => void;
  /** Records how a context was made; other replies are ignored. */
  readonly reply: (operation: string, output: unknown, seconds: number) => void;
  readonly text: () => Promise<string>;
  /** The last minutes, as gauges with the start of their slice: for the page, not to be collected. */
  readonly recent: () => Promise<string>;
  readonly contentType: string;
}

/** The metrics of one process, as data. */
export type MetricsSnapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** Where several processes answer on one port: takes a way to read this one's metrics, returns one to read all. */
export type ShareMetrics = (own: () => Promise<MetricsSnapshot>) => () => Promise<readonly MetricsSnapshot[]>;

interface MetricsParts {
  readonly clock: () => number;
  readonly shareMetrics?: ShareMetrics | undefined;
  readonly cache: Engine['primeCache'];
  readonly indexState: () => Promise<IndexState | undefined>;
  readonly jobCounts: () => Promise<Readonly<Record<JobState, number>>>;
}

const RECENT = 'dossier_recent';
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const TOKENS = [0, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000];
const ITEMS = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500];

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'dossier_' });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    buckets: number[],
  ) => new Histogram({ name, help, labelNames, buckets, registers });
  const requests = histogram(
    'dossier_http_request_seconds',
    'Time to answer',
    ['method', 'route', 'status'],
    SECONDS,
  );
  const assembly = histogram(
    'dossier_context_assembly_seconds',
    'Time to make a context',
    ['operation'],
    SECONDS,
  );
  const stages = histogram(
    'dossier_context_stage_seconds',
    'Time of each stage',
    ['operation', 'stage'],
    SECONDS,
  );
  const retrieved = histogram('dossier_context_items_retrieved', 'Items found', ['operation'], ITEMS);
  const selected = histogram('dossier_context_items_selected', 'Items printed', ['operation'], ITEMS);
  const tokens = histogram('dossier_context_tokens', 'Tokens of the printed context', ['operation'], TOKENS);
  const failures = new Counter({
    name: 'dossier_errors_total',
    help: 'Failed requests by reason',
    labelNames: ['code'] as const,
    registers,
  });
  new Counter({
    name: 'dossier_cache_lookups_total',
    help: 'Look-ups in the cache of turns',
    labelNames: ['result'] as const,
    registers,
    collect() {
      const { hits, misses } = parts.cache?.counts() ?? { hits: 0, misses: 0 };
      this.reset();
      this.inc({ result: 'hit' }, hits);
      this.inc({ result: 'miss' }, misses);
    },
  });
  new Gauge({
    name: 'dossier_cache_hit_ratio',
    help: 'Share of turns answered from the cache',
    aggregator: 'average',
    registers,
    collect() {
      const { hits, misses } = parts.cache?.counts() ?? { hits: 0, misses: 0 };
      this.set(hits + misses === 0 ? 0 : hits / (hits + misses));
    },
  });
  new Gauge({
    name: 'dossier_index_size',
    help: "Size of the server owner's index",
    aggregator: 'max',
    labelNames: ['what'] as const,
    registers,
    async collect() {
      const state = await parts.indexState();
      if (state === undefined) return;
      for (const what of ['files', 'units', 'chunks', 'relations', 'commits', 'vectors'] as const) {
        this.set({ what }, state[what]);
      }
    },
  });
  new Gauge({
    name: 'dossier_jobs',
    help: 'Jobs of workers by state, of all owners',
    aggregator: 'max',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      for (const [state, jobs] of Object.entries(await parts.jobCounts())) this.set({ state }, jobs);
    },
  });
  const activity = createRecentActivity(parts.clock, () => ({
    bytes: process.memoryUsage.rss(),
    ...(parts.cache?.counts() ?? { hits: 0, misses: 0 }),
  }));
  const past = new Registry();
  new Gauge({
    name: RECENT,
    help: 'What happened in the slice of time that begins at this millisecond',
    labelNames: ['what', 'at'] as const,
    registers: [past],
    collect() {
      this.reset();
      for (const { at, ...slice } of activity.slices())
        for (const [what, value] of Object.entries(slice)) this.set({ what, at: String(at) }, value);
    },
  });
  const readAll = parts.shareMetrics?.(async () => [
    ...(await registry.getMetricsAsJSON()),
    ...(await past.getMetricsAsJSON()),
  ]);
  /** Of all processes, the metrics whose name is or is not the one of the past. */
  const joined = async (isPast: boolean): Promise<string> => {
    if (readAll === undefined) return (isPast ? past : registry).metrics();
    const all = await readAll();
    return AggregatorRegistry.aggregate(
      all.map((metrics) => metrics.filter(({ name }) => (name === RECENT) === isPast)),
    ).metrics();
  };
  return {
    request({ method, route, status, seconds }) {
      requests.observe({ method, route, status: String(status) }, seconds);
      // Reading the metrics is no activity.
      if (!route.startsWith('/metrics')) activity.add({ requests: 1, seconds });
    },
    failure(code) {
      failures.inc({ code });
      activity.add({ errors: 1 });
    },
    reply(operation, output, seconds) {
      const context = contextOf(output);
      if (context === undefined) return;
      assembly.observe({ operation }, seconds);
      for (const [stage, milliseconds] of Object.entries(context.stats.millisecondsPerStage)) {
        stages.observe({ operation, stage }, milliseconds / 1000);
      }
      retrieved.observe({ operation }, context.stats.retrieved);
      selected.observe({ operation }, context.stats.selected);
      tokens.observe({ operation }, context.tokenCount);
      activity.add({ tokens: context.tokenCount });
    },
    text: () => joined(false),
    recent: () => joined(true),
    contentType: registry.contentType,
  };
}

const measured = contextSchema.pick({ tokenCount: true, stats: true });

function contextOf(output: unknown): Pick<Context, 'tokenCount' | 'stats'> | undefined {
  const parsed = measured.safeParse(output);
  return parsed.success ? parsed.data : undefined;
}
