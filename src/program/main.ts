#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { delayWasmOptimization } from '../adapters/parsers/tree-sitter/delay-wasm-optimization.ts';
import { readCommandLine } from '../interfaces/cli/global-flags.ts';
import type { Unanswered } from './ask-command.ts';
import { type Greetings, greetClient } from './greet-client.ts';
import { openOwnProgram, programBuild } from './own-program.ts';
import { packageVersion } from './package-version.ts';
import { isPrivateSocket, privateSocketPath } from './private-socket.ts';

/** Set by the build: the operations that declare `waitedFor`, and whether each is `longRunning`. */
declare const WAITED_FOR: Readonly<Record<string, boolean>>;

/** Set by the build: the operations that answer from the index, which a helper can do. */
declare const ASKED: readonly string[];

/** Commands with their own compile cache, and whether each runs long enough for optimizing to pay. */
const COMMANDS: ReadonlyMap<string, boolean> = new Map([
  ...Object.entries(WAITED_FOR),
  ['mcp', true],
  ['helper', true],
]);

/**
 * V8 optimizes a function after it has run this much: nine times the default. A process that answers one question
 * ends before early optimization pays off: without it a query takes a sixth less CPU time. Long loops are still
 * optimized. Node 20 only: later versions optimize in other steps and lack the flag.
 */
const OPTIMIZE_LATE = '--interrupt-budget=600000';

// Node 22.8 and later also caches the compiled code of packages.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache();
}

// A reader that closes the pipe early (`dossier query … | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`dossier: The answer could not be written: ${error.message}.\n`);
  process.exit(1);
});

const { command = '', rest, globals } = readCommandLine(process.argv.slice(2));
const isHook = command === 'hook' && !rest.some((word) => word === '--help' || word === '-h');
const purpose = isHook
  ? `hook-${rest.find((word) => /^\w+$/.test(word)) ?? 'any'}`
  : COMMANDS.has(command)
    ? command
    : 'other';
const answersOnce = isHook || COMMANDS.get(purpose) === false;
if (answersOnce && process.version.startsWith('v20.')) setFlagsFromString(OPTIMIZE_LATE);
// The parser sets this flag; set later, it would make V8 reject the cached code.
delayWasmOptimization();
const cli = new URL('cli/', import.meta.url);

async function run(): Promise<void> {
  // One line of output is not worth loading everything else.
  if (process.argv.length === 3 && /^(?:--version|-V)$/.test(process.argv[2] ?? '')) {
    process.stdout.write(`${packageVersion(new URL('../package.json', import.meta.url))}\n`);
    return;
  }
  // The tools depend on --root; other options are for the command line to check.
  const opening =
    command === 'mcp' && rest.length === 0 && globals.root === undefined
      ? await greetClient(process, readGreetings())
      : undefined;
  const asked = await askHelper();
  if (typeof asked === 'number') {
    process.exitCode = asked;
    return;
  }
  const program = openOwnProgram(fileURLToPath(cli), purpose);
  process.on('exit', program.save);

  if (isHook) {
    // An agent waits for a hook, so it does not load the command line.
    const { runHookProcess } = program.load('run-hook-process.cjs') as typeof import('./run-hook-process.ts');
    await runHookProcess(rest, { globals, build: programBuild() });
  } else {
    const { runCommandLine } = program.load('command-line.cjs') as typeof import('./command-line.ts');
    const parts = { build: programBuild(), opening, unanswered: asked };
    process.exitCode = await runCommandLine(process.argv.slice(2), parts);
  }
}

/** The exit status of a command that a running server or helper has answered; undefined where there is none to ask. */
async function askHelper(): Promise<number | Unanswered | undefined> {
  // Help is laid out for this terminal.
  if (!ASKED.includes(command) || rest.some((word) => /^(?:-h|--help)$/.test(word))) return undefined;
  const socket = privateSocketPath({ build: programBuild(), globals, folder: process.cwd() });
  if (socket === undefined || !isPrivateSocket(socket)) return undefined;
  const program = openOwnProgram(fileURLToPath(cli), 'ask');
  process.on('exit', program.save);
  const { askCommand } = program.load('ask-command.cjs') as typeof import('./ask-command.ts');
  return askCommand(process.argv.slice(2), socket);
}

function readGreetings(): Greetings {
  return JSON.parse(readFileSync(new URL('greetings.json', cli), 'utf8'));
}

void run();
