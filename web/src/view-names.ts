import type { IconName } from './components/icon-paths.ts';

export interface ViewName {
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
}

/** The views in the order of their keys. */
export const VIEW_NAMES = [
  { path: 'ask', label: 'Ask', icon: 'ask' },
  { path: 'live', label: 'Live', icon: 'live' },
  { path: 'knowledge', label: 'Knowledge', icon: 'knowledge' },
  { path: 'project', label: 'Project', icon: 'project' },
  { path: 'health', label: 'Health', icon: 'health' },
] as const satisfies readonly ViewName[];
