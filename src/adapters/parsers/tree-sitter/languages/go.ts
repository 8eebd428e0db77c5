import type { Node } from 'web-tree-sitter';
import { fieldText, type ImportedModule, type LanguageTable } from '../language.ts';

export const go: LanguageTable = {
  name: 'go',
  grammar: 'go',
  query: `
    (comment) @comment
    (function_declaration) @function
    (method_declaration) @method
    (type_spec type: (struct_type)) @class
    (type_spec type: (interface_type)) @interface
    [(type_spec) (type_alias)] @type
    (source_file (const_declaration (const_spec) @variable))
    (source_file (var_declaration (var_spec) @variable))
    (source_file (var_declaration (var_spec_list (var_spec) @variable)))
    (field_declaration !name type: (type_identifier) @extends)
    (call_expression function: [(identifier) @call (selector_expression field: (field_identifier) @call)])
    (type_identifier) @reference
    (import_spec) @import
  `,
  nameOf,
  bodyOf: (node) => node.childForFieldName('body') ?? structBody(node),
  isExported: (name) => /^\p{Lu}/u.test(name),
  importsOf,
};

function nameOf(node: Node): string | undefined {
  const name = fieldText(node, 'name');
  if (node.type !== 'method_declaration') return name;
  const receiver = /([\p{L}_][\p{L}\p{N}_]*)(?:\[[^\]]*\])?\s*\)$/u.exec(
    fieldText(node, 'receiver') ?? '',
  )?.[1];
  return receiver === undefined ? name : `${receiver}.${name}`;
}

function structBody(node: Node): Node | null {
  const type = node.childForFieldName('type');
  if (type?.type === 'struct_type') return type.namedChildren[0] ?? null;
  return type?.type === 'interface_type' ? (type.namedChildren[0] ?? null) : null;
}

function importsOf(spec: string): readonly ImportedModule[] {
  const module = /["`]([^"`]+)["`]/.exec(spec)?.[1];
  return module === undefined ? [] : [{ module, names: [] }];
}
