/** Scales a vector to unit length, in place. A zero vector stays: it is near nothing. */
export function toUnitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (squares === 0) return vector;
  const scale = 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) * scale;
  return vector;
}
