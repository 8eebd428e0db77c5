/** A point in time as people write it where the reader is. */
export function when(milliseconds: number | undefined): string {
  return milliseconds === undefined
    ? ''
    : new Date(milliseconds).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
