import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * The text of a small regular file. Undefined for one that is a folder, a pipe or a device, or is larger than
 * `maxBytes`: files whose names mean something to us come with projects, and reading a pipe would wait for ever.
 * Throws where the file is missing or may not be read.
 */
export function readRegularFile(path: string, maxBytes = 1_000_000): string | undefined {
  // Not blocking: opening a pipe for reading would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = fstatSync(file);
    return fstatSync(file).isFile() && size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}
