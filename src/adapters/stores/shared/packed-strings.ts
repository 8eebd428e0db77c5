import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Level 1 shrinks source code to a third, in half the time of the default level. */
const LEVEL = 1;
const SEPARATOR = '\u0000';

/** Packs strings into one deflated blob. They must not contain NUL unless there is only one. */
export function packStrings(strings: readonly string[]): Uint8Array {
  return deflateRawSync(strings.join(SEPARATOR), { level: LEVEL });
}

export function unpackStrings(bytes: Uint8Array): string[] {
  return unpackText(bytes).split(SEPARATOR);
}

export function unpackText(bytes: Uint8Array): string {
  return inflateRawSync(bytes).toString('utf8');
}
