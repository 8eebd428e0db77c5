export interface ScoredNumber {
  readonly number: number;
  readonly score: number;
}

export interface LargestScores {
  /** Scores below this are rejected; with many candidates, comparing first is faster than offering each. */
  least(): number;
  offer(number: number, score: number): void;
  /** Best first; ties are broken by number, so the same index always gives the same order. */
  descending(): readonly ScoredNumber[];
}

/**
 * Keeps the `limit` best scores in a heap whose root is the worst one kept. Thousands are offered for a question, so the heap is
 * two columns of numbers: objects would be garbage.
 */
export function largestScores(limit: number): LargestScores {
  let scores = new Float64Array(Math.min(limit, FIRST_ROOM));
  let numbers = new Float64Array(scores.length);
  let count = 0;

  const isWorse = (left: number, right: number): boolean => {
    const [a, b] = [scores[left]!, scores[right]!];
    return a < b || (a === b && numbers[left]! > numbers[right]!);
  };
  const put = (place: number, number: number, score: number): void => {
    scores[place] = score;
    numbers[place] = number;
  };

  function grow(): void {
    const room = Math.min(limit, scores.length * 4);
    const [known, knownNumbers] = [scores, numbers];
    scores = new Float64Array(room);
    numbers = new Float64Array(room);
    scores.set(known);
    numbers.set(knownNumbers);
  }

  function rise(start: number, number: number, score: number): void {
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const other = scores[parent]!;
      if (other < score || (other === score && numbers[parent]! > number)) break;
      put(place, numbers[parent]!, other);
      place = parent;
    }
    put(place, number, score);
  }

  function sink(number: number, score: number): void {
    let place = 0;
    for (let child = 1; child < count; child = 2 * place + 1) {
      if (child + 1 < count && isWorse(child + 1, child)) child++;
      const other = scores[child]!;
      if (other > score || (other === score && numbers[child]! < number)) break;
      put(place, numbers[child]!, other);
      place = child;
    }
    put(place, number, score);
  }

  return {
    least: () => (count < limit ? Number.NEGATIVE_INFINITY : count === 0 ? 0 : scores[0]!),
    offer(number, score) {
      if (count < limit) {
        if (count === scores.length) grow();
        rise(count++, number, score);
        return;
      }
      if (count === 0) return;
      const worst = scores[0]!;
      if (score < worst || (score === worst && number > numbers[0]!)) return;
      sink(number, score);
    },
    descending() {
      const places = Uint32Array.from({ length: count }, (_, place) => place);
      places.sort((left, right) => (isWorse(left, right) ? 1 : -1));
      return Array.from(places, (place) => ({ number: numbers[place]!, score: scores[place]! }));
    },
  };
}

/** What a question asks for; more room is made when needed. */
const FIRST_ROOM = 1024;
