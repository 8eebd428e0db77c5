/**
 * Dot products of one query with many 8-bit vectors, sixteen components at a time, and the search for the large ones
 * among them. The query is already widened to 16 bits, so only the vectors are widened in the loop. Hand-assembled: for
 * sixty instructions, a compiler would be a larger dependency than the kernel. On 200,000 vectors of 256 components the
 * products take about a tenth of the time of the same loop in JavaScript (docs/lab/first-release.md, "Store"), and a
 * process that has just started runs JavaScript slower still. Vectors, query, scales and results are addresses in its
 * memory.
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
  const instance = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { host: { memory } });
  const { exports } = instance;
  if (!isKernel(exports)) throw new TypeError('The dot product kernel lacks its functions.');
  return exports;
}

function isKernel(
  exports: Readonly<Record<string, unknown>>,
): exports is Readonly<Record<string, unknown>> & DotProductKernel {
  return typeof exports['dots'] === 'function' && typeof exports['find'] === 'function';
}

// Parameters and locals of the function, by index.
const VECTORS = 0;
const COUNT = 1;
const QUERY = 2;
const DIMENSIONS = 3;
const RESULTS = 4;
const PLACE = 5;
const END_OF_QUERY = 6;
const SUM = 7;

const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const constant = (value: number) => [0x41, value];
const ADD = 0x6a;
const SUBTRACT = 0x6b;
const LESS_THAN = 0x49;
const LOOP = [0x03, 0x40];
const REPEAT_IF = [0x0d, 0x00];
const END = 0x0b;
const BLOCK = [0x02, 0x40];
const REPEAT = [0x0c, 0x00];
const LEAVE_IF = [0x0d, 0x01];
const NOT_LESS_THAN = 0x4f;
const SHIFT_LEFT = 0x74;
const IS_ZERO = 0x45;
const LOAD_INTEGER = [0x28, 0x02, 0x00];
const LOAD_FLOAT = [0x2a, 0x02, 0x00];
const INTEGER_TO_DOUBLE = 0xb7;
const FLOAT_TO_DOUBLE = 0xbb;
const MULTIPLY = 0xa2;
const BELOW = 0x63;
const STORE = [0x36, 0x02, 0x00];
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
const advance = (local: number, bytes: number) => [...get(local), ...constant(bytes), ADD, ...set(local)];

const BODY = [
  ...[...get(QUERY), ...get(DIMENSIONS), ADD, ...get(DIMENSIONS), ADD, ...set(END_OF_QUERY)],
  ...LOOP,
  ...[...ZEROS, ...set(SUM), ...get(QUERY), ...set(PLACE)],
  ...LOOP,
  ...[...get(SUM), ...addEight(0), ...addEight(8), ...set(SUM)],
  ...[...advance(VECTORS, LANES), ...advance(PLACE, 2 * LANES)],
  ...[...get(PLACE), ...get(END_OF_QUERY), LESS_THAN, ...REPEAT_IF, END],
  ...[...get(RESULTS), ...lane(0), ...lane(1), ADD, ...lane(2), ADD, ...lane(3), ADD, ...STORE],
  ...advance(RESULTS, 4),
  ...[...get(COUNT), ...constant(1), SUBTRACT, ...set(COUNT)],
  ...[...get(COUNT), ...REPEAT_IF, END],
];

// Parameters of the search, by index.
const FROM = 0;
const END_OF_RESULTS = 1;
const PRODUCTS = 2;
const SCALES = 3;
const QUERY_SCALE = 4;
const LEAST = 5;

/** The address of the number at the current place. */
const numberAt = (start: number) => [...get(start), ...get(FROM), ...constant(2), SHIFT_LEFT, ADD];
/** The scores are multiplied in 64 bits and in the order of the JavaScript they are compared with. */
const SCORE = [
  ...[...numberAt(PRODUCTS), ...LOAD_INTEGER, INTEGER_TO_DOUBLE],
  ...[...numberAt(SCALES), ...LOAD_FLOAT, FLOAT_TO_DOUBLE, MULTIPLY],
  ...[...get(QUERY_SCALE), MULTIPLY],
];
const SEARCH = [
  ...[...BLOCK, ...LOOP],
  ...[...get(FROM), ...get(END_OF_RESULTS), NOT_LESS_THAN, ...LEAVE_IF],
  ...[...SCORE, ...get(LEAST), BELOW, IS_ZERO, ...LEAVE_IF],
  ...[...advance(FROM, 1), ...REPEAT, END, END],
  ...get(FROM),
];

const I32 = 0x7f;
const F64 = 0x7c;
const V128 = 0x7b;
const text = (value: string) =>
  [value.length, ...value].map((part) => (typeof part === 'number' ? part : part.charCodeAt(0)));
const section = (number: number, content: readonly number[]) => [number, ...size(content.length), ...content];
/** Encodes a size as LEB128: seven bits at a time, lowest first. */
const size = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...size(value >>> 7)];
const withSize = (content: readonly number[]) => [...size(content.length), ...content];

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...section(1, [
    2,
    ...[0x60, 5, I32, I32, I32, I32, I32, 0],
    ...[0x60, 6, I32, I32, I32, I32, F64, F64, 1, I32],
  ]),
  ...section(2, [1, ...text('host'), ...text('memory'), 2, 0, 1]),
  ...section(3, [2, 0, 1]),
  ...section(7, [2, ...text('dots'), 0, 0, ...text('find'), 0, 1]),
  ...section(10, [2, ...withSize([2, 2, I32, 1, V128, ...BODY, END]), ...withSize([0, ...SEARCH, END])]),
]);
