/** One sample of a Prometheus metric. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the Prometheus text format as far as the service writes it. */
export function parseMetrics(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const match = /^([\w:]+)(?:\{(.*)\})?\s+(\S+)/.exec(line);
    if (line.startsWith('#') || match === null) return [];
    const labels = Object.fromEntries(
      [...(match[2] ?? '').matchAll(/(\w+)="((?:\\.|[^"\\])*)"/g)].map(([, name, value]) => [name, value]),
    );
    return [{ name: match[1] ?? '', labels, value: Number(match[3]) }];
  });
}

/** The sum of a metric's samples whose labels include the given ones. */
export function total(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  return samples
    .filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
    )
    .reduce((sum, sample) => sum + sample.value, 0);
}

/** The value below which this share of a histogram's observations lie, interpolated in its bucket; undefined without any. */
export function quantile(
  samples: readonly Sample[],
  name: string,
  share: number,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const counts = new Map<number, number>();
  for (const sample of samples) {
    if (sample.name !== `${name}_bucket`) continue;
    if (!Object.entries(labels).every(([key, value]) => sample.labels[key] === value)) continue;
    const edge = sample.labels['le'] === '+Inf' ? Number.POSITIVE_INFINITY : Number(sample.labels['le']);
    counts.set(edge, (counts.get(edge) ?? 0) + sample.value);
  }
  const edges = [...counts].sort(([a], [b]) => a - b);
  const all = edges.at(-1)?.[1] ?? 0;
  if (all === 0) return undefined;
  const wanted = all * share;
  let [below, lower] = [0, 0];
  for (const [edge, count] of edges) {
    if (count >= wanted) {
      if (edge === Number.POSITIVE_INFINITY) return lower;
      return lower + (edge - lower) * (count === below ? 1 : (wanted - below) / (count - below));
    }
    [below, lower] = [count, edge];
  }
  return lower;
}
