import { codeUnitAt } from './code-unit-at.ts';

/**
 * Numbers the words of texts and the terms of each word. Words repeat; a known one is read without copying it and
 * without a regular expression.
 */
export class TermDictionary {
  readonly #termsOfWord: (word: string) => readonly string[];
  readonly #terms: string[] = [];
  readonly #idByTerm = new Map<string, number>();
  /** Open addressing: the slot of a word's hash holds its number; 0 for none. */
  #table = new Int32Array(SMALLEST_TABLE);
  #hashes = new Int32Array(SMALLEST_TABLE);
  #checks = new Int32Array(SMALLEST_TABLE);
  readonly #idsByWord: (readonly number[])[] = [[]];

  constructor(termsOfWord: (word: string) => readonly string[]) {
    this.#termsOfWord = termsOfWord;
  }

  /** Distinct words seen so far; memory grows with them. */
  get size(): number {
    return this.#idsByWord.length;
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
   * Calls `visit` for each word of a range of the text with the numbers of its terms. A word starts with a letter, `_`
   * or `$` and continues with those and digits; two or more digits are a word too.
   */
  scan(text: string, from: number, to: number, visit: (ids: readonly number[]) => void): void {
    let at = from;
    while (at < to) {
      let unit = codeUnitAt(text, at);
      let kind = KINDS[unit]! || kindAt(text, at, to);
      if (kind === OTHER) {
        at++;
        continue;
      }
      const start = at;
      const first = kind;
      let characters = 0;
      let hash = FNV_START;
      let check = CHECK_START;
      do {
        hash = Math.imul(hash ^ unit, FNV_PRIME);
        check = Math.imul(check ^ unit, CHECK_PRIME);
        at++;
        if (isHighSurrogate(unit) && widthAt(text, at - 1, to) > 1) {
          unit = codeUnitAt(text, at++);
          hash = Math.imul(hash ^ unit, FNV_PRIME);
          check = Math.imul(check ^ unit, CHECK_PRIME);
        }
        characters++;
        if (at >= to) break;
        unit = codeUnitAt(text, at);
        kind = KINDS[unit]! || kindAt(text, at, to);
      } while (kind === NUMBER || kind === first);
      if (first === LETTER || characters > 1) visit(this.#idsOf(text, start, at, hash, check));
    }
  }

  /** Words that agree in both hashes count as one: among 200,000 words a collision has odds below one in a million. */
  #idsOf(text: string, start: number, end: number, hash: number, check: number): readonly number[] {
    const mask = this.#table.length - 1;
    let place = hash & mask;
    for (let word = this.#table[place]!; word !== 0; word = this.#table[place]!) {
      if (this.#hashes[word] === hash && this.#checks[word] === check) return this.#idsByWord[word]!;
      place = (place + 1) & mask;
    }
    const ids = this.#termsOfWord(text.slice(start, end)).map((term) => this.idOf(ownCopy(term)));
    const word = this.#idsByWord.push(ids) - 1;
    if (word === this.#hashes.length) {
      this.#hashes = twiceAsLong(this.#hashes);
      this.#checks = twiceAsLong(this.#checks);
    }
    this.#table[place] = word;
    this.#hashes[word] = hash;
    this.#checks[word] = check;
    if (this.#idsByWord.length * 2 > this.#table.length) this.#grow();
    return ids;
  }

  #grow(): void {
    const table = new Int32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let word = 1; word < this.#idsByWord.length; word++) {
      let place = this.#hashes[word]! & mask;
      while (table[place] !== 0) place = (place + 1) & mask;
      table[place] = word;
    }
    this.#table = table;
  }
}

/** A power of two, so that a mask turns a hash into a slot. */
const SMALLEST_TABLE = 1 << 12;
/** Fowler-Noll-Vo: two operations per character, and a good enough spread. */
const FNV_START = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;
/** A second hash with another start and factor. */
const CHECK_START = 0x9747b28c | 0;
const CHECK_PRIME = 0x5bd1e995;

function twiceAsLong(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(numbers.length * 2);
  longer.set(numbers);
  return longer;
}

const OTHER = 1;
const NUMBER = 2;
const LETTER = 3;
/** The kind of each UTF-16 code unit outside surrogate pairs, filled on first use; 0 is unknown. */
const KINDS = new Uint8Array(0x10000);

function kindAt(text: string, at: number, to: number): number {
  const width = widthAt(text, at, to);
  const character = text.slice(at, at + width);
  const found = /[\p{L}_$]/u.test(character) ? LETTER : /\p{N}/u.test(character) ? NUMBER : OTHER;
  if (width === 1 && !isHighSurrogate(codeUnitAt(text, at))) KINDS[codeUnitAt(text, at)] = found;
  return found;
}

function widthAt(text: string, at: number, to: number): number {
  if (at + 1 >= to || !isHighSurrogate(codeUnitAt(text, at))) return 1;
  return (codeUnitAt(text, at + 1) & 0xfc00) === 0xdc00 ? 2 : 1;
}

function isHighSurrogate(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

/** A slice of a long text keeps all of it in memory; a slice of a copy keeps only the copy. */
function ownCopy(word: string): string {
  return word.length < SHORTEST_SLICE ? word : ` ${word}`.slice(1);
}
/** Engines copy shorter slices anyway. */
const SHORTEST_SLICE = 13;
