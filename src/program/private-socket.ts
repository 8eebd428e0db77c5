import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { cacheFolder } from '../adapters/config/cache-folder.ts';
import { findRoot } from '../adapters/config/find-root.ts';
import { hashText } from '../core/text/hash.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';

/** What a hook passes on to a running server or helper instead of answering itself. */
export interface HookRequest {
  readonly kind: 'hook';
  /** What the agent wrote to the hook. */
  readonly payload: string;
  /** Event from the command line. */
  readonly named?: string;
  /** Folder that relative paths start from. */
  readonly folder: string;
  /** When the hook's process started, in milliseconds since 1970. */
  readonly started: number;
  /** Milliseconds after which the hook stays silent. */
  readonly limit: number;
  /** Id of the process that started the hook. */
  readonly parent: number;
}

/** What a command passes on: everything of its process that decides what it prints. */
export interface CommandRequest {
  readonly kind: 'command';
  readonly argv: readonly string[];
  /** Folder that relative paths start from. */
  readonly folder: string;
  /** All of standard input, once it was asked for. */
  readonly stdin?: string;
  readonly isTerminal: { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean };
}

/** The text of an answer in the order it was written, and the exit status. */
export interface CommandReply {
  readonly status: number;
  readonly output: readonly (readonly [stream: 'stdout' | 'stderr', text: string])[];
}

/** Instead of an answer: the command reads standard input, which is not read unless it is needed. */
export const NEEDS_STDIN = 'stdin';

export type PrivateRequest = HookRequest | CommandRequest;

export interface SocketPlace {
  /** Hash of the program: another version may answer differently. */
  readonly build: string;
  readonly globals: Globals;
  readonly folder: string;
}

/** The shortest limit for the path of a socket is 103 bytes, that of macOS. */
const MAX_PATH_BYTES = 103;
/** Variables that decide what is answered, and from which store. */
const OF_SETTINGS = /^(?:DOSSIER_|XDG_|HOME$)/;

/**
 * The socket on which an MCP server or a helper answers hooks and commands of a project. Everything that decides the
 * answer is part of its name, so a process with another version, flag or variable finds none. Undefined where there
 * can be no such socket.
 */
export function privateSocketPath({ build, globals, folder }: SocketPlace): string | undefined {
  if (process.platform === 'win32') return undefined;
  const root = globals.root === undefined ? findRoot(resolve(folder)) : resolve(folder, globals.root);
  const settings = Object.entries(process.env).filter(([name]) => OF_SETTINGS.test(name));
  const { config, also, store, owner, project } = globals;
  const flags = [config, also, store, owner, project];
  const name = hashText(JSON.stringify([build, process.version, root, flags, settings.sort()]));
  const path = join(cacheFolder(process.env, process.platform), 'dossier', 'hooks', `${name}.sock`);
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? undefined : path;
}

/** Whether there is a socket of this user, in a folder that nobody else can enter. */
export function isPrivateSocket(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isSocket() === true && found.uid === process.getuid?.() && isPrivateFolder(dirname(path));
}

/** Whether nobody but this user can put a socket into the folder or use one in it. */
export function isPrivateFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}
