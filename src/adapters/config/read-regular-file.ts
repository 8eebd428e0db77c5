import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/**
 * Reads a small regular file. Undefined for a folder, a pipe, a device, or a file larger than `maxBytes`: projects
 * bring these files along, and reading a pipe would block forever. Throws when the file is missing or unreadable.
 */
export function readRegularFile(path: string, maxBytes = 1_000_000): string | undefined {
  // Non-blocking: opening a pipe for reading would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    return found.isFile() && found.size <= maxBytes ? readFileSync(file, 'utf8') : undefined;
  } finally {
    closeSync(file);
  }
}
