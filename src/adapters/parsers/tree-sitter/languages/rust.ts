import type { Node } from 'web-tree-sitter';
import { fieldText, type ImportedModule, type LanguageTable, lastSegment } from '../language.ts';

export const rust: LanguageTable = {
  name: 'rust',
  grammar: 'rust',
  query: `
    [(line_comment) (block_comment)] @comment
    (attribute_item) @attribute
    [(function_item) (function_signature_item) (macro_definition)] @function
    [(struct_item) (union_item) (impl_item)] @class
    (enum_item) @enum
    (trait_item) @interface
    [(type_item) (associated_type)] @type
    (mod_item body: (_)) @namespace
    (mod_item !body) @import
    [(const_item) (static_item)] @variable
    (impl_item trait: [(type_identifier) @implements (generic_type type: (type_identifier) @implements) (scoped_type_identifier name: (type_identifier) @implements)])
    (call_expression function: [
      (identifier) @call
      (field_expression field: (field_identifier) @call)
      (scoped_identifier name: (identifier) @call)
      (generic_function function: [(identifier) @call (field_expression field: (field_identifier) @call) (scoped_identifier name: (identifier) @call)])
    ])
    (macro_invocation macro: [(identifier) @call (scoped_identifier name: (identifier) @call)])
    (type_identifier) @reference
    (use_declaration) @import
  `,
  nameOf,
  isExported: (_name, signature) => /^\s*(#\[[^\]]*\]\s*)*pub\b/.test(signature),
  importsOf,
};

/** An impl block is named after its type, so that its methods are found as `Type.method`. */
function nameOf(node: Node): string | undefined {
  if (node.type !== 'impl_item') return fieldText(node, 'name');
  return lastSegment((fieldText(node, 'type') ?? '').replace(/<.*$/, ''));
}

function importsOf(statement: string): readonly ImportedModule[] {
  const module = /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)/.exec(statement)?.[1];
  if (module !== undefined) return [{ module: `self::${module}`, names: [] }];
  const path = statement.replace(/^[\s\S]*?\buse\s+/, '').replace(/;\s*$/, '');
  return expandUse(path.replace(/\s+/g, ' '));
}

/** `a::{b, c::{D, E}}` → a::b, a::c::D, a::c::E, grouped by the path before the last part. */
function expandUse(path: string): ImportedModule[] {
  const names = new Map<string, string[]>();
  const pending: string[] = [path];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const open = current.indexOf('{');
    if (open >= 0) {
      const prefix = current.slice(0, open);
      const inside = current.slice(open + 1, current.lastIndexOf('}'));
      for (const part of splitTopLevel(inside)) pending.push(prefix + part.trim());
      continue;
    }
    const plain = current
      .replace(/ as .*$/, '')
      .replace(/::self$/, '')
      .trim();
    const cut = plain.lastIndexOf('::');
    const module = cut < 0 ? plain : plain.slice(0, cut);
    if (module === '') continue;
    const list = names.get(module) ?? [];
    if (cut >= 0) list.push(plain.slice(cut + 2));
    names.set(module, list);
  }
  return [...names].map(([module, list]) => ({ module, names: list }));
}

function splitTopLevel(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < list.length; index++) {
    if (list[index] === '{') depth++;
    else if (list[index] === '}') depth--;
    else if (list[index] === ',' && depth === 0) {
      parts.push(list.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(list.slice(start));
  return parts.filter((part) => part.trim() !== '');
}
