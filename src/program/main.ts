#!/usr/bin/env node
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { beLateToOptimizeGrammars } from '../adapters/parsers/tree-sitter/patient-grammars.ts';
import { openOwnProgram } from './own-program.ts';

/** Commands that people or agents wait for, each with what it needs compiled; the others share. */
const WAITED_FOR = [
  'query',
  'search',
  'assemble',
  'status',
  'recall',
  'remember',
  'premortem',
  'mcp',
  'index',
];

/** What runs long enough that optimizing pays. */
const LONG_RUNNING = ['index', 'mcp', 'other'];

/**
 * How much of a function has to run before V8 optimizes it; nine times the usual. Who answers one question is done
 * before most of that pays: a query takes a sixth less of the processor without. Loops that run long still get it.
 * For Node 20 alone: later ones optimize in other steps and do not know the flag.
 */
const PATIENCE = '--interrupt-budget=600000';

// From Node 22.8 on, code of packages is kept between processes too; before, this name is not there.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache();
}

// A reader that goes away (`dossier query … | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`dossier: The answer could not be written: ${error.message}.\n`);
  process.exit(1);
});

const [command, ...rest] = process.argv.slice(2);
const isHook = command === 'hook' && !rest.includes('--help');
const purpose = isHook
  ? `hook-${rest.find((word) => /^\w+$/.test(word)) ?? 'any'}`
  : (process.argv.find((word) => WAITED_FOR.includes(word)) ?? 'other');
const answersOnce = isHook || !LONG_RUNNING.includes(purpose);
if (answersOnce && process.version.startsWith('v20.')) setFlagsFromString(PATIENCE);
// Whoever reads files would set this flag later, and what was compiled under other flags is not kept.
beLateToOptimizeGrammars();
const program = openOwnProgram(fileURLToPath(new URL('cli', import.meta.url)), purpose);
process.on('exit', program.keep);

if (isHook) {
  // An agent waits for this one, so the command line with all it knows is not loaded for it.
  const { runHookProcess } = program.load('run-hook-process.cjs') as typeof import('./run-hook-process.ts');
  await runHookProcess(rest);
} else {
  const { runCommandLine } = program.load('command-line.cjs') as typeof import('./command-line.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2));
}
