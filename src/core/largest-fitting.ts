/** The largest number up to `most` that fits, assuming that all smaller ones do; 0 if none. Takes few tries. */
export function largestFitting(most: number, fits: (tried: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
