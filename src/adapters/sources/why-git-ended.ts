import { maskSecretsIn } from '../../core/text/mask-secrets.ts';

/** What git left behind: its exit status, or null if it was killed, and what it printed as an error. */
export interface GitEnd {
  readonly status: number | null;
  readonly complaints: string;
}

/** Why the history could not be read to its end, and what to do, as a sentence without its full stop. */
export function whyGitEnded({ status, complaints }: GitEnd): string {
  if (/promisor|partial clone|lazy fetch/i.test(complaints)) {
    return 'this is a partial clone without its older trees; fetch them with "git fetch --refetch --no-filter"';
  }
  if (status === null) {
    return 'git was stopped, because it waited without end or needed too much memory; check what the newest commits added, such as folders that repeat themselves';
  }
  const [said = ''] = /(?<=^(?:fatal|error): ).*/m.exec(complaints) ?? [];
  const reason = said === '' ? '' : ` (${maskSecretsIn(said.slice(0, MAX_SAID)).text})`;
  return `git could not read an object${reason}; "git fsck" shows what is damaged`;
}

const MAX_SAID = 200;
