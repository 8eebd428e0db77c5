import { fileURLToPath } from 'node:url';
import { openOwnProgram } from './own-program.ts';

/** Starts `prepare-worker.ts` from code that earlier processes compiled. */
const program = openOwnProgram(fileURLToPath(new URL('..', import.meta.url)), 'prepare');
process.on('exit', program.save);
program.load('prepare-worker.cjs');
