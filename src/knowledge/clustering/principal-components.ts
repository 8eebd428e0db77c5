/**
 * Projects points onto the directions of greatest variance, by orthogonal iteration on the covariance. Deterministic.
 * Points with few enough dimensions are returned unchanged.
 */
export function principalComponents(points: readonly Float32Array[], dimensions: number): Float32Array[] {
  const width = points[0]?.length ?? 0;
  const wanted = Math.min(dimensions, points.length - 1);
  if (width <= wanted || wanted < 1) return [...points];
  const centred = centre(points, width);
  const covariance = covarianceOf(evenlySpaced(centred, SAMPLE), width);
  let basis: Float64Array[] = Array.from({ length: wanted }, (_, row) =>
    Float64Array.from({ length: width }, (_, column) => Math.sin((row + 1) * (column + 1))),
  );
  for (let step = 0; step < ITERATIONS; step++) {
    basis = orthonormalise(basis.map((direction) => multiply(covariance, direction, width)));
  }
  return centred.map((point) => Float32Array.from(basis, (direction) => dot(point, direction)));
}

/** Two thousand points show the directions of many thousands; more would only cost time. */
const SAMPLE = 2000;

function evenlySpaced<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => list[Math.floor((index * list.length) / most)]!);
}

/** Enough for the subspace to converge; single directions inside it need not. */
const ITERATIONS = 30;

function centre(points: readonly Float32Array[], width: number): Float64Array[] {
  const mean = new Float64Array(width);
  for (const point of points) {
    for (let index = 0; index < width; index++) mean[index] = mean[index]! + point[index]! / points.length;
  }
  return points.map((point) => Float64Array.from(point, (value, index) => value - mean[index]!));
}

function covarianceOf(centred: readonly Float64Array[], width: number): Float64Array {
  const covariance = new Float64Array(width * width);
  for (const point of centred) {
    for (let row = 0; row < width; row++) {
      const value = point[row]!;
      const offset = row * width;
      for (let column = 0; column < width; column++) {
        covariance[offset + column] = covariance[offset + column]! + value * point[column]!;
      }
    }
  }
  return covariance;
}

function multiply(matrix: Float64Array, vector: Float64Array, width: number): Float64Array {
  const product = new Float64Array(width);
  for (let row = 0; row < width; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++) sum += matrix[row * width + column]! * vector[column]!;
    product[row] = sum;
  }
  return product;
}

/** Gram-Schmidt; a direction that vanishes (fewer dimensions than wanted) becomes zero. */
function orthonormalise(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const vector of vectors) {
    const length = Math.sqrt(dot(vector, vector));
    for (const earlier of basis) {
      const share = dot(vector, earlier);
      for (let index = 0; index < vector.length; index++) {
        vector[index] = vector[index]! - share * earlier[index]!;
      }
    }
    const norm = Math.sqrt(dot(vector, vector));
    const scale = norm > length * 1e-9 ? 1 / norm : 0;
    basis.push(vector.map((value) => value * scale));
  }
  return basis;
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!;
  return sum;
}
