import { pluralOf } from '../../src/core/text/plural.ts';

/** A project by the name of its folder, without the suffix the store adds to tell two apart. */
export function projectLabel(project: string): string {
  return project.replace(/-[0-9a-f]{8}$/, '');
}

/** A session by a recognisable label: its own name, that of the client that opened it, or the start of an id. */
export function sessionLabel(session: string): string {
  return isId(session) ? `session ${session.slice(0, 4)}` : session.replace(/-\d+-[0-9a-z]{8}$/, '');
}

/** Whether it says nothing to a reader. */
export function isId(session: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$/.test(session);
}

/** Names of the command line whose words say too little to a reader. */
const SAID: Readonly<Record<string, string>> = {
  keyword: 'words',
  semantic: 'meaning',
  fuzzy: 'similar names',
  graph: 'who calls whom',
  structural: 'named paths',
  relevance: 'the most relevant first',
  density: 'the most for each token',
  optimal: 'the best fit of all',
  none: 'left out',
  signature: 'cut to signatures',
  bookend: 'cut to start and end',
  head: 'cut to its start',
  outline: 'cut to an outline',
  summary: 'cut to a summary',
  full: 'everything',
  // How far the outcome of an experience can be trusted.
  gold: 'measured',
  silver: 'stated',
  bronze: 'vague',
};

/** A name of a closed list in words; what it is in an address and for the server stays. */
export function said(name: string): string {
  return SAID[name] ?? (/^[a-z_-]+$/.test(name) ? name.replace(/[-_]/g, ' ') : name);
}

/** A path as people read it: the folder quiet, the file name loud. */
export function splitPath(path: string): { readonly folder: string; readonly file: string } {
  const at = path.lastIndexOf('/') + 1;
  return { folder: path.slice(0, at), file: path.slice(at) };
}

const UNITS = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Relative time in words. */
export function ago(milliseconds: number, now = Date.now()): string {
  const seconds = Math.max(0, (now - milliseconds) / 1000);
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit === undefined ? 'just now' : relative.format(-Math.floor(seconds / unit[1]), unit[0]);
}

/** A time in the reader's locale. */
export function when(milliseconds: number | undefined): string {
  return milliseconds === undefined
    ? ''
    : new Date(milliseconds).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Cached: constructing it costs more than using it. */
const grouped = new Intl.NumberFormat('en');

export function formatCount(count: number): string {
  return grouped.format(count);
}

/** `1,234` and, where room is short, `12k`. */
export function short(count: number): string {
  if (count < 10_000) return formatCount(count);
  return count < 999_500 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

export function counted(count: number, one: string, many = pluralOf(one)): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
