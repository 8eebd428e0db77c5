import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Globals } from '../interfaces/cli/global-flags.ts';

/** Flags that choose the project; the others only affect output. */
const OF_PROJECT = ['root', 'config', 'store', 'owner', 'project'] as const;

/**
 * Starts a process that indexes the project after this one has answered. It has low priority, so that other questions
 * do not wait for it. If it fails to start or is killed, the next question continues.
 */
export function indexInBackground(globals: Globals): void {
  const flags = OF_PROJECT.flatMap((name) => {
    const value = globals[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const program = process.argv[1] ?? '';
  const child = spawn(process.execPath, [program, 'index', '--if-idle', '--quiet', ...flags], {
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', (error) =>
    process.stderr.write(`note: The rest could not be indexed in the background: ${error.message}\n`),
  );
  child.unref();
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
}
