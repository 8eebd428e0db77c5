import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { DossierError } from '../../core/errors.ts';
import { PARAGRAPH, SERVER_NAME } from './agents.ts';

type Json = Readonly<Record<string, unknown>>;

/** Sets a value if there is none. An existing one stays, whatever it is. */
export function mergeProperty(text: string, path: readonly string[], value: unknown): string {
  const present = path.reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), read(text));
  return present === undefined ? insert(text, path, value) : text;
}

/** Adds an entry to the list at `path` unless one of its entries already runs our hook. */
export function mergeHook(text: string, path: readonly string[], entry: unknown): string {
  const list = path.reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), read(text));
  if (list === undefined) return insert(text, path, [entry]);
  if (!Array.isArray(list) || list.some(isOurHook)) return text;
  return append(text, path, entry);
}

/** Removes our servers and hooks, and the lists and objects they leave empty. */
export function removeFromJson(text: string): string {
  let result = text;
  for (const key of SERVER_KEYS) {
    const servers = read(result)[key];
    if (!isJson(servers) || !(SERVER_NAME in servers)) continue;
    const alone = Object.keys(servers).length === 1;
    result = remove(result, alone ? [key] : [key, SERVER_NAME]);
  }
  const hooks = read(result)['hooks'];
  for (const [event, list] of isJson(hooks) ? Object.entries(hooks) : []) {
    if (!Array.isArray(list)) continue;
    const others = list.filter((entry) => !isOurHook(entry));
    if (others.length === list.length) continue;
    if (others.length === 0) result = remove(result, ['hooks', event]);
    else {
      for (let index = list.length - 1; index >= 0; index--) {
        if (isOurHook(list[index])) result = remove(result, ['hooks', event, index]);
      }
    }
  }
  const left = read(result)['hooks'];
  return isJson(left) && Object.keys(left).length === 0 ? remove(result, ['hooks']) : result;
}
const SERVER_KEYS = ['mcpServers', 'servers', 'mcp', 'context_servers', 'amp.mcpServers'];

/** Appends a table; TOML tables are independent, so the rest of the file need not be parsed. */
export function mergeToml(text: string, key: string, command: readonly string[]): string {
  if (tomlTable(key).test(text)) return text;
  const [program, ...args] = command.map((part) => JSON.stringify(part));
  const lines = [
    `[${key}.${SERVER_NAME}]`,
    `command = ${program}`,
    `args = [${args.join(', ')}]`,
    `env_vars = ${JSON.stringify(PASSED_ON).replaceAll(',', ', ')}`,
  ];
  return `${separated(text)}${lines.join('\n')}\n`;
}
/** Codex starts servers, unlike hooks, with few variables; these decide which store is opened. */
const PASSED_ON = ['DOSSIER_STORE', 'XDG_CACHE_HOME'];

export function removeFromToml(text: string, key: string): string {
  const start = text.search(tomlTable(key));
  if (start < 0) return text;
  const next = text.slice(start + 1).search(/^\[/m);
  const end = next < 0 ? text.length : start + 1 + next;
  return text.slice(0, start).replace(/\n\n$/, '\n') + text.slice(end);
}

function tomlTable(key: string): RegExp {
  return new RegExp(`^\\[${key}\\.["']?${SERVER_NAME}["']?\\]`, 'm');
}

export function mergeParagraph(text: string): string {
  return text.includes('<!-- dossier:start -->') ? text : separated(text) + PARAGRAPH;
}

export function removeParagraph(text: string): string {
  return text.replace(/\n?<!-- dossier:start -->[\s\S]*?<!-- dossier:end -->\n?/, '');
}

/** A file of our own: rewritten if an earlier version wrote it, left alone if the user did. */
export function mergePlugin(text: string, plugin: string): string {
  if (PLUGIN.test(text)) return text.replace(PLUGIN, () => plugin);
  if (text.trim() === '') return plugin;
  throw new DossierError('invalid-input', 'It was not written by Dossier. Rename it and run init again.');
}

export function removePlugin(text: string): string {
  return text.replace(PLUGIN, '');
}
const PLUGIN = /^\/\/ dossier:start\n[\s\S]*?^\/\/ dossier:end\n?/m;

function separated(text: string): string {
  if (text === '') return '';
  return `${text.endsWith('\n') ? text : `${text}\n`}\n`;
}

function isOurHook(entry: unknown): boolean {
  return /\b(?:dossier|main\.js)\b(?:[^"]|\\")*\bhook\b/.test(JSON.stringify(entry) ?? '');
}

/** False for a file with comments or trailing commas, which strict parsers reject. */
export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return text.trim() === '';
    throw error;
  }
}

/** Allows comments and trailing commas, as editors do. */
function read(text: string): Json {
  if (text.trim() === '') return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first !== undefined || !isJson(value)) {
    const what =
      first === undefined ? 'not an object' : `${printParseErrorCode(first.error)} at ${first.offset}`;
    throw new DossierError('invalid-input', `It is not valid JSON (${what}). Correct it and run init again.`);
  }
  return value;
}

/** Removes the value at the path, with its comma. */
function remove(text: string, path: JSONPath): string {
  return applyEdits(text, modify(text, path, undefined, {}));
}

/** Sets the value at a path of at most two keys; the rest of the text is untouched. */
function insert(text: string, path: readonly string[], value: unknown): string {
  const base = text.trim() === '' ? '{}\n' : text;
  const root = parseTree(base, [], { allowTrailingComma: true });
  if (root === undefined) return base;
  const [outer = '', inner] = path;
  if (inner === undefined) return insertInto(base, root, { name: outer, value, depth: 0 });
  const parent = findNodeAtLocation(root, [outer]);
  return parent === undefined
    ? insertInto(base, root, { name: outer, value: { [inner]: value }, depth: 0 })
    : insertInto(base, parent, { name: inner, value, depth: 1 });
}

function append(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, [...path]);
  return list === undefined ? text : insertInto(text, list, { value, depth: path.length });
}

function insertInto(
  text: string,
  node: Node,
  entry: { readonly name?: string; readonly value: unknown; readonly depth: number },
): string {
  // Settings of an undocumented shape are left alone.
  if (node.type !== (entry.name === undefined ? 'array' : 'object')) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)["[{]/m.exec(text)?.[1] ?? '  ';
  const outer = indent.repeat(entry.depth);
  const json = JSON.stringify(entry.value, null, indent).replaceAll('\n', eol + outer + indent);
  const line = outer + indent + (entry.name === undefined ? '' : `${JSON.stringify(entry.name)}: `) + json;
  const last = node.children?.at(-1);
  if (last === undefined) {
    const close = node.offset + node.length - 1;
    return `${text.slice(0, close)}${eol}${line}${eol}${outer}${text.slice(close)}`;
  }
  const end = last.offset + last.length;
  const comma = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*,/.exec(text.slice(end, node.offset + node.length))?.[0];
  const after = end + (comma?.length ?? 0);
  // A comment behind the last entry stays behind it.
  const remark = /^[ \t]*\/\/.*/.exec(text.slice(after))?.[0].trimEnd() ?? '';
  const from = after + remark.length;
  const tail = /^\s*\n/.test(text.slice(from)) ? '' : eol + outer;
  return `${text.slice(0, end)}${comma ?? ','}${text.slice(after, from)}${eol}${line}${tail}${text.slice(from)}`;
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
