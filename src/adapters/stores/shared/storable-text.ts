/**
 * Neither database keeps NUL in a text: PostgreSQL refuses it, and SQLite's driver ends the text there,
 * so that two names would become one. It is replaced by the replacement character, everywhere alike.
 */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text;
}
