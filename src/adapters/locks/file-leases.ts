import { randomUUID } from 'node:crypto';
import { open, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../core/errors.ts';
import type { Lease, Leases } from '../../core/ports.ts';
import { readRegularFile } from '../config/read-regular-file.ts';
import { makePrivateFolder } from '../private-folder.ts';

/** The holder touches its file this often … */
const HEARTBEAT_MS = 1000;
/** … and is presumed dead after this long without: a busy machine may miss a few heartbeats. */
const STALE_MS = 6000;

const contentSchema = z.object({ token: z.string(), pid: z.int(), host: z.string(), since: z.number() });
type Content = z.output<typeof contentSchema>;

/**
 * Leases as files `<prefix>.<name>.lock`, created exclusively and touched while held. A dead holder is noticed at
 * once on the same machine (its process is gone) and after a few seconds elsewhere. A second exclusive file guards
 * the few milliseconds in which two processes could take over the same dead lease; if even its owner dies, the loser
 * notices at its next heartbeat and steps down.
 */
export function createFileLeases(prefix: string, clock: () => number = Date.now): Leases {
  const pathOf = (name: string) => `${prefix}.${name}.lock`;
  return {
    async take(name) {
      const path = pathOf(name);
      makePrivateFolder(dirname(path));
      const content: Content = { token: randomUUID(), pid: process.pid, host: hostname(), since: clock() };
      if (await create(path, content)) return hold(path, content, clock);
      if (!(await isDead(path, clock))) return undefined;
      const taken = await takeOverLease(path, content, clock);
      return taken ? hold(path, content, clock) : undefined;
    },
    async holder(name) {
      const path = pathOf(name);
      const content = read(path);
      if (content === undefined || (await isDead(path, clock))) return undefined;
      return { pid: content.pid, since: content.since };
    },
  };
}

async function takeOverLease(path: string, content: Content, clock: () => number): Promise<boolean> {
  const guard = `${path}.takeover`;
  if (!(await create(guard, content))) {
    if (await isDead(guard, clock)) await rm(guard, { force: true });
    return false;
  }
  try {
    // Another process may have taken over between the check and the guard.
    if (!(await isDead(path, clock))) return false;
    await rm(path, { force: true });
    return await create(path, content);
  } finally {
    await rm(guard, { force: true });
  }
}

function hold(path: string, content: Content, clock: () => number): Lease {
  let held = true;
  const beat = async (): Promise<void> => {
    const now = read(path);
    if (now?.token !== content.token) return stop();
    const seconds = clock() / 1000;
    await utimes(path, seconds, seconds);
  };
  const timer = setInterval(() => {
    // Without its file the lease is lost, whatever the reason.
    beat().catch(stop);
  }, HEARTBEAT_MS);
  // A lease must not keep the process alive.
  timer.unref();
  function stop(): void {
    held = false;
    clearInterval(timer);
  }
  return {
    held: () => held,
    release: async () => {
      if (!held) return;
      stop();
      if (read(path)?.token === content.token) await rm(path, { force: true });
    },
  };
}

async function create(path: string, content: Content): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(JSON.stringify(content));
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function isDead(path: string, clock: () => number): Promise<boolean> {
  const content = read(path);
  const touched = await stat(path).then(
    (file) => file.mtimeMs,
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (touched === undefined) return true;
  if (clock() - touched > STALE_MS) return true;
  // Just created and not yet written, or held on another machine: only time can tell.
  if (content === undefined || content.host !== hostname()) return false;
  return !isAlive(content.pid);
}

function read(path: string): Content | undefined {
  try {
    const text = readRegularFile(path);
    if (text === undefined) return undefined;
    const parsed = contentSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is alive, but another user's.
    return errorCode(error) === 'EPERM';
  }
}
