/**
 * The few WebAssembly instructions that the kernels in this folder use, named by their meaning, and the module around
 * them. A compiler would be a larger dependency than the kernels.
 */
export type Code = readonly number[];

export const I32 = 0x7f;
export const F64 = 0x7c;
export const V128 = 0x7b;

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];

/** A whole number, which may not be negative. */
export const constant = (value: number): Code => [0x41, ...signed(value)];
export const ADD = 0x6a;
export const SUBTRACT = 0x6b;
export const AND = 0x71;
export const SHIFT_LEFT = 0x74;
export const SHIFT_RIGHT = 0x76;
export const EQUALS = 0x46;
export const LESS_THAN = 0x49;
export const NOT_LESS_THAN = 0x4f;
export const IS_ZERO = 0x45;
export const advance = (local: number, by: number): Code => [
  ...get(local),
  ...constant(by),
  ADD,
  ...set(local),
];

// Numbers of 64 bits with a fraction.
export const PLUS = 0xa0;
export const TIMES = 0xa2;
export const DIVIDED = 0xa3;
export const BELOW = 0x63;
export const IS_EQUAL = 0x61;
export const ZERO: Code = [0x44, 0, 0, 0, 0, 0, 0, 0, 0];
export const FROM_INTEGER = 0xb7;
export const FROM_UNSIGNED = 0xb8;
export const FROM_FLOAT = 0xbb;

// Memory: the address is on the stack, `offset` is added to it.
export const loadInteger = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
export const loadShort = (offset: number): Code => [0x2f, 1, ...unsigned(offset)];
export const loadFloat = (offset: number): Code => [0x2a, 2, ...unsigned(offset)];
export const loadDouble = (offset: number): Code => [0x2b, 3, ...unsigned(offset)];
export const storeInteger = (offset: number): Code => [0x36, 2, ...unsigned(offset)];
export const storeDouble = (offset: number): Code => [0x39, 3, ...unsigned(offset)];

export const LOOP: Code = [0x03, 0x40];
export const REPEAT_IF: Code = [0x0d, 0];
export const IF: Code = [0x04, 0x40];
export const ELSE = 0x05;
export const END = 0x0b;

/** Repeats the code. Inside it, `NEXT_IF` starts again and `LEAVE_IF` ends the loop. */
export const forever = (code: Code): Code => [0x02, 0x40, ...LOOP, ...code, 0x0c, 0, END, END];
export const NEXT_IF: Code = REPEAT_IF;
export const LEAVE_IF: Code = [0x0d, 1];

interface KernelFunction {
  readonly name: string;
  readonly parameters: Code;
  /** The type of what it leaves on the stack. */
  readonly result?: number;
  /** The types of its variables, numbered after the parameters. */
  readonly locals?: Code;
  readonly code: Code;
}

/** Makes the functions, over the given memory. Throws where the processor or the runtime lacks what they use. */
export function instantiate(
  functions: readonly KernelFunction[],
  memory: WebAssembly.Memory,
): Readonly<Record<string, unknown>> {
  const bytes = [
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(
      1,
      functions.map(({ parameters, result }) => [
        ...[0x60, parameters.length, ...parameters],
        ...(result === undefined ? [0] : [1, result]),
      ]),
    ),
    ...section(2, [[...text('host'), ...text('memory'), 2, 0, 1]]),
    ...section(
      3,
      functions.map((_, number) => [number]),
    ),
    ...section(
      7,
      functions.map(({ name }, number) => [...text(name), 0, number]),
    ),
    ...section(
      10,
      functions.map(({ locals = [], code }) => {
        const body = [locals.length, ...locals.flatMap((type) => [1, type]), ...code, END];
        return [...unsigned(body.length), ...body];
      }),
    ),
  ];
  const module = new WebAssembly.Module(Uint8Array.from(bytes));
  return new WebAssembly.Instance(module, { host: { memory } }).exports;
}

function section(number: number, entries: readonly Code[]): Code {
  const content = [...unsigned(entries.length), ...entries.flat()];
  return [number, ...unsigned(content.length), ...content];
}

function text(value: string): Code {
  return [value.length, ...[...value].map((letter) => letter.charCodeAt(0))];
}

/** LEB128: seven bits at a time, lowest first. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

/** The same, where the last of the highest seven bits is the sign. */
function signed(value: number): Code {
  return value < 64 ? [value] : [(value & 127) | 128, ...signed(value >>> 7)];
}
