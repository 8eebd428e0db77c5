import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DossierError, errorMessage } from '../core/errors.ts';

/** File systems of the kernel: nothing can be kept there, and Node tries for ever to make a folder in some. */
const KERNEL_FOLDERS = /^\/(?:proc|sys|dev)(?:\/|$)/;

/** Makes a folder and those above it, for its user alone. What is there already stays as it is. */
export function makePrivateFolder(folder: string): void {
  const path = resolve(folder);
  if (existsSync(path)) return;
  if (KERNEL_FOLDERS.test(path)) {
    throw new DossierError('unavailable', `Nothing can be kept in ${path}: choose another place.`);
  }
  if (dirname(path) !== path) makePrivateFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it in the meantime.
    if (existsSync(path)) return;
    throw new DossierError(
      'unavailable',
      `The folder ${path} cannot be made: ${errorMessage(error)}. Choose another place, or mend its permissions.`,
      { cause: error },
    );
  }
}
