/** Rounds of k-means; more of them find no more projects. */
const ROUNDS = 2;

/**
 * What a project is about, as at most so many directions: its vectors, grouped around means (spherical k-means). The
 * first means are spread evenly over the vectors, so the same vectors give the same topics.
 */
export function topicsOf(vectors: readonly Float32Array[], most: number): readonly Float32Array[] {
  const all = vectors.map(unitOf);
  if (all.length <= most) return all;
  let topics = Array.from({ length: most }, (_, number) => all[Math.floor((number * all.length) / most)]!);
  const wide = all.map((vector) => Float64Array.from(vector));
  for (let round = 0; round < ROUNDS; round++) {
    const sums = topics.map((topic) => new Float32Array(topic.length));
    const nearest = nearestAmong(topics);
    for (const [number, vector] of all.entries()) add(sums[nearest(wide[number]!)]!, vector);
    topics = sums.map((sum, number) => (isZero(sum) ? topics[number]! : unitOf(sum)));
  }
  return topics;
}

/**
 * Finds the topic nearest to a vector. Four products at a time, and in the numbers that the processor adds: this takes a
 * third of the time of one after the other. Counted loops: iterators take several times as long.
 */
function nearestAmong(topics: readonly Float32Array[]): (vector: Float64Array) => number {
  const wide = topics.map((topic) => Float64Array.from(topic));
  return (vector) => {
    let best = -Infinity;
    let nearest = 0;
    for (let number = 0; number < wide.length; number += 4) {
      const [a, b, c, d] = [wide[number]!, wide[number + 1], wide[number + 2], wide[number + 3]];
      const products = productsOf(vector, a, b ?? a, c ?? a, d ?? a);
      for (let other = 0; other < 4 && number + other < wide.length; other++) {
        if (products[other]! <= best) continue;
        best = products[other]!;
        nearest = number + other;
      }
    }
    return nearest;
  };
}

const products = new Float64Array(4);

function productsOf(
  vector: Float64Array,
  a: Float64Array,
  b: Float64Array,
  c: Float64Array,
  d: Float64Array,
): Float64Array {
  let [ofA, ofB, ofC, ofD] = [0, 0, 0, 0];
  for (let at = 0; at < vector.length; at++) {
    const component = vector[at]!;
    ofA += component * a[at]!;
    ofB += component * b[at]!;
    ofC += component * c[at]!;
    ofD += component * d[at]!;
  }
  products[0] = ofA;
  products[1] = ofB;
  products[2] = ofC;
  products[3] = ofD;
  return products;
}

function add(sum: Float32Array, vector: Float32Array): void {
  for (let index = 0; index < vector.length; index++) sum[index]! += vector[index]!;
}

function unitOf(vector: Float32Array): Float32Array {
  let sum = 0;
  for (let at = 0; at < vector.length; at++) sum += vector[at]! ** 2;
  const length = Math.sqrt(sum);
  return length === 0 ? vector : vector.map((component) => component / length);
}

function isZero(vector: Float32Array): boolean {
  return vector.every((component) => component === 0);
}
