/**
 * Numbers the words of texts and the terms each of them stands for. Words repeat, and one that is known is
 * read without copying it and without a regular expression.
 */
export class TermDictionary {
  readonly #termsOfWord: (word: string) => readonly string[];
  readonly #terms: string[] = [];
  readonly #idByTerm = new Map<string, number>();
  /** Open addressing: at the place of a word's hash stands its number; 0 for none. */
  #table = new Int32Array(SMALLEST_TABLE);
  readonly #words: string[] = [''];
  readonly #hashes: number[] = [0];
  readonly #idsByWord: (readonly number[])[] = [[]];

  constructor(termsOfWord: (word: string) => readonly string[]) {
    this.#termsOfWord = termsOfWord;
  }

  /** Distinct words seen so far: what the memory of the dictionary grows with. */
  get size(): number {
    return this.#words.length;
  }

  term(id: number): string {
    return this.#terms[id] ?? '';
  }

  idOf(term: string): number {
    let id = this.#idByTerm.get(term);
    if (id === undefined) {
      id = this.#terms.length;
      this.#terms.push(term);
      this.#idByTerm.set(term, id);
    }
    return id;
  }

  /**
   * Calls `visit` for each word of a range of the text with the numbers of its terms. A word starts with a
   * letter, `_` or `$` and goes on with those and digits; two digits or more are a word too.
   */
  scan(text: string, from: number, to: number, visit: (ids: readonly number[]) => void): void {
    let at = from;
    while (at < to) {
      const first = kindAt(text, at, to);
      if (first === OTHER) {
        at++;
        continue;
      }
      const start = at;
      let characters = 0;
      let hash = FNV_START;
      for (let kind = first; kind === NUMBER || kind === first; kind = kindAt(text, at, to)) {
        const end = at + widthAt(text, at, to);
        while (at < end) hash = Math.imul(hash ^ text.charCodeAt(at++), FNV_PRIME);
        characters++;
      }
      if (first === LETTER || characters > 1) visit(this.#idsOf(text, start, at, hash));
    }
  }

  #idsOf(text: string, start: number, end: number, hash: number): readonly number[] {
    const mask = this.#table.length - 1;
    let place = hash & mask;
    for (let word = this.#table[place]!; word !== 0; word = this.#table[place]!) {
      if (this.#hashes[word] === hash && isAt(text, start, end, this.#words[word]!)) {
        return this.#idsByWord[word]!;
      }
      place = (place + 1) & mask;
    }
    const word = text.slice(start, end);
    const ids = this.#termsOfWord(word).map((term) => this.idOf(ownCopy(term)));
    this.#table[place] = this.#words.push(ownCopy(word)) - 1;
    this.#hashes.push(hash);
    this.#idsByWord.push(ids);
    if (this.#words.length * 2 > this.#table.length) this.#grow();
    return ids;
  }

  #grow(): void {
    const table = new Int32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let word = 1; word < this.#words.length; word++) {
      let place = this.#hashes[word]! & mask;
      while (table[place] !== 0) place = (place + 1) & mask;
      table[place] = word;
    }
    this.#table = table;
  }
}

/** A power of two, so that a mask takes the place from a hash. */
const SMALLEST_TABLE = 1 << 12;
/** Fowler-Noll-Vo: two operations a character, and words spread well enough. */
const FNV_START = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

const OTHER = 1;
const NUMBER = 2;
const LETTER = 3;
/** The kind of each UTF-16 unit outside pairs, filled when first met; 0 is unknown. */
const KINDS = new Uint8Array(0x10000);

function kindAt(text: string, at: number, to: number): number {
  if (at >= to) return OTHER;
  const kind = KINDS[text.charCodeAt(at)]!;
  if (kind !== 0) return kind;
  const width = widthAt(text, at, to);
  const character = text.slice(at, at + width);
  const found = /[\p{L}_$]/u.test(character) ? LETTER : /\p{N}/u.test(character) ? NUMBER : OTHER;
  if (width === 1 && !isHighSurrogate(text.charCodeAt(at))) KINDS[text.charCodeAt(at)] = found;
  return found;
}

function widthAt(text: string, at: number, to: number): number {
  if (at + 1 >= to || !isHighSurrogate(text.charCodeAt(at))) return 1;
  return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function isAt(text: string, start: number, end: number, word: string): boolean {
  if (word.length !== end - start) return false;
  for (let index = 0; index < word.length; index++) {
    if (word.charCodeAt(index) !== text.charCodeAt(start + index)) return false;
  }
  return true;
}

/** A part of a long text keeps the whole of it in memory; a joined copy does not. */
function ownCopy(word: string): string {
  return word.length < SHORTEST_SLICE ? word : word.split('').join('');
}
/** Engines copy shorter parts anyway. */
const SHORTEST_SLICE = 13;
