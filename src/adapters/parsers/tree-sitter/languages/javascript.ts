import type { Node } from 'web-tree-sitter';
import { fieldText, type ImportedModule, type LanguageTable, namesInList } from '../language.ts';

const FUNCTION_VALUES = '[(arrow_function) (function_expression) (generator_function)]';

/** Shared by JavaScript and TypeScript. Function patterns precede variable patterns: the first match wins. */
const SHARED_QUERY = `
  (comment) @comment
  (decorator) @attribute
  (export_statement) @export
  [(function_declaration) (generator_function_declaration)] @function
  (class_declaration) @class
  (method_definition) @method
  (variable_declarator value: ${FUNCTION_VALUES}) @function
  (variable_declarator value: (class)) @class
  (pair value: ${FUNCTION_VALUES}) @method
  (assignment_expression left: (member_expression) right: ${FUNCTION_VALUES}) @function
  (assignment_expression left: (member_expression) right: (class)) @class
  (export_statement value: ${FUNCTION_VALUES} @function)
  (export_statement value: (class) @class)
  (export_statement value: [(call_expression) (object) (new_expression) (array)] @variable)
  (program (expression_statement (assignment_expression left: (member_expression) right: [(object) (call_expression) (new_expression)]) @variable))
  (program (lexical_declaration (variable_declarator) @variable))
  (program (variable_declaration (variable_declarator) @variable))
  (program (export_statement (lexical_declaration (variable_declarator) @variable)))
  (program (export_statement (variable_declaration (variable_declarator) @variable)))
  (call_expression function: [(identifier) @call (member_expression property: (property_identifier) @call)])
  (new_expression constructor: [(identifier) @call (member_expression property: (property_identifier) @call)])
  (import_statement) @import
  (export_statement source: (string)) @import
  (call_expression function: (import) arguments: (arguments . (string))) @import
  (call_expression function: (identifier) @_require arguments: (arguments . (string)) (#eq? @_require "require")) @import
  (export_specifier name: (identifier) @exported)
  (export_statement value: (identifier) @exported)
  (assignment_expression left: (member_expression) @_left right: (object (shorthand_property_identifier) @exported) (#match? @_left "exports$"))
  (assignment_expression left: (member_expression) @_left right: (identifier) @exported (#match? @_left "exports"))
`;

const JSX_QUERY = `
  (jsx_opening_element name: (identifier) @call)
  (jsx_self_closing_element name: (identifier) @call)
`;

const TYPESCRIPT_QUERY = `
  (abstract_class_declaration) @class
  (interface_declaration) @interface
  (type_alias_declaration) @type
  (enum_declaration) @enum
  [(internal_module) (module)] @namespace
  (function_signature) @function
  (abstract_method_signature) @method
  (public_field_definition value: ${FUNCTION_VALUES}) @method
  (public_field_definition) @property
  (ambient_declaration (lexical_declaration (variable_declarator) @variable))
  (extends_clause value: [(identifier) @extends (member_expression property: (property_identifier) @extends)])
  (implements_clause [(type_identifier) @implements (generic_type name: (type_identifier) @implements)])
  (extends_type_clause type: [(type_identifier) @extends (generic_type name: (type_identifier) @extends)])
  (type_identifier) @reference
  (import_alias) @import
`;

const JAVASCRIPT_QUERY = `
  (field_definition value: ${FUNCTION_VALUES}) @method
  (field_definition) @property
  (class_heritage [(identifier) @extends (member_expression property: (property_identifier) @extends)])
`;

export const javascript: LanguageTable = {
  name: 'javascript',
  grammar: 'javascript',
  query: SHARED_QUERY + JAVASCRIPT_QUERY + JSX_QUERY,
  keywords: new Set(['require', 'super']),
  nameOf,
  bodyOf,
  isExported,
  importsOf,
};

export const typescript: LanguageTable = {
  ...javascript,
  name: 'typescript',
  grammar: 'typescript',
  query: SHARED_QUERY + TYPESCRIPT_QUERY,
};

export const tsx: LanguageTable = {
  ...typescript,
  name: 'tsx',
  grammar: 'tsx',
  query: SHARED_QUERY + TYPESCRIPT_QUERY + JSX_QUERY,
};

function nameOf(node: Node): string | undefined {
  switch (node.type) {
    case 'pair':
      return unquoted(fieldText(node, 'key'));
    case 'field_definition':
      return fieldText(node, 'property');
    case 'assignment_expression':
      return assignedName(fieldText(node, 'left') ?? '');
    case 'variable_declarator': {
      // `const x = require('y')` imports a name; it defines nothing.
      if (node.childForFieldName('value')?.text.startsWith('require(') === true) return undefined;
      const name = node.childForFieldName('name');
      return name?.type === 'identifier' ? name.text : name?.namedChildren[0]?.text;
    }
    default:
      return unquoted(fieldText(node, 'name')) ?? 'default';
  }
}

/** `exports.parse` → parse, `Router.prototype.use` → Router.use, `module.exports` unchanged. */
function assignedName(left: string): string | undefined {
  const name = left
    .replace(/^(module\.)?exports\.|^(this|self|window|global|globalThis)\./, '')
    .replace('.prototype.', '.');
  return /^[\w$.]+$/.test(name) ? name : undefined;
}

function unquoted(name: string | undefined): string | undefined {
  return name?.replace(/^(['"`])(.*)\1$/, '$2');
}

function bodyOf(node: Node): Node | null {
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  return (value ?? node).childForFieldName('body');
}

function isExported(_name: string, signature: string): boolean {
  return /^\s*(export\b|(module\.)?exports\b)/.test(signature);
}

function importsOf(statement: string): readonly ImportedModule[] {
  const module = /(?:from|import|require)\s*\(?\s*(['"`])(.+?)\1/.exec(statement)?.[2];
  if (module === undefined) return [];
  const names = namesInList(/\{([^}]*)\}/.exec(statement)?.[1]);
  const whole = /^(?:import|export)\s+(?:type\s+)?(?:\*\s+as\s+)?([\w$]+)/.exec(statement)?.[1];
  return [{ module, names: whole === undefined || whole === 'from' ? names : [whole, ...names] }];
}
