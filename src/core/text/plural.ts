/** A count with its noun: `1 item`, `2 items`, `1 memory`, `3 memories`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
