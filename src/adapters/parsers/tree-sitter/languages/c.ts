import type { Node } from 'web-tree-sitter';
import { fieldText, type ImportedModule, type LanguageTable } from '../language.ts';

const C_QUERY = `
  (comment) @comment
  (function_definition) @function
  (struct_specifier body: (_)) @class
  (union_specifier body: (_)) @class
  (enum_specifier body: (_)) @enum
  (type_definition) @type
  [(preproc_function_def) (preproc_def)] @variable
  (translation_unit (declaration declarator: (init_declarator)) @variable)
  (call_expression function: [(identifier) @call (field_expression field: (field_identifier) @call)])
  (type_identifier) @reference
  (preproc_include) @import
`;

export const c: LanguageTable = {
  name: 'c',
  grammar: 'c',
  query: `${C_QUERY} (translation_unit (declaration declarator: (function_declarator)) @function)`,
  nameOf,
  isExported: (_name, signature) => !/^\s*static\b/.test(signature),
  importsOf,
};

export const cpp: LanguageTable = {
  ...c,
  name: 'cpp',
  grammar: 'cpp',
  query: `${C_QUERY}
    (template_declaration) @wrapper
    (class_specifier body: (_)) @class
    (namespace_definition) @namespace
    (alias_declaration) @type
    (concept_definition) @type
    (namespace_definition body: (declaration_list (declaration declarator: (init_declarator)) @variable))
    (field_declaration_list (field_declaration declarator: (function_declarator)) @method)
    (field_declaration_list (declaration declarator: (function_declarator)) @method)
    (base_class_clause [(type_identifier) @extends (template_type name: (type_identifier) @extends) (qualified_identifier name: (type_identifier) @extends)])
    (call_expression function: [(qualified_identifier name: (identifier) @call) (template_function name: (identifier) @call)])
    (new_expression type: (type_identifier) @call)
  `,
};

/** The name is inside nested declarators: `int *(*f(void))[3]`; C++ may qualify it: `A::f`. */
function nameOf(node: Node): string | undefined {
  let declarator = node.childForFieldName('declarator');
  if (declarator === null) return fieldText(node, 'name')?.replaceAll('::', '.');
  for (let depth = 0; depth < MAX_DECLARATORS; depth++) {
    const inner: Node | null =
      declarator.childForFieldName('declarator') ??
      (WRAPPED.has(declarator.type) ? (declarator.namedChildren[0] ?? null) : null);
    if (inner === null) break;
    declarator = inner;
  }
  const name = declarator.text.replace(/<[^<>]*>/g, '').replace(/\s+/g, '');
  return name.replaceAll('::', '.').replace(/^\.+/, '') || undefined;
}

const MAX_DECLARATORS = 20;
const WRAPPED = new Set(['reference_declarator', 'parenthesized_declarator', 'attributed_declarator']);

function importsOf(statement: string): readonly ImportedModule[] {
  const module = /["<]([^">]+)[">]/.exec(statement)?.[1];
  return module === undefined ? [] : [{ module, names: [] }];
}
