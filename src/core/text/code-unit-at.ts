const { charCodeAt } = String.prototype;

/**
 * `text.charCodeAt(index)` for loops over the characters of many texts. V8 has some ten kinds of strings; a loop that
 * meets more than four of them looks the method up again for every character, which takes five times as long.
 */
export function codeUnitAt(text: string, index: number): number {
  return charCodeAt.call(text, index);
}
