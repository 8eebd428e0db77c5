import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's folder for data that can be regenerated. */
export function cacheFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): string {
  if (environment['XDG_CACHE_HOME']) return environment['XDG_CACHE_HOME'];
  if (platform === 'win32') return environment['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  return platform === 'darwin' ? join(homedir(), 'Library', 'Caches') : join(homedir(), '.cache');
}

/** The user's folder for data that programs keep. */
export function dataFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): string {
  if (environment['XDG_DATA_HOME']) return environment['XDG_DATA_HOME'];
  if (platform === 'win32') return environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming');
  return platform === 'darwin'
    ? join(homedir(), 'Library', 'Application Support')
    : join(homedir(), '.local', 'share');
}
