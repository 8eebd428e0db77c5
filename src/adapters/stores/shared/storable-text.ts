/**
 * Neither database stores NUL in text: PostgreSQL rejects it, and SQLite's driver truncates there, so that two names
 * could become one. NUL becomes the replacement character in both.
 */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}
