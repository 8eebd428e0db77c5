// Byte-pair merges over counted words: the pieces a vocabulary of a given size is made of.

/** `counts`: word → weight. Returns pieces, single characters first, then in the order they were merged. */
export function learnVocabulary(counts, size) {
  const words = [];
  const weights = [];
  const characters = new Map();
  for (const [word, weight] of counts) {
    if (weight < 2) continue;
    words.push([...word]);
    weights.push(weight);
    for (const character of word) characters.set(character, (characters.get(character) ?? 0) + weight);
  }
  const kept = [...characters]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 300)
    .map(([character]) => character);
  const pieces = new Set(kept);
  const pairWeights = new Map();
  const pairWords = new Map();
  const add = (pair, weight, at) => {
    pairWeights.set(pair, (pairWeights.get(pair) ?? 0) + weight);
    const found = pairWords.get(pair);
    if (found === undefined) pairWords.set(pair, new Set([at]));
    else found.add(at);
  };
  words.forEach((word, at) => {
    for (let i = 0; i + 1 < word.length; i++) add(`${word[i]} ${word[i + 1]}`, weights[at], at);
  });
  // Best pairs by buckets of sorted candidates: a full scan each time would be quadratic.
  let candidates = [];
  const refill = () => {
    candidates = [...pairWeights].sort((a, b) => a[1] - b[1]).slice(-2000);
  };
  refill();
  let floor = candidates[0]?.[1] ?? 0;
  const fresh = new Map();
  while (pieces.size < size) {
    let best;
    let bestWeight = -1;
    for (const [pair] of candidates) {
      const weight = pairWeights.get(pair) ?? 0;
      if (weight > bestWeight || (weight === bestWeight && pair < best)) [best, bestWeight] = [pair, weight];
    }
    for (const pair of fresh.keys()) {
      const weight = pairWeights.get(pair) ?? 0;
      if (weight > bestWeight || (weight === bestWeight && pair < best)) [best, bestWeight] = [pair, weight];
    }
    if (bestWeight < floor || best === undefined) {
      if (pairWeights.size === 0) break;
      refill();
      fresh.clear();
      floor = candidates[0]?.[1] ?? 0;
      if ((candidates.at(-1)?.[1] ?? 0) <= 1) break;
      continue;
    }
    const [left, right] = best.split(' ');
    const merged = left + right;
    pieces.add(merged);
    for (const at of pairWords.get(best) ?? []) {
      const word = words[at];
      const weight = weights[at];
      for (let i = 0; i + 1 < word.length; i++) {
        const pair = `${word[i]} ${word[i + 1]}`;
        const remaining = (pairWeights.get(pair) ?? 0) - weight;
        if (remaining > 1e-9) pairWeights.set(pair, remaining);
        else pairWeights.delete(pair);
      }
      const joined = [];
      for (let i = 0; i < word.length; i++) {
        if (word[i] === left && word[i + 1] === right) {
          joined.push(merged);
          i++;
        } else joined.push(word[i]);
      }
      words[at] = joined;
      for (let i = 0; i + 1 < joined.length; i++) {
        const pair = `${joined[i]} ${joined[i + 1]}`;
        add(pair, weight, at);
        if (joined[i] === merged || joined[i + 1] === merged) fresh.set(pair, true);
      }
    }
    pairWeights.delete(best);
    pairWords.delete(best);
  }
  return [...pieces];
}
