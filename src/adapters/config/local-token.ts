import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../../core/errors.ts';
import { makePrivateFolder } from '../private-folder.ts';

const TOKEN = /^[0-9a-f]{32,}$/;
const OTHERS = 0o077;

/** Reads the access token from a file private to its user; creates it if missing, or if others could read it. */
export function keepLocalToken(path: string, create: () => string): string {
  const known = readLocalToken(path);
  if (known !== undefined) return known;
  makePrivateFolder(dirname(path));
  rmSync(path, { force: true });
  const token = create();
  try {
    writeFileSync(path, token, { mode: 0o600, flag: 'wx' });
    return token;
  } catch (error) {
    // Another server starting at the same time created it.
    const other = errorCode(error) === 'EEXIST' ? readLocalToken(path) : undefined;
    if (other === undefined) throw error;
    return other;
  }
}

/** The same for a salt, which need not last: if nothing can be written, the process uses one of its own. */
export function keepLocalSalt(path: string, create: () => string): string {
  try {
    return keepLocalToken(path, create);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return create();
  }
}

function readLocalToken(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true || (process.platform !== 'win32' && (found.mode & OTHERS) !== 0))
    return undefined;
  const text = readFileSync(path, 'utf8').trim();
  return TOKEN.test(text) ? text : undefined;
}
