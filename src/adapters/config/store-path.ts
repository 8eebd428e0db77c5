import { basename, join } from 'node:path';
import { hashText } from '../../core/text/hash.ts';
import { cacheFolder } from './cache-folder.ts';

/** A project name that is stable as long as its folder's path is: `dossier-1f3a9c02`. */
export function projectNameOf(root: string): string {
  const name = basename(root).replace(/[^\w.-]+/g, '-') || 'project';
  return `${name}-${hashText(root).slice(0, 8)}`;
}

/** The default store of a project: its own file in the user's cache folder. */
export function defaultStorePath(
  project: string,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): string {
  return join(cacheFolder(environment, platform), 'dossier', `${fileNameOf(project)}.sqlite`);
}

/**
 * The file name for a project. A name from a settings file may contain slashes and dots that lead elsewhere; such a
 * name is rewritten, with a hash to keep it unique.
 */
export function fileNameOf(project: string): string {
  if (/^\w[\w.-]{0,99}$/.test(project)) return project;
  const readable = project.replace(/\W+/g, '-').slice(0, 60);
  return `${readable}-${hashText(project)}`;
}
