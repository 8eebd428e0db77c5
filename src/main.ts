#!/usr/bin/env node
import * as module from 'node:module';

// From Node 22.8 on, compiled code is kept between processes; before, this name is not there.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') {
  module.enableCompileCache();
}

// A reader that goes away (`dossier query … | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const [command, ...rest] = process.argv.slice(2);
if (command === 'hook' && !rest.includes('--help')) {
  // An agent waits for this one, so the command line with all it knows is not loaded for it.
  const { runHookProcess } = await import('./commands/run-hook-process.ts');
  await runHookProcess(rest);
} else {
  const { runCommandLine } = await import('./command-line.ts');
  process.exitCode = await runCommandLine(process.argv.slice(2));
}
