import { randomFrom } from '../../http/random-requests.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';

const CLASSES: Readonly<Record<string, string>> = {
  digit: DIGITS,
  hex: `${DIGITS}abcdef`,
  HEX: `${DIGITS}ABCDEF`,
  lower: LOWER + DIGITS,
  upper: UPPER + DIGITS,
  base32: `${UPPER}234567`,
  alnum: LOWER + UPPER + DIGITS,
  base64: `${LOWER}${UPPER}${DIGITS}+/`,
  url: `${LOWER}${UPPER}${DIGITS}_-`,
  bech32: '023456789ACDEFGHJKLMNPQRSTUVWXYZ',
  typed: `${LOWER}${UPPER}${DIGITS}!#%*+-=?_~`,
};

const WORDS = [
  'winter',
  'harbour',
  'copper',
  'violet',
  'meadow',
  'falcon',
  'granite',
  'lantern',
  'orchid',
  'tundra',
];

/** A filled pattern, and the parts of it that nobody may see again. */
export interface Filled {
  readonly text: string;
  readonly secret: readonly string[];
}

/**
 * Fill a pattern with random characters, the same for the same seed. `{hex:32}` is 32 hex digits, `{uuid}` a
 * UUID, `{Word}` a capitalised word; where ⟦ and ⟧ stand, only what is between them is secret. Tokens are only
 * ever put together here, so no file holds a whole one.
 */
export function fillPattern(pattern: string, seed: string): Filled {
  const random = randomFrom(hashOf(`${pattern} ${seed}`));
  const marked = pattern.includes('⟦');
  const secret: string[] = [];
  const text = pattern
    .split(/(⟦[^⟧]*⟧)/)
    .map((part) => {
      const inside = part.startsWith('⟦');
      const { text, drawn } = fillPart(inside ? part.slice(1, -1) : part, random);
      if (inside || !marked) {
        const long = drawn.filter((piece) => piece.length >= 7);
        secret.push(...(long.length > 0 ? long : [text]));
      }
      return text;
    })
    .join('');
  return { text, secret };
}

/** Whether a text still shows 8 characters in a row (or all, where there are fewer) of a part of a secret. */
export function shows(text: string, secret: readonly string[]): boolean {
  return secret.some((part) => {
    for (let at = 0; at === 0 || at + 8 <= part.length; at++) {
      if (text.includes(part.slice(at, at + 8))) return true;
    }
    return false;
  });
}

function fillPart(part: string, random: () => number): { text: string; drawn: string[] } {
  const drawn: string[] = [];
  const text = part.replace(/\{(\w+)(?::(\d+))?\}/g, (whole, name: string, count?: string) => {
    const piece = drawPiece(name, Number(count ?? 0), random);
    if (piece === undefined) return whole;
    drawn.push(piece);
    return piece;
  });
  return { text, drawn };
}

function drawPiece(name: string, count: number, random: () => number): string | undefined {
  if (name === 'uuid') {
    const hex = (length: number): string => drawPiece('hex', length, random) ?? '';
    return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  }
  if (name === 'word' || name === 'Word') {
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
    return name === 'Word' ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  }
  const from = CLASSES[name];
  if (from === undefined || count === 0) return undefined;
  for (;;) {
    const text = Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join('');
    // A long value without a letter or without a digit is no credential that a provider hands out.
    const mixed = from === DIGITS || count < 12 || (/\d/.test(text) && /[a-z]/i.test(text));
    if (mixed && !/^[-_=]|[-_=]$/.test(text)) return text;
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash;
}
