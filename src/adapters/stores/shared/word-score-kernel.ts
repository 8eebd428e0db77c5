import { BLOCK_SIZE } from './postings.ts';
import {
  AND,
  advance,
  BELOW,
  type Code,
  constant,
  DIVIDED,
  ELSE,
  END,
  EQUALS,
  F64,
  FROM_UNSIGNED,
  forever,
  get,
  I32,
  IF,
  IS_EQUAL,
  IS_ZERO,
  instantiate,
  LEAVE_IF,
  loadDouble,
  loadInteger,
  loadShort,
  NEXT_IF,
  NOT_LESS_THAN,
  PLUS,
  SHIFT_LEFT,
  SHIFT_RIGHT,
  set,
  storeDouble,
  storeInteger,
  TIMES,
  ZERO,
} from './web-assembly-code.ts';

/**
 * The loops over the postings of a block. A process that answers one question runs JavaScript unoptimized, where they
 * would take thirty times as long; what they compute is the same to the last bit. All of them work on the postings
 * written last.
 */
interface Functions {
  /** Adds the occurrences of a form to `counts`, or of the last form of a term, with those, to `scores`. */
  readonly add: (
    postings: number,
    isLast: number,
    share: number,
    name: number,
    path: number,
    doc: number,
    body: number,
    floor: number,
    gain: number,
    base: number,
    perWord: number,
  ) => void;
  /** Moves what is left in `counts` to `scores`. */
  readonly rest: (postings: number, gain: number, base: number, perWord: number) => void;
  /** The number of slots not seen before in this round. */
  readonly meet: (postings: number, round: number) => number;
  /** The first slot from `from` on, below `end`, whose score is not below `least`; else `end`. */
  readonly find: (from: number, end: number, least: number) => number;
}

export interface WordScoreKernel extends Functions {
  readonly scores: Float64Array;
  /** All zero between terms. */
  readonly counts: Float64Array;
  readonly lengths: Uint16Array;
  /** The last round in which each slot was seen. */
  readonly rounds: Uint32Array;
  readonly postings: Uint32Array;
}

// The layout of the memory.
const SCORES = 0;
const COUNTS = SCORES + BLOCK_SIZE * 8;
const ROUNDS = COUNTS + BLOCK_SIZE * 8;
const POSTINGS = ROUNDS + BLOCK_SIZE * 4;
const LENGTHS = POSTINGS + BLOCK_SIZE * 4;
const PAGES = Math.ceil((LENGTHS + BLOCK_SIZE * 2) / 65_536);

export function wordScoreKernel(): WordScoreKernel {
  const memory = new WebAssembly.Memory({ initial: PAGES });
  const functions = instantiate([ADD_FORM, REST, MEET, FIND], memory);
  if (!hasAll(functions)) throw new TypeError('The kernel of word scores lacks its functions.');
  const { buffer } = memory;
  return {
    ...functions,
    scores: new Float64Array(buffer, SCORES, BLOCK_SIZE),
    counts: new Float64Array(buffer, COUNTS, BLOCK_SIZE),
    rounds: new Uint32Array(buffer, ROUNDS, BLOCK_SIZE),
    postings: new Uint32Array(buffer, POSTINGS, BLOCK_SIZE),
    lengths: new Uint16Array(buffer, LENGTHS, BLOCK_SIZE),
  };
}

function hasAll(
  functions: Readonly<Record<string, unknown>>,
): functions is Readonly<Record<string, unknown>> & Functions {
  return [ADD_FORM, REST, MEET, FIND].every(({ name }) => typeof functions[name] === 'function');
}

/**
 * Runs the code for every posting; their number is the first parameter. Slots that no block has, as in a damaged store,
 * are skipped. The three variables follow the parameters.
 */
function forEachPosting(variables: number, code: (posting: number, slot: number) => Code): Code {
  const [at, posting, slot] = [variables, variables + 1, variables + 2];
  return [
    ...forever([
      ...[...get(at), ...get(0), ...constant(2), SHIFT_LEFT, NOT_LESS_THAN, ...LEAVE_IF],
      ...[...get(at), ...loadInteger(POSTINGS), ...set(posting), ...advance(at, 4)],
      ...[...get(posting), ...constant(16), SHIFT_RIGHT, ...set(slot)],
      ...[...get(slot), ...constant(BLOCK_SIZE), NOT_LESS_THAN, ...NEXT_IF],
      ...code(posting, slot),
    ]),
  ];
}

const inDoubles = (slot: number): Code => [...get(slot), ...constant(3), SHIFT_LEFT];
const inIntegers = (slot: number): Code => [...get(slot), ...constant(2), SHIFT_LEFT];

/** Adds to the slot's score what its occurrences are worth: less and less, and less in a long document. */
function addScore(
  slot: number,
  from: { readonly count: number; readonly gain: number; readonly base: number; readonly perWord: number },
): Code {
  return [
    ...[...inDoubles(slot), ...inDoubles(slot), ...loadDouble(SCORES)],
    ...[...get(from.gain), ...get(from.count), TIMES],
    ...[...get(from.count), ...get(from.base), PLUS],
    ...[...get(slot), ...constant(1), SHIFT_LEFT, ...loadShort(LENGTHS), FROM_UNSIGNED],
    ...[...get(from.perWord), TIMES, PLUS, DIVIDED, PLUS, ...storeDouble(SCORES)],
    ...[...inDoubles(slot), ...ZERO, ...storeDouble(COUNTS)],
  ];
}

/** The occurrences in a field, as the posting has them, times the field's weight. */
const inField = (posting: number, shift: number, mask: number, weight: number): Code => [
  ...[...get(posting), ...constant(shift), SHIFT_RIGHT, ...constant(mask), AND, FROM_UNSIGNED],
  ...[...get(weight), TIMES],
];

// The parameters of `add` after the number of postings, then its variable.
const IS_LAST = 1;
const SHARE = 2;
const NAME = 3;
const PATH = 4;
const DOC = 5;
const BODY = 6;
const FLOOR = 7;
const GAIN = 8;
const BASE = 9;
const PER_WORD = 10;
const SUM = 11;

const ADD_FORM = {
  name: 'add',
  parameters: [I32, I32, F64, F64, F64, F64, F64, F64, F64, F64, F64],
  locals: [F64, I32, I32, I32],
  code: forEachPosting(SUM + 1, (posting, slot) => [
    ...[...inDoubles(slot), ...loadDouble(SCORES), ...get(FLOOR), BELOW, ...NEXT_IF],
    ...[...inDoubles(slot), ...loadDouble(COUNTS), ...get(SHARE)],
    ...[...inField(posting, 0, 7, NAME), ...inField(posting, 3, 7, PATH), PLUS],
    ...[...inField(posting, 6, 15, DOC), PLUS, ...inField(posting, 10, 63, BODY), PLUS],
    ...[TIMES, PLUS, ...set(SUM)],
    ...[...get(IS_LAST), ...IF, ...addScore(slot, { count: SUM, gain: GAIN, base: BASE, perWord: PER_WORD })],
    ...[ELSE, ...inDoubles(slot), ...get(SUM), ...storeDouble(COUNTS), END],
  ]),
};

const REST = {
  name: 'rest',
  parameters: [I32, F64, F64, F64],
  locals: [F64, I32, I32, I32],
  code: forEachPosting(5, (_, slot) => [
    ...[...inDoubles(slot), ...loadDouble(COUNTS), ...set(4)],
    ...[...get(4), ...ZERO, IS_EQUAL, ...NEXT_IF],
    ...addScore(slot, { count: 4, gain: 1, base: 2, perWord: 3 }),
  ]),
};

const ROUND = 1;
const NEW = 2;
const MEET = {
  name: 'meet',
  parameters: [I32, I32],
  result: I32,
  locals: [I32, I32, I32, I32],
  code: [
    ...forEachPosting(NEW + 1, (_, slot) => [
      ...[...inIntegers(slot), ...loadInteger(ROUNDS), ...get(ROUND), EQUALS, ...NEXT_IF],
      ...[...inIntegers(slot), ...get(ROUND), ...storeInteger(ROUNDS), ...advance(NEW, 1)],
    ]),
    ...get(NEW),
  ],
};

const FIND = {
  name: 'find',
  parameters: [I32, I32, F64],
  result: I32,
  code: [
    ...forever([
      ...[...get(0), ...get(1), NOT_LESS_THAN, ...LEAVE_IF],
      ...[...inDoubles(0), ...loadDouble(SCORES), ...get(2), BELOW, IS_ZERO, ...LEAVE_IF],
      ...advance(0, 1),
    ]),
    ...get(0),
  ],
};
