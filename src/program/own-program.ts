import { join } from 'node:path';
import { cacheFolder } from '../adapters/config/cache-folder.ts';
import { openProgram, type Program } from './load-program.ts';

/** Set by the build: a hash of the bundled modules. */
declare const PROGRAM_BUILD: string;

/** Differs between builds of the program. */
export const programBuild = (): string => PROGRAM_BUILD;

/** The bundled modules of this program; each purpose caches the compiled code it needs. */
export function openOwnProgram(folder: string, purpose: string): Program {
  return openProgram({
    folder,
    // A user in a container may have no home folder, hence no cache folder.
    compiled: () =>
      join(
        cacheFolder(process.env, process.platform),
        'dossier/compiled',
        `${process.version}-${process.arch}-${purpose}`,
      ),
    build: PROGRAM_BUILD,
  });
}
