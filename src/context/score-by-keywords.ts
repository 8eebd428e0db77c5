import { termsOf } from '../core/text/terms.ts';
import { BM25, inverseFrequency, saturate } from '../core/text/word-weights.ts';

/** A text to score; words in its name and path count more than words in its body. */
interface Keyed {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

const NAME_WEIGHT = 4;
const PATH_WEIGHT = 2;

/**
 * How well each text answers a task, by shared words: BM25 over just these texts, divided by the highest possible
 * score, so that 0 means no shared word and 1 many occurrences of every word.
 */
export function scoreByKeywords(task: string, texts: readonly Keyed[]): number[] {
  const wanted = [...new Set(termsOf(task))];
  const counts = texts.map((text) => countsOf(text, new Set(wanted)));
  const averageLength = counts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
  const rarity = new Map(
    wanted.map((term) => {
      const found = counts.filter(({ frequency }) => frequency.has(term)).length;
      return [term, inverseFrequency(texts.length, found)];
    }),
  );
  const most = wanted.reduce((sum, term) => sum + (rarity.get(term) ?? 0) * (BM25.saturation + 1), 0);
  return counts.map(({ frequency, length }) => {
    let score = 0;
    for (const [term, times] of frequency) {
      score += (rarity.get(term) ?? 0) * saturate(times, length / Math.max(1, averageLength));
    }
    return most === 0 ? 0 : Math.min(1, score / most);
  });
}

function countsOf({ name, path, text }: Keyed, wanted: ReadonlySet<string>) {
  const frequency = new Map<string, number>();
  const body = termsOf(text);
  const add = (terms: readonly string[], weight: number) => {
    for (const term of terms) if (wanted.has(term)) frequency.set(term, (frequency.get(term) ?? 0) + weight);
  };
  add(body, 1);
  add(termsOf(name), NAME_WEIGHT);
  add(termsOf(path), PATH_WEIGHT);
  return { frequency, length: body.length };
}
