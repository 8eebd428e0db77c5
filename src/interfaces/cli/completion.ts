import type { Command } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

interface Entry {
  /** Words before the cursor, for example `experience start`; empty at the top level. */
  readonly words: string;
  readonly commands: readonly string[];
  readonly flags: readonly string[];
}

/** A shell completion script, derived from the program itself. */
export function completionScript(program: Command, shell: Shell): string {
  const globals = flagsOf(program);
  const entries = entriesOf(program, '', globals);
  return shell === 'fish' ? fishScript(entries) : bashScript(entries, shell);
}

function flagsOf(command: Command): string[] {
  return command.options.flatMap(({ long, short }) =>
    [long ?? '', short ?? ''].filter((name) => name.startsWith('--')),
  );
}

function entriesOf(command: Command, words: string, globals: readonly string[]): Entry[] {
  const own: Entry = {
    words,
    commands: command.commands.map((child) => child.name()),
    flags: [...new Set([...flagsOf(command), ...globals, '--help'])],
  };
  const children = command.commands.flatMap((child) =>
    entriesOf(child, `${words} ${child.name()}`.trim(), globals),
  );
  return [own, ...children];
}

function bashScript(entries: readonly Entry[], shell: 'bash' | 'zsh'): string {
  const cases = entries.map(
    (entry) => `    "${entry.words}") words="${[...entry.commands, ...entry.flags].join(' ')}" ;;`,
  );
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_dossier() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" path="" word words=""',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do case "$word" in -*) ;; *) path="${path:+$path }$word" ;; esac; done',
    '  while :; do',
    '    case "$path" in',
    ...cases.map((line) => `  ${line}`),
    '    esac',
    '    [ -n "$words" ] || [ -z "$path" ] && break',
    '    case "$path" in *" "*) path="${path% *}" ;; *) path="" ;; esac',
    '  done',
    '  case "$current" in',
    '    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;',
    '    *) COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current")) ;;',
    '  esac',
    '}',
    'complete -o filenames -F _dossier dossier',
    '',
  ].join('\n');
}

function fishScript(entries: readonly Entry[]): string {
  return entries
    .flatMap((entry) => {
      const seen =
        entry.words === ''
          ? '__fish_use_subcommand'
          : entry.words
              .split(' ')
              .map((word) => `__fish_seen_subcommand_from ${word}`)
              .join('; and ');
      return [
        ...entry.commands.map((name) => `complete -c dossier -n '${seen}' -a ${name}`),
        ...entry.flags.map((flag) => `complete -c dossier -n '${seen}' -l ${flag.slice(2)}`),
      ];
    })
    .concat('')
    .join('\n');
}
