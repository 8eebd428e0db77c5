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
  const signs: number[] = [];
  const starts = [0];
  for (const [at, { descriptions }] of ideas.entries()) {
    starts.push(starts[at]! + descriptions.length);
    for (const term of new Set(descriptions.flatMap(termsOf))) {
      const holders = terms.get(term);
      if (holders === undefined) terms.set(term, [at]);
      else holders.push(at);
    }
    for (const description of descriptions) signs.push(...signsOf(await embedder.embedQuery(description)));
  }
  const packed = [...terms]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([term, holders]) => `|${term} ${holders.join(' ')}`);
  return {
    model,
    dimensions,
    names: ideas.map(({ names }) => names).join('|'),
    terms: `${packed.join('')}|`,
    starts: Uint32Array.from(starts),
    signs: Uint8Array.from(signs),
  };
}

/** The signs of eight numbers to a byte: an eighth of the room of bytes, and as good to tell which texts are alike. */
function signsOf(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(vector.length / 8));
  vector.forEach((value, axis) => {
    if (value > 0) bytes[axis >> 3]! |= 1 << (axis & 7);
  });
  return bytes;
}

const SAID_AS = ' < ';
