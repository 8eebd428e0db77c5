import {
  ADD,
  advance,
  BELOW,
  constant,
  END,
  F64,
  FROM_FLOAT,
  FROM_INTEGER,
  forever,
  get,
  I32,
  IS_ZERO,
  instantiate,
  LEAVE_IF,
  LESS_THAN,
  LOOP,
  loadFloat,
  loadInteger,
  NOT_LESS_THAN,
  REPEAT_IF,
  SHIFT_LEFT,
  SUBTRACT,
  set,
  storeInteger,
  TIMES,
  V128,
} from './web-assembly-code.ts';

/**
 * Dot products of one query with many 8-bit vectors, sixteen components at a time, and the search for the large ones
 * among them. The query is already widened to 16 bits, so only the vectors are widened in the loop. On 200,000 vectors
 * of 256 components the products take about a tenth of the time of the same loop in JavaScript
 * (docs/lab/first-release.md, "Store"), and a process that has just started runs JavaScript slower still. Vectors,
 * query, scales and results are addresses in its memory.
 */
export interface DotProductKernel {
  readonly dots: (
    vectors: number,
    /** At least one. */
    count: number,
    /** 16 bits per component. */
    query: number,
    /** A multiple of LANES. */
    dimensions: number,
    results: number,
  ) => void;
  /** The first place from `from` on, of fewer than `count`, whose score is not below `least`; else `count`. */
  readonly find: (
    from: number,
    count: number,
    results: number,
    scales: number,
    queryScale: number,
    least: number,
  ) => number;
}

/** Components per loop iteration: vectors are zero-padded to a multiple of it. */
export const LANES = 16;

/** Throws where the processor or the runtime lacks 128-bit SIMD. */
export function dotProductKernel(memory: WebAssembly.Memory): DotProductKernel {
  const functions = instantiate(
    [
      { name: 'dots', parameters: [I32, I32, I32, I32, I32], locals: [I32, I32, V128], code: PRODUCTS },
      { name: 'find', parameters: [I32, I32, I32, I32, F64, F64], result: I32, code: SEARCH },
    ],
    memory,
  );
  if (!isKernel(functions)) throw new TypeError('The dot product kernel lacks its functions.');
  return functions;
}

function isKernel(
  functions: Readonly<Record<string, unknown>>,
): functions is Readonly<Record<string, unknown>> & DotProductKernel {
  return typeof functions['dots'] === 'function' && typeof functions['find'] === 'function';
}

// Parameters and variables of the products, by index.
const VECTORS = 0;
const COUNT = 1;
const QUERY = 2;
const DIMENSIONS = 3;
const RESULTS = 4;
const PLACE = 5;
const END_OF_QUERY = 6;
const SUM = 7;

const loadEightBytesWidened = (offset: number) => [0xfd, 0x01, 0x00, offset]; // v128.load8x8_s
const loadEightNumbers = (offset: number) => [0xfd, 0x00, 0x00, offset];
const ZEROS = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const MULTIPLY_AND_ADD_NEIGHBOURS = [0xfd, 0xba, 0x01]; // i32x4.dot_i16x8_s
const ADD_LANES = [0xfd, 0xae, 0x01]; // i32x4.add
const lane = (number: number) => [...get(SUM), 0xfd, 0x1b, number];

/** Adds the products of eight components, at an offset from the current vector and query positions. */
const addEight = (first: number) => [
  ...[...get(VECTORS), ...loadEightBytesWidened(first), ...get(PLACE), ...loadEightNumbers(2 * first)],
  ...[...MULTIPLY_AND_ADD_NEIGHBOURS, ...ADD_LANES],
];

const PRODUCTS = [
  ...[...get(QUERY), ...get(DIMENSIONS), ADD, ...get(DIMENSIONS), ADD, ...set(END_OF_QUERY)],
  ...LOOP,
  ...[...ZEROS, ...set(SUM), ...get(QUERY), ...set(PLACE)],
  ...LOOP,
  ...[...get(SUM), ...addEight(0), ...addEight(8), ...set(SUM)],
  ...[...advance(VECTORS, LANES), ...advance(PLACE, 2 * LANES)],
  ...[...get(PLACE), ...get(END_OF_QUERY), LESS_THAN, ...REPEAT_IF, END],
  ...[...get(RESULTS), ...lane(0), ...lane(1), ADD, ...lane(2), ADD, ...lane(3), ADD, ...storeInteger(0)],
  ...advance(RESULTS, 4),
  ...[...get(COUNT), ...constant(1), SUBTRACT, ...set(COUNT)],
  ...[...get(COUNT), ...REPEAT_IF, END],
];

// Parameters of the search, by index.
const FROM = 0;
const END_OF_RESULTS = 1;
const RESULTS_SOUGHT = 2;
const SCALES = 3;
const QUERY_SCALE = 4;
const LEAST = 5;

/** The address of the number at the current place. */
const numberAt = (start: number) => [...get(start), ...get(FROM), ...constant(2), SHIFT_LEFT, ADD];
/** The scores are multiplied in 64 bits and in the order of the JavaScript they are compared with. */
const SCORE = [
  ...[...numberAt(RESULTS_SOUGHT), ...loadInteger(0), FROM_INTEGER],
  ...[...numberAt(SCALES), ...loadFloat(0), FROM_FLOAT, TIMES],
  ...[...get(QUERY_SCALE), TIMES],
];
const SEARCH = [
  ...forever([
    ...[...get(FROM), ...get(END_OF_RESULTS), NOT_LESS_THAN, ...LEAVE_IF],
    ...[...SCORE, ...get(LEAST), BELOW, IS_ZERO, ...LEAVE_IF],
    ...advance(FROM, 1),
  ]),
  ...get(FROM),
];
