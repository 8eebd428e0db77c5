/** A count with its noun: `1 item`, `2 items`, `1 memory`, `3 memories`. */
export function plural(count: number, one: string, many = pluralOf(one)): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The plural of a regular noun: `memory` → `memories`, `branch` → `branches`. */
export function pluralOf(one: string): string {
  if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
}
