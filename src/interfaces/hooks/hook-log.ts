import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { maskSecretsIn } from '../../core/text/mask-secrets.ts';

/** Rotated to one older file, so the log never takes more than twice this. */
const MAX_BYTES = 256 * 1024;

export function hookLogPath(stateFolder: string): string {
  return join(stateFolder, 'hooks.log');
}

/** Appends a line. A failing log must not disturb the agent, so `onError` is called instead. */
export function writeHookLog(path: string, line: string, onError: (error: unknown) => void): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    if (existsSync(path) && statSync(path).size > MAX_BYTES) renameSync(path, `${path}.1`);
    appendFileSync(path, `${maskSecretsIn(line).text.replaceAll('\n', ' ⏎ ')}\n`);
  } catch (error) {
    onError(error);
  }
}

/** The last lines of the log, oldest first. */
export function readHookLog(path: string, lines: number): readonly string[] {
  const all = [`${path}.1`, path]
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .filter((line) => line !== '');
  return all.slice(Math.max(0, all.length - lines));
}
