// Finds texts that are nearly the same.

const BANDS = 6;
const ROWS = 4;

/** Six bands of four minima over runs of four tokens (MinHash): one equal band means texts at about 0.8 or more alike. */
export function bandsOf(tokens) {
  const minima = new Uint32Array(BANDS * ROWS).fill(0xffffffff);
  for (let at = 0; at + 3 < tokens.length; at++) {
    const run =
      Math.imul(tokens[at], 0x9e3779b1) ^
      Math.imul(tokens[at + 1] + 1, 0x85ebca6b) ^
      Math.imul(tokens[at + 2] + 2, 0xc2b2ae35) ^
      Math.imul(tokens[at + 3] + 3, 0x27d4eb2f);
    for (let i = 0; i < minima.length; i++) {
      let value = Math.imul(run ^ Math.imul(i + 1, 0x3c6ef372), 0x2c1b3c6d + 2 * i);
      value = Math.imul(value ^ (value >>> 15), 0x297a2d39);
      value = (value ^ (value >>> 13)) >>> 0;
      if (value < minima[i]) minima[i] = value;
    }
  }
  const bands = [];
  for (let band = 0; band < BANDS; band++) {
    bands.push(`${band}:${minima.subarray(band * ROWS, (band + 1) * ROWS).join()}`);
  }
  return bands;
}
