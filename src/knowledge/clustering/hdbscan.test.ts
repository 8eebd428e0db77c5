import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hdbscan, NOISE } from './hdbscan.ts';
import { adjustedRandIndex } from './testing/adjusted-rand-index.ts';

const folder = new URL('../../../test/fixtures/hdbscan/', import.meta.url);
const fixtureSchema = z.object({
  minClusterSize: z.number(),
  minSamples: z.number(),
  points: z.array(z.array(z.number())),
  labels: z.array(z.number()),
});

describe("hdbscan gives the labels of scikit-learn's", () => {
  it.each(readdirSync(folder))('%s', (name) => {
    const { points, labels, ...options } = fixtureSchema.parse(
      JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
    );
    const found = [
      ...hdbscan(
        points.map((point) => Float32Array.from(point)),
        options,
      ),
    ];
    // Core distances make equal edges; which of them merges first is left open by the algorithm, and a
    // point on such an edge may fall to either side. Only the fixture without structure has any.
    const noiseDiffers = found.filter((label, point) => (label === NOISE) !== (labels[point] === NOISE));
    const tolerated = name.startsWith('uniform-noise') ? 1 : 0;
    expect(noiseDiffers.length).toBeLessThanOrEqual(tolerated);
    expect(adjustedRandIndex(found, labels)).toBeGreaterThanOrEqual(tolerated === 0 ? 1 : 0.95);
  });
});

const cloud = fc.array(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 3, maxLength: 3 }), {
  maxLength: 40,
});

describe('hdbscan', () => {
  it('never makes a cluster smaller than the minimum and numbers clusters without gaps', () => {
    fc.assert(
      fc.property(
        cloud,
        fc.integer({ min: 2, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        (points, size, samples) => {
          const labels = [
            ...hdbscan(
              points.map((point) => Float32Array.from(point)),
              { minClusterSize: size, minSamples: samples },
            ),
          ];
          expect(labels).toHaveLength(points.length);
          const clusters = [...new Set(labels.filter((label) => label !== NOISE))].sort((a, b) => a - b);
          expect(clusters).toEqual(clusters.map((_, index) => index));
          for (const cluster of clusters) {
            expect(labels.filter((label) => label === cluster).length).toBeGreaterThanOrEqual(size);
          }
        },
      ),
    );
  });

  it('calls everything noise when there are fewer points than a cluster needs', () => {
    const points = [Float32Array.of(0), Float32Array.of(0.1)];
    expect([...hdbscan(points, { minClusterSize: 3, minSamples: 1 })]).toEqual([NOISE, NOISE]);
    expect([...hdbscan([], { minClusterSize: 3, minSamples: 1 })]).toEqual([]);
  });
});
