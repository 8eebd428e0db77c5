import { BoundedMap } from '../../core/bounded-map.ts';
/**
 * Splits words into vocabulary pieces, longest match first. Skips characters that no piece covers. Words repeat, so
 * their pieces are cached.
 */
export function createPieceReader(vocabulary: readonly string[]): (word: string) => readonly number[] {
  const idOf = new Map(vocabulary.map((piece, id) => [piece, id]));
  const longest = vocabulary.reduce((most, piece) => Math.max(most, piece.length), 1);
  const cached = new BoundedMap<string, readonly number[]>(MAX_CACHED);
  return (word) => {
    const known = cached.get(word);
    if (known !== undefined) return known;
    const pieces: number[] = [];
    for (let at = 0; at < word.length; ) {
      let taken = 1;
      for (let end = Math.min(word.length, at + longest); end > at; end--) {
        const id = idOf.get(word.slice(at, end));
        if (id === undefined) continue;
        pieces.push(id);
        taken = end - at;
        break;
      }
      at += taken;
    }
    cached.set(word, pieces);
    return pieces;
  };
}

/** About 10 MB at most. */
const MAX_CACHED = 100_000;
