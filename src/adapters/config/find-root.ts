import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const CONFIG_FILE = 'dossier.config.json';

/** The project a folder belongs to: the nearest one above it with settings or a repository, else itself. */
export function findRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, CONFIG_FILE)) || existsSync(join(current, '.git'))) return current;
    if (dirname(current) === current) return folder;
  }
}
