import { spawn } from 'node:child_process';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../adapters/private-folder.ts';
import type { Engine } from '../core/engine.ts';
import { helperLease } from '../indexing/watch-lease.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { isPrivateFolder, isPrivateSocket, privateSocketPath } from './private-socket.ts';
import { projectFlags } from './project-flags.ts';

/** One that failed to start is not tried again by every question. */
const NOT_AGAIN_MS = 60_000;

/** Where it is noted that a helper was started; it removes the note when it ends well. */
export const startNote = (socket: string): string => `${socket}.started`;

/**
 * Starts a process that answers the next questions, after this one has answered one about a large project and found
 * none to ask. Whatever goes wrong, the next question answers itself as this one did.
 */
export async function startHelper(
  engine: Engine,
  { globals, build, folder }: { readonly globals: Globals; readonly build: string; readonly folder: string },
): Promise<void> {
  const { seconds, chunks } = engine.config.helper;
  const socket = privateSocketPath({ build, globals, folder });
  if (seconds === 0 || socket === undefined || globals.also !== undefined) return;
  try {
    if ((await (await engine.store()).index(engine.scope).size()).chunks < chunks) return;
    if ((await engine.leases.holder(helperLease(engine))) !== undefined || (await isServed(socket))) return;
    makePrivateFolder(dirname(socket));
    if (!isPrivateFolder(dirname(socket))) return;
    const note = startNote(socket);
    const noted = statSync(note, { throwIfNoEntry: false });
    if (noted !== undefined && Date.now() - noted.mtimeMs < NOT_AGAIN_MS) return;
    writeFileSync(note, '');
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...projectFlags(globals), 'helper'], {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
    });
    child.on('error', () => rmSync(note, { force: true }));
    child.unref();
  } catch (error) {
    // A cache folder that cannot be written, say: there is no helper then.
    if (!(error instanceof Error)) throw error;
  }
}

/** Whether a process listens, though it was too busy to answer. */
async function isServed(socket: string): Promise<boolean> {
  if (!isPrivateSocket(socket)) return false;
  return new Promise((resolve) => {
    const connection = connect(socket);
    const end = (isThere: boolean) => () => {
      connection.destroy();
      resolve(isThere);
    };
    connection.on('connect', end(true)).on('error', end(false));
  });
}
