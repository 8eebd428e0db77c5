// Byte-pair merges over counted words: the pieces a vocabulary of a given size is made of.

const MAX_CHARACTERS = 300;

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
  const common = [...characters].sort((a, b) => b[1] - a[1]).slice(0, MAX_CHARACTERS);
  const pieces = new Set(common.map(([character]) => character));
  const pairs = new Map();
  const heap = createHeap();
  const change = (left, right, weight, at) => {
    const key = `${left} ${right}`;
    let pair = pairs.get(key);
    if (pair === undefined) {
      pair = { key, left, right, weight: 0, words: new Set() };
      pairs.set(key, pair);
    }
    pair.weight += weight;
    if (weight > 0) {
      pair.words.add(at);
      return pair;
    }
    return undefined;
  };
  words.forEach((word, at) => {
    for (let i = 0; i + 1 < word.length; i++) change(word[i], word[i + 1], weights[at], at);
  });
  for (const pair of pairs.values()) heap.push(pair.weight, pair);
  while (pieces.size < size) {
    const top = heap.pop();
    if (top === undefined) break;
    const [weight, pair] = top;
    // Weights in the heap may be out of date: a smaller one goes back to where it belongs.
    if (pair.weight < weight - 1e-6) {
      if (pair.weight > 1) heap.push(pair.weight, pair);
      continue;
    }
    if (pair.weight <= 1) break;
    const merged = pair.left + pair.right;
    pieces.add(merged);
    const grown = new Set();
    for (const at of pair.words) {
      const word = words[at];
      const joined = join(word, pair.left, pair.right, merged);
      if (joined.length === word.length) continue;
      for (let i = 0; i + 1 < word.length; i++) change(word[i], word[i + 1], -weights[at], at);
      for (let i = 0; i + 1 < joined.length; i++)
        grown.add(change(joined[i], joined[i + 1], weights[at], at));
      words[at] = joined;
    }
    pair.words.clear();
    for (const each of grown) heap.push(each.weight, each);
  }
  return [...pieces];
}

function join(word, left, right, merged) {
  const joined = [];
  for (let i = 0; i < word.length; i++) {
    if (word[i] === left && word[i + 1] === right) {
      joined.push(merged);
      i++;
    } else joined.push(word[i]);
  }
  return joined;
}

/** Largest weight first; equal weights by the pair's letters, so that every run merges alike. */
function createHeap() {
  const items = [];
  const before = (a, b) => a[0] > b[0] || (a[0] === b[0] && a[1].key < b[1].key);
  return {
    push(weight, pair) {
      let at = items.push([weight, pair]) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!before(items[at], items[parent])) break;
        [items[at], items[parent]] = [items[parent], items[at]];
        at = parent;
      }
    },
    pop() {
      const top = items[0];
      const last = items.pop();
      if (items.length === 0 || top === undefined) return top;
      items[0] = last;
      for (let at = 0; ; ) {
        const left = 2 * at + 1;
        if (left >= items.length) return top;
        const child = left + 1 < items.length && before(items[left + 1], items[left]) ? left + 1 : left;
        if (!before(items[child], items[at])) return top;
        [items[at], items[child]] = [items[child], items[at]];
        at = child;
      }
    },
  };
}
