import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { DossierError, errorMessage } from '../../core/errors.ts';
import { AGENTS, type Agent, SERVER_NAME } from './agents.ts';
import {
  isStrictJson,
  mergeHook,
  mergeParagraph,
  mergePlugin,
  mergeProperty,
  mergeToml,
} from './merge-file.ts';

export interface Place {
  readonly root: string;
  readonly home: string;
  readonly path: string;
  /** Command that starts the running copy of Dossier: Node and the program's file. */
  readonly program: readonly string[];
}

/** A file before and after. `before` is undefined if it does not exist. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

interface InitPlan {
  readonly agents: readonly string[];
  readonly changes: readonly FileChange[];
  /** Files that cannot be changed, and why. */
  readonly problems: readonly string[];
  /** Files that an agent will not read as they are, and why. */
  readonly warnings: readonly string[];
}

export function findAgents(place: Place): readonly Agent[] {
  return AGENTS.filter(
    (agent) =>
      agent.signs.some((sign) =>
        existsSync(sign.startsWith('~/') ? join(place.home, sign.slice(2)) : join(place.root, sign)),
      ) || agent.programs.some((program) => onPath(program, place.path)),
  );
}

export function onPath(program: string, path: string): boolean {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe', '.ps1'] : [''];
  return path
    .split(delimiter)
    .some((folder) => folder !== '' && endings.some((ending) => existsSync(join(folder, program + ending))));
}

function readText(path: string, root: string): string | undefined {
  if (leadsOutside(path, root)) {
    throw new DossierError('outside-root', 'A link leads it out of the project. Add the entry by hand.');
  }
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isFile()) {
    throw new DossierError('invalid-input', 'It is not a file but a folder, a pipe or a device. Remove it.');
  }
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  // Otherwise undo could not restore the same bytes.
  if (Buffer.from(text, 'utf8').equals(bytes)) return text;
  throw new DossierError('invalid-input', 'It is not UTF-8 text. Convert it, or add the entry by hand.');
}

/** Whether a symlink on the way to a path, existing or not, leads out of the project. */
function leadsOutside(path: string, root: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return leadsOutside(dirname(path), root);
  // A write would follow a dangling link.
  if (!existsSync(path)) return true;
  const [real, base] = [realpathSync(path), realpathSync(root)];
  return real !== base && !real.startsWith(base + sep);
}

/** Computes every file init would write, without writing any. */
export function planInit(
  place: Place,
  options: {
    readonly agents: readonly Agent[];
    /** Command that starts Dossier: `dossier`, or Node and the program's own file. */
    readonly command: readonly string[];
    readonly hooks: boolean;
    readonly instructions: boolean;
  },
): InitPlan {
  const files = new Map<string, FileChange>();
  const problems: string[] = [];
  const warnings: string[] = [];
  const edit = (path: string, merge: (text: string) => string): void => {
    const full = join(place.root, path);
    const known = files.get(path);
    try {
      const before = known === undefined ? readText(full, place.root) : known.before;
      const after = merge(known?.after ?? before ?? '');
      files.set(path, { path, before, after });
    } catch (error) {
      problems.push(`${path}: ${errorMessage(error)}`);
    }
  };
  const hookCommand = `${options.command.map(quoted).join(' ')} hook`;
  for (const agent of options.agents) {
    const { mcp, hooks, plugin, instructions } = agent;
    const words = [...options.command, 'mcp'];
    edit(mcp.path, (text) => {
      if (mcp.format === 'toml') return mergeToml(text, mcp.key, words);
      const begun = Object.entries(text === '' ? (mcp.preset ?? {}) : {}).reduce(
        (merged, [key, value]) => mergeProperty(merged, [key], value),
        text,
      );
      return mergeProperty(begun, [mcp.key, SERVER_NAME], mcp.entry(words));
    });
    if (hooks !== undefined && options.hooks) {
      edit(hooks.path, (text) => {
        let merged = text;
        for (const [key, value] of Object.entries(hooks.preset ?? {}))
          merged = mergeProperty(merged, [key], value);
        for (const [event, entry] of Object.entries(hooks.events)) {
          merged = mergeHook(merged, ['hooks', event], entry(`${hookCommand} ${event}`));
        }
        return merged;
      });
    }
    for (const file of [mcp, ...(hooks !== undefined && options.hooks ? [hooks] : [])]) {
      const written = files.get(file.path);
      if (file.comments !== false || written === undefined || isStrictJson(written.after)) continue;
      warnings.push(
        `${agent.name} ignores ${file.path} because it has comments or trailing commas. Remove them.`,
      );
    }
    if (plugin !== undefined && options.hooks) {
      edit(plugin.path, (text) => mergePlugin(text, plugin.text(options.command)));
    }
    if (instructions !== undefined && options.instructions) edit(instructions, mergeParagraph);
  }
  const changes = [...files.values()].filter((file) => file.after !== (file.before ?? ''));
  return {
    agents: options.agents.map((agent) => agent.name),
    changes,
    problems: [...new Set(problems)],
    warnings,
  };
}

/** Quotes a word of a shell command; folders may have spaces. */
function quoted(word: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(word) ? word : `"${word.replaceAll('"', '')}"`;
}
