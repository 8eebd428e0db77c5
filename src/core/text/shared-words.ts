/** Short words are in every text. */
const WORD = /[\p{L}\p{N}_]{4,}/gu;
const COMMON: ReadonlySet<string> = new Set(
  'what when where which does with from that this have into used work there about'.split(' '),
);
const MAX_WORDS = 4;

/** The telling words of a question that stand in a text, each quoted: `“token” and “budget”`; empty without any. */
export function sharedWords(question: string, text: string): string {
  const present = text.toLowerCase();
  const asked = new Set(question.toLowerCase().match(WORD) ?? []);
  const found = [...asked].filter((word) => present.includes(word) && !COMMON.has(word));
  return listed(found.slice(0, MAX_WORDS).map((word) => `“${word}”`));
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(phrases: readonly string[]): string {
  const last = phrases.at(-1);
  if (last === undefined) return '';
  return phrases.length === 1 ? last : `${phrases.slice(0, -1).join(', ')} and ${last}`;
}
