/**
 * The lines of a text without their terminators. Lines end at `\n` or `\r\n`, as in syntax trees and editors' line
 * numbers; a final terminator starts no further line.
 */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}
