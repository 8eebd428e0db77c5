import { basename, join } from 'node:path';
import { hashText } from '../../core/text/hash.ts';
import { cacheFolder } from './cache-folder.ts';

/** A name for the project that stays the same while its folder does: `dossier-1f3a9c02`. */
export function projectNameOf(root: string): string {
  const name = basename(root).replace(/[^\w.-]+/g, '-') || 'project';
  return `${name}-${hashText(root).slice(0, 8)}`;
}

/** Where a project's index lives unless told otherwise: a file of its own in the user's cache folder. */
export function defaultStorePath(
  project: string,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  return join(cacheFolder(environment, platform), 'dossier', `${fileNameOf(project)}.sqlite`);
}

/**
 * What files of a project are called. A name from a settings file may hold slashes and dots that lead
 * elsewhere; such a one is written otherwise, with a hash to tell it from its like.
 */
export function fileNameOf(project: string): string {
  if (/^\w[\w.-]{0,99}$/.test(project)) return project;
  const readable = project.replace(/\W+/g, '-').slice(0, 60);
  return `${readable}-${hashText(project)}`;
}
