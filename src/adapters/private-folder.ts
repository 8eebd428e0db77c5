import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DossierError, errorMessage } from '../core/errors.ts';

/** Kernel file systems: nothing can be stored there, and creating a folder in some hangs Node. */
const KERNEL_FOLDERS = /^\/(?:proc|sys|dev)(?:\/|$)/;

/** Creates a folder and its ancestors, accessible to its user only. Existing ones stay as they are. */
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
    // Another process may have created it meanwhile.
    if (existsSync(path)) return;
    throw new DossierError(
      'unavailable',
      `The folder ${path} cannot be created: ${errorMessage(error)}. Choose another place, or fix its permissions.`,
      { cause: error },
    );
  }
}
