/** Joins the parts that fit whole, in order, so that none is truncated. */
export function withinCap(parts: readonly string[], cap: number): string {
  let text = '';
  for (const part of parts) {
    const joined = text === '' ? part : `${text}\n\n${part}`;
    if (joined.length <= cap) text = joined;
  }
  return text;
}
