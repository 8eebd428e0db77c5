import { fileURLToPath } from 'node:url';
import { openOwnProgram } from './own-program.ts';

/** The program's `prepare-worker.ts`, loaded with the code that earlier processes compiled. */
const program = openOwnProgram(fileURLToPath(new URL('..', import.meta.url)), 'prepare');
process.on('exit', program.keep);
program.load('prepare-worker.cjs');
