import type { Embedder, PackedIdeas } from '../core/ports.ts';
import { termsOf } from '../core/text/terms.ts';

/**
 * Packs a list of ideas for search. Each line has the names of one idea, then ` < `, then descriptions between bars;
 * lines that begin with # are comments.
 */
export async function packIdeas(text: string, embedder: Embedder): Promise<PackedIdeas> {
  const { model, dimensions } = embedder;
  const lines = text.split('\n').filter((line) => line.includes(SAID_AS) && !line.startsWith('#'));
  const ideas = lines.map((line) => {
    const [names = '', said = ''] = line.split(SAID_AS);
    return { names, descriptions: said.split(' | ') };
  });
  const terms = new Map<string, number[]>();
  const vectors = new Int8Array(ideas.length * dimensions);
  for (const [at, { descriptions }] of ideas.entries()) {
    for (const term of new Set(descriptions.flatMap(termsOf))) {
      const holders = terms.get(term);
      if (holders === undefined) terms.set(term, [at]);
      else holders.push(at);
    }
    const sum = new Float32Array(dimensions);
    for (const description of descriptions) {
      const vector = await embedder.embedQuery(description);
      vector.forEach((value, axis) => {
        sum[axis] = (sum[axis] ?? 0) + value;
      });
    }
    const largest = sum.reduce((most, value) => Math.max(most, Math.abs(value)), Number.MIN_VALUE);
    vectors.set(
      sum.map((value) => Math.round((value / largest) * INT8)),
      at * dimensions,
    );
  }
  const packed = [...terms].map(([term, holders]) => `|${term} ${holders.join(' ')}`);
  return {
    model,
    dimensions,
    names: ideas.map(({ names }) => names),
    terms: `${packed.join('')}|`,
    vectors,
  };
}

const SAID_AS = ' < ';
const INT8 = 127;
