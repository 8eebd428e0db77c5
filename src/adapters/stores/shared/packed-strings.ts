import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Level 1: a third of the size at half the time of the default level on source code. */
const LEVEL = 1;
const SEPARATOR = '\u0000';

/** Strings in one deflated blob. They must not contain NUL unless there is only one. */
export function packStrings(strings: readonly string[]): Uint8Array {
  return deflateRawSync(strings.join(SEPARATOR), { level: LEVEL });
}

export function unpackStrings(bytes: Uint8Array): string[] {
  return unpackText(bytes).split(SEPARATOR);
}

export function unpackText(bytes: Uint8Array): string {
  return inflateRawSync(bytes).toString('utf8');
}
