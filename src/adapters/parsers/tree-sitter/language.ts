import type { Node } from 'web-tree-sitter';

/** What an import statement names: the module as written, and the imported names. */
export interface ImportedModule {
  readonly module: string;
  readonly names: readonly string[];
}

/**
 * How one language is parsed. The query captures nodes by name; everything else is shared.
 *
 * - an entity type (`@class`, `@function`, `@method`, …): a whole unit
 * - `@wrapper`, `@export`: a node around a unit whose first line belongs to it (decorators, `export`)
 * - `@comment`, `@attribute`: lines directly above a unit belong to it; comments are its documentation
 * - `@docstring`: documentation inside the unit
 * - `@call`, `@extends`, `@implements`, `@reference`: a use of a name
 * - `@import`: a statement for `importsOf`; `@exported`: a name exported elsewhere in the file
 * - names starting with `_`: for predicates only
 */
export interface LanguageTable {
  /** The name in `core/languages.ts`, which has everything else. */
  readonly name: string;
  /** The grammar file is `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  readonly query: string;
  /** The unit's name, with its parents separated by dots. Undefined: not a unit. Default: the field `name`. */
  readonly nameOf?: (node: Node) => string | undefined;
  /** Names are taken literally, dots included. */
  readonly plainNames?: boolean;
  /** The node that ends the unit, where the grammar makes its body a sibling. */
  readonly endOf?: (node: Node) => Node;
  /** Default: the field `body`. The signature is everything before it. */
  readonly bodyOf?: (node: Node) => Node | null;
  /** Default: undefined, meaning unknown. `signature` is the text before the body. */
  readonly isExported?: (name: string, signature: string) => boolean;
  /** Language keywords that look like function calls: `require`, `def`. */
  readonly keywords?: ReadonlySet<string>;
  readonly importsOf?: (statement: string) => readonly ImportedModule[];
}

/** The text of a child field on one line, or undefined. */
export function fieldText(node: Node, field: string): string | undefined {
  return node.childForFieldName(field)?.text.replace(/\s+/g, ' ');
}

export function childOfType(node: Node, ...types: readonly string[]): Node | null {
  return node.namedChildren.find((child) => types.includes(child.type)) ?? null;
}

/** `{a, b as c}` or `(a, b)` → the names before any `as`. */
export function namesInList(list: string | undefined): string[] {
  if (list === undefined) return [];
  return list
    .split(',')
    .map((part) => /[\w$*]+/.exec(part.replace(/^\s*type\s+/, ''))?.[0])
    .filter((name) => name !== undefined);
}

/** The last part of a dotted or `::` path. */
export function lastSegment(path: string): string {
  return /[\w$*]+$/.exec(path.trim())?.[0] ?? path;
}
