/**
 * Characters that a terminal obeys instead of showing: C0 and C1 controls (escape sequences begin with one),
 * bidirectional controls, Unicode's own line separators, and what shows nothing at all: spaces without width and tags,
 * in which a whole sentence can hide. Tab and line feed stay.
 */
const CONTROLS =
  /(?!\r\n)[^\P{Cc}\t\n]|[\p{Bidi_Control}\u2028\u2029\u200b\u2060-\u2064\u{e0000}-\u{e007f}]/gu;
const LINE_ENDS = /\r\n|\n/g;
const HEX_DIGITS = 4;

/** Makes a text of many lines safe for a terminal. JSON stays the same JSON. */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escaped);
}

/** Escapes a name, title or sentence onto one line. */
export function escapeLine(text: string): string {
  return escapeControls(text.replace(LINE_ENDS, '\\n'));
}

/** The same for every text inside a value; fields that hold documents keep their lines. */
export function escapeFields(value: unknown, documents: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return escapeLine(value);
  if (Array.isArray(value)) return value.map((element) => escapeFields(element, documents));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      escapeLine(key),
      documents.has(key) ? field : escapeFields(field, documents),
    ]),
  );
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(HEX_DIGITS, '0')}`).join('');
}
