/**
 * A 64-bit non-cryptographic hash as 16 hexadecimal digits: stable across runs and platforms.
 * Used for ids and change detection, never for secrets. A range hashes like the text cut out of it.
 */
export function hashText(text: string, from = 0, to = text.length): string {
  // Two lanes of the murmur3 finaliser over UTF-16 code units.
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
