/** Values of the global flags. */
export interface Globals {
  readonly root?: string;
  readonly also?: readonly string[];
  readonly config?: string;
  readonly store?: string;
  readonly owner?: string;
  readonly project?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

interface GlobalFlag {
  readonly name: keyof Globals;
  /** Name of the value in the help; a switch has none. */
  readonly value?: string;
  /** Repeatable. */
  readonly list?: true;
  readonly description: string;
}

export const GLOBAL_FLAGS: readonly GlobalFlag[] = [
  {
    name: 'root',
    value: '<folder>',
    description: 'Project to work on (default: the nearest folder with .git or dossier.config.json)',
  },
  {
    name: 'also',
    value: '<folder>',
    list: true,
    description: 'Another project to search, for query, search and mcp; repeatable',
  },
  {
    name: 'config',
    value: '<file>',
    description: 'Settings file (default: dossier.config.json in the root)',
  },
  {
    name: 'store',
    value: '<path or address>',
    description: 'SQLite file or postgres:// address (default: a file in the cache folder)',
  },
  { name: 'owner', value: '<name>', description: 'Whose records to use' },
  { name: 'project', value: '<name>', description: 'Name of the project in the store' },
  { name: 'json', description: 'Print the whole reply as JSON' },
  { name: 'quiet', description: 'Print no progress and no notes' },
];

interface CommandLine {
  /** The first word, if any. */
  readonly command?: string;
  /** The words after the command, without the global flags. */
  readonly rest: readonly string[];
  readonly globals: Globals;
}

/** Parses the global flags, wherever they are. Loads no package, so that a hook can use it. */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const globals: Record<string, unknown> = {};
  const others: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    const [, name, joined] = /^--([a-z]+)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = GLOBAL_FLAGS.find((candidate) => candidate.name === name);
    if (flag === undefined) others.push(word);
    else if (flag.value === undefined) globals[flag.name] = true;
    else {
      const value = joined ?? argv[++at];
      globals[flag.name] = flag.list ? [...asList(globals[flag.name]), value] : value;
    }
  }
  const at = others.findIndex((word) => !word.startsWith('-'));
  const command = others[at];
  return {
    ...(command === undefined ? {} : { command }),
    rest: command === undefined ? others : [...others.slice(0, at), ...others.slice(at + 1)],
    globals,
  };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
