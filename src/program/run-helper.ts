import { rmSync, statSync } from 'node:fs';
import type { Engine } from '../core/engine.ts';
import { helperLease } from '../indexing/watch-lease.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import { openEngine } from '../open-engine.ts';
import { createAnswerer } from './answer-request.ts';
import { boundMemory, DEFAULT_MEMORY } from './bound-memory.ts';
import { optionsOf } from './options-of.ts';
import { type PrivateRequest, privateSocketPath } from './private-socket.ts';
import { projectFlags } from './project-flags.ts';
import { servePrivateSocket } from './serve-private-socket.ts';
import { startNote } from './start-helper.ts';

/** How often it looks whether it should end. */
const LOOK_MS = 1000;
/** Loads what answers need: its words occur in every project, and nothing is printed. */
const WARM_UP = 'where is an error in the configuration file handled';

/**
 * Answers hooks and commands of a project until none came for a while, the program, the settings or the store changed,
 * or another process does. Nothing depends on it: it indexes nothing and writes what the answers themselves write.
 */
export async function runHelper(
  globals: Globals,
  { build, signal }: { readonly build: string; readonly signal: AbortSignal },
): Promise<void> {
  const folder = process.cwd();
  const socket = privateSocketPath({ build, globals, folder });
  const opened = openEngine(optionsOf(globals));
  const { seconds } = opened.config.helper;
  if (seconds === 0 || socket === undefined) return;
  const lease = await opened.leases.take(helperLease(opened));
  if (lease === undefined) return;
  const engines: Engine[] = [];
  boundMemory(DEFAULT_MEMORY, () => engines);
  const answerer = createAnswerer(globals, (engine) => engines.push(engine));
  const program = programFile();
  let isTaken = false;
  let answering = 0;
  let last = Date.now();
  const answer = async (request: PrivateRequest): Promise<unknown> => {
    answering++;
    try {
      return await answerer.answer(request);
    } finally {
      answering--;
      last = Date.now();
    }
  };
  try {
    await answer({
      kind: 'command',
      argv: [...projectFlags(globals), 'query', WARM_UP],
      folder,
      isTerminal: { stdin: true, stdout: false, stderr: false },
    });
    const server = servePrivateSocket(
      { build, globals, folder },
      {
        answer,
        report: () => undefined,
        onTaken: () => {
          isTaken = true;
        },
      },
    );
    const isOver = () =>
      isTaken ||
      !lease.held() ||
      (answering === 0 && Date.now() - last >= seconds * 1000) ||
      programFile() !== program ||
      answerer.isOutdated();
    await until(isOver, signal);
    await server.close();
  } finally {
    await answerer.close();
    await lease.release();
    rmSync(startNote(socket), { force: true });
  }
}

async function until(isOver: () => boolean, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setInterval(look, LOOK_MS);
    signal.addEventListener('abort', look);
    function look(): void {
      try {
        if (!signal.aborted && !isOver()) return;
        resolve();
      } catch (error) {
        // Settings that can no longer be read, say.
        reject(error);
      }
      clearInterval(timer);
    }
  });
}

/** Tells another build in the same place from this one. */
function programFile(): string {
  const found = statSync(process.argv[1] ?? '', { throwIfNoEntry: false });
  return `${found?.ino}:${found?.mtimeMs}`;
}
