import { existsSync } from 'node:fs';
import { DossierError } from '../core/errors.ts';
import type { Globals } from '../interfaces/cli/global-flags.ts';
import type { OpenOptions } from '../open-engine.ts';

/** Options for opening the project that the flags name. */
export function optionsOf({ root, config, also, store, owner, project }: Globals): OpenOptions {
  if (root !== undefined && !existsSync(root)) {
    throw new DossierError('not-found', `There is no folder ${root}: check --root.`);
  }
  return {
    ...(root === undefined ? {} : { root }),
    ...(config === undefined ? {} : { configFile: config }),
    ...(also === undefined ? {} : { also }),
    ...(store === undefined ? {} : { store }),
    ...(owner === undefined ? {} : { owner }),
    ...(project === undefined ? {} : { project }),
  };
}
