import { join } from 'node:path';
import { cacheFolder } from '../adapters/config/cache-folder.ts';
import { openProgram, type Program } from './load-program.ts';

/** Put in by the build: a hash of the joined modules. */
declare const PROGRAM_BUILD: string;

/** The program's own joined modules, as its process and its threads load them, each purpose with what it needs compiled. */
export function openOwnProgram(folder: string, purpose: string): Program {
  return openProgram({
    folder,
    // Some users in containers have no home folder, and so no cache folder.
    compiled: () =>
      join(
        cacheFolder(process.env, process.platform),
        'dossier/compiled',
        `${process.version}-${process.arch}-${purpose}`,
      ),
    build: PROGRAM_BUILD,
  });
}
