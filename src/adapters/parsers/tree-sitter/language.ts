import type { Node } from 'web-tree-sitter';

/** What an import statement names: the module as written, and the names it brings in. */
export interface ImportedModule {
  readonly module: string;
  readonly names: readonly string[];
}

/**
 * How one language is read. The query marks nodes by capture name; everything else is shared.
 *
 * - an entity type (`@class`, `@function`, `@method`, …): a unit, whole
 * - `@wrapper`, `@export`: a node around a unit whose first line belongs to it (decorators, `export`)
 * - `@comment`, `@attribute`: lines directly above a unit belong to it; comments are its documentation
 * - `@docstring`: documentation inside the unit
 * - `@call`, `@extends`, `@implements`, `@reference`: a name used
 * - `@import`: a statement for `importsOf`; `@exported`: a name exported elsewhere in the file
 * - names starting with `_`: only for predicates
 */
export interface LanguageTable {
  /** Its name in `core/languages.ts`, which has everything else. */
  readonly name: string;
  /** The grammar's file is `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  readonly query: string;
  /** The unit's name; dots inside it name its parents. Undefined: not a unit. Default: the field `name`. */
  readonly nameOf?: (node: Node) => string | undefined;
  /** Names are taken as they are, dots included. */
  readonly plainNames?: boolean;
  /** The node that ends the unit where the grammar puts its body beside it. */
  readonly endOf?: (node: Node) => Node;
  /** Default: the field `body`. What lies before it is the signature. */
  readonly bodyOf?: (node: Node) => Node | null;
  /** Default: undefined, not known. `signature` is the text before the body. */
  readonly isExported?: (name: string, signature: string) => boolean;
  /** Called like functions but words of the language: `require`, `def`. */
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
