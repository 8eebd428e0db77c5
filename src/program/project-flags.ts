import type { Globals } from '../interfaces/cli/global-flags.ts';

/** Flags that choose the project; the others only affect output. */
const OF_PROJECT = ['root', 'config', 'store', 'owner', 'project'] as const;

/** The global flags by which another process works on the same project. */
export function projectFlags(globals: Globals): readonly string[] {
  return OF_PROJECT.flatMap((name) => {
    const value = globals[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
}
