import { BoundedMap } from '../../core/bounded-map.ts';
/**
 * Splits words into vocabulary pieces, longest match first. Skips characters that no piece covers. Words repeat, so
 * their pieces are cached.
 */
export function createPieceReader(vocabulary: readonly string[]): (word: string) => readonly number[] {
  // A loop: building the map from pairs takes three times as long, in every process that embeds a question.
  const idOf = new Map<string, number>();
  let longest = 1;
  for (let id = 0; id < vocabulary.length; id++) {
    const piece = vocabulary[id] as string;
    idOf.set(piece, id);
    if (piece.length > longest) longest = piece.length;
  }
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
