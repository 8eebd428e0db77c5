import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../package-folder.ts';

/** The packaged word list of a language, as text. */
export function readWordList(language: string): string | undefined {
  const path = join(packageFolder(), 'words', `${language}.txt`);
  return /^[a-z]{2}$/.test(language) && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
