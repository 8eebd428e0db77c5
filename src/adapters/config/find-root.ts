import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const CONFIG_FILE = 'dossier.config.json';

/** The root of a folder's project: the nearest ancestor (or itself) with settings or a repository, else the folder. */
export function findRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, CONFIG_FILE)) || existsSync(join(current, '.git'))) return current;
    if (dirname(current) === current) return folder;
  }
}
