import { existsSync } from 'node:fs';
import { DossierError } from '../core/errors.ts';
import type { Globals } from '../interfaces/cli/build-program.ts';
import type { OpenOptions } from '../open-engine.ts';

/** How the flags every command has open a project. */
export function optionsOf({ root, config, also, store, owner, project }: Globals): OpenOptions {
  if (root !== undefined && !existsSync(root)) {
    throw new DossierError('not-found', `There is no folder ${root}: check --root.`);
  }
  return {
    ...(root === undefined ? {} : { root }),
    ...(config === undefined ? {} : { configFile: config }),
    ...(also === undefined ? {} : { also }),
    settings: { store, owner, project },
  };
}
