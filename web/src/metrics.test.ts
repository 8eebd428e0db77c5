import { describe, expect, it } from 'vitest';
import { parseMetrics, quantile, total } from './metrics.ts';

const text = `# HELP requests_total Requests
# TYPE requests_total counter
requests_total{operation="query",status="200"} 3
requests_total{operation="search",status="200"} 2
requests_total{operation="query",status="400"} 1
up 1
`;

describe('parseMetrics', () => {
  it('reads names, labels and values', () => {
    const samples = parseMetrics(text);
    expect(samples).toHaveLength(4);
    expect(samples[0]).toEqual({
      name: 'requests_total',
      labels: { operation: 'query', status: '200' },
      value: 3,
    });
    expect(total(samples, 'requests_total')).toBe(6);
    expect(total(samples, 'requests_total', { operation: 'query' })).toBe(4);
    expect(total(samples, 'absent')).toBe(0);
  });
});

describe('quantile', () => {
  const samples = parseMetrics(
    ['0.1', '0.5', '+Inf']
      .map((le, index) => `t_bucket{le="${le}",route="/a"} ${[8, 10, 10][index]}`)
      .join('\n'),
  );

  it('interpolates inside a bucket, over all series', () => {
    expect(quantile(samples, 't', 0.4)).toBeCloseTo(0.05);
    expect(quantile(samples, 't', 0.9)).toBeCloseTo(0.3);
    expect(quantile([...samples, ...samples], 't', 0.9)).toBeCloseTo(0.3);
  });

  it('knows nothing of nothing', () => {
    expect(quantile(samples, 't', 0.5, { route: '/b' })).toBeUndefined();
  });
});
