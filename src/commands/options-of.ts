import type { Globals } from '../interfaces/cli/build-program.ts';
import type { OpenOptions } from '../open-engine.ts';

/** How the flags every command has open a project. */
export function optionsOf({ root, config, also, store, owner, project }: Globals): OpenOptions {
  return {
    ...(root === undefined ? {} : { root }),
    ...(config === undefined ? {} : { configFile: config }),
    ...(also === undefined ? {} : { also }),
    settings: { store, owner, project },
  };
}
