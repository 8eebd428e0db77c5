import type { Node } from 'web-tree-sitter';
import { childOfType, type LanguageTable } from '../language.ts';

/** In Elixir every definition is a macro call: `def name(…) do … end`. */
export const elixir: LanguageTable = {
  name: 'elixir',
  grammar: 'elixir',
  query: `
    (comment) @comment
    (unary_operator operator: "@" operand: (call target: (identifier) @_attribute)
      (#match? @_attribute "^(doc|spec|impl|deprecated|typedoc|since)$")) @attribute
    (call target: (identifier) @_define (#match? @_define "^(defmodule|defimpl)$")) @namespace
    (call target: (identifier) @_define (#eq? @_define "defprotocol")) @interface
    (call target: (identifier) @_define (#match? @_define "^(def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate)$")) @function
    (call target: (identifier) @_import (#match? @_import "^(use|import|alias|require)$")) @import
    (call target: [(identifier) @call (dot right: (identifier) @call)])
    (alias) @reference
  `,
  keywords: new Set(
    'def defp defmacro defmacrop defguard defguardp defdelegate defmodule defimpl defprotocol defstruct use import alias require doc moduledoc spec type typep impl callback'.split(
      ' ',
    ),
  ),
  nameOf,
  bodyOf: (node) => childOfType(node, 'do_block'),
  isExported: (_name, signature) => !/^\s*(@[\s\S]*?)?defp\b|^\s*def(macro|guard)p\b/.test(signature),
  importsOf: (statement) => {
    const found = /^\w+\s+([\w.]+)(?:\.\{([^}]*)\})?/.exec(statement);
    if (found?.[1] === undefined) return [];
    const names = found[2]?.split(',').map((name) => name.trim()) ?? [];
    return [{ module: found[1], names }];
  },
};

/** The first argument holds the name: `f(x) when x > 1`, `f(x)`, `f`, or a module's alias. */
function nameOf(node: Node): string | undefined {
  let head = childOfType(node, 'arguments')?.namedChildren[0];
  if (head?.type === 'binary_operator') head = head.childForFieldName('left') ?? head;
  const name = head?.type === 'call' ? head.childForFieldName('target')?.text : head?.text;
  return name !== undefined && /^[\w.?!]+$/.test(name) ? name : undefined;
}
