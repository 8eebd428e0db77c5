import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { projectFlags } from './project-flags.ts';

/**
 * Starts a process that indexes the project after this one has answered. It has low priority, so that other questions
 * do not wait for it. If it fails to start or is killed, the next question continues.
 */
export function indexInBackground(globals: Globals): void {
  const program = process.argv[1] ?? '';
  const child = spawn(
    process.execPath,
    [program, 'index', '--if-idle', '--quiet', ...projectFlags(globals)],
    { detached: true, stdio: 'ignore' },
  );
  child.on('error', (error) =>
    process.stderr.write(`note: The rest could not be indexed in the background: ${error.message}\n`),
  );
  child.unref();
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
}
