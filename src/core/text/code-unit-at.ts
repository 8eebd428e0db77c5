const { charCodeAt } = String.prototype;

/**
 * `text.charCodeAt(index)` for loops over the characters of many texts. V8 has some ten kinds of strings; where a
 * loop meets more than four of them it looks the method up anew for every character, which takes five times as long.
 */
export function codeUnitAt(text: string, index: number): number {
  return charCodeAt.call(text, index);
}
