import { hashText } from '../../core/text/hash.ts';
import { termsOf } from '../../core/text/terms.ts';
import { rarityOf, type WordStatistics } from '../word-share.ts';

/** Used as the model name of word vectors. */
export const WORD_MODEL = 'words';

/**
 * Unit vectors made from words alone, used without an embedding model: rare words weigh more, and a hash spreads each
 * word over a few dimensions.
 */
export function wordVectors(texts: readonly string[], statistics: WordStatistics): Float32Array[] {
  return texts.map((text) => {
    const vector = new Float32Array(DIMENSIONS);
    for (const term of new Set(termsOf(text))) {
      const weight = rarityOf(term, statistics);
      const hash = hashText(term);
      for (let place = 0; place < PLACES; place++) {
        const bits = Number.parseInt(hash.slice(place * 4, place * 4 + 4), 16);
        const dimension = bits % DIMENSIONS;
        vector[dimension] = vector[dimension]! + ((bits >> 12) % 2 === 0 ? weight : -weight);
      }
    }
    const norm = Math.hypot(...vector) || 1;
    return vector.map((value) => value / norm);
  });
}

const DIMENSIONS = 512;
/** Four dimensions per word: two words rarely share all of them. */
const PLACES = 4;
