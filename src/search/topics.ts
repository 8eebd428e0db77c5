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
  for (let round = 0; round < ROUNDS; round++) {
    const sums = topics.map((topic) => new Float32Array(topic.length));
    for (const vector of all) add(sums[nearest(topics, vector)]!, vector);
    topics = sums.map((sum, number) => (isZero(sum) ? topics[number]! : unitOf(sum)));
  }
  return topics;
}

// Counted loops: iterators take several times as long over the millions of components of a large project.
function nearest(topics: readonly Float32Array[], vector: Float32Array): number {
  let best = -Infinity;
  let at = 0;
  for (let number = 0; number < topics.length; number++) {
    const topic = topics[number]!;
    let product = 0;
    for (let index = 0; index < vector.length; index++) product += topic[index]! * vector[index]!;
    if (product <= best) continue;
    best = product;
    at = number;
  }
  return at;
}

function add(sum: Float32Array, vector: Float32Array): void {
  for (let index = 0; index < vector.length; index++) sum[index]! += vector[index]!;
}

function unitOf(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((component) => component / length);
}

function isZero(vector: Float32Array): boolean {
  return vector.every((component) => component === 0);
}
