/** At most so many UTF-16 units from the front, never half of a character. */
export function firstCharacters(text: string, count: number): string {
  return text.length <= count ? text : text.slice(0, count).replace(/[\uD800-\uDBFF]$/, '');
}
