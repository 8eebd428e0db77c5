import type { Node } from 'web-tree-sitter';
import { fieldText, type ImportedModule, type LanguageTable } from '../language.ts';

export const ruby: LanguageTable = {
  name: 'ruby',
  grammar: 'ruby',
  query: `
    (comment) @comment
    (class) @class
    (module) @namespace
    [(method) (singleton_method)] @function
    (assignment left: (constant)) @variable
    (superclass [(constant) @extends (scope_resolution name: (constant) @extends)])
    (call method: (identifier) @call)
    (call method: (identifier) @_mixin arguments: (argument_list (constant) @implements) (#match? @_mixin "^(include|extend|prepend)$"))
    (call receiver: (constant) @reference)
    (call method: (identifier) @_require arguments: (argument_list . (string)) (#match? @_require "^(require|require_relative|load|autoload)$")) @import
  `,
  keywords: new Set(['require', 'require_relative', 'load', 'include', 'extend', 'prepend', 'raise', 'new']),
  nameOf: (node) => fieldText(node, node.type === 'assignment' ? 'left' : 'name')?.replaceAll('::', '.'),
  importsOf: (statement) => {
    const found = /(require_relative|require|load)?.*?['"]([^'"]+)['"]/.exec(statement);
    if (found?.[2] === undefined) return [];
    return [{ module: found[1] === 'require_relative' ? `./${found[2]}` : found[2], names: [] }];
  },
};

export const php: LanguageTable = {
  name: 'php',
  grammar: 'php',
  query: `
    (comment) @comment
    [(class_declaration) (trait_declaration)] @class
    (interface_declaration) @interface
    (enum_declaration) @enum
    (function_definition) @function
    (method_declaration) @method
    [(property_declaration) (const_declaration)] @property
    (base_clause [(name) @extends (qualified_name (name) @extends)])
    (class_interface_clause [(name) @implements (qualified_name (name) @implements)])
    (use_declaration [(name) @implements (qualified_name (name) @implements)])
    (function_call_expression function: [(name) @call (qualified_name (name) @call)])
    [(member_call_expression name: (name) @call) (nullsafe_member_call_expression name: (name) @call) (scoped_call_expression name: (name) @call)]
    (object_creation_expression [(name) @call (qualified_name (name) @call)])
    (named_type [(name) @reference (qualified_name (name) @reference)])
    [(namespace_use_declaration) (require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import
  `,
  nameOf: (node) =>
    fieldText(node, 'name') ?? /[$\w]+/.exec(lastNamed(node)?.text ?? '')?.[0]?.replace('$', ''),
  isExported: (_name, signature) => !/\b(private|protected)\b/.test(signature),
  importsOf: (statement) => {
    const file = /['"]([^'"]+)['"]/.exec(statement)?.[1];
    if (file !== undefined) return [{ module: file.replace(/^\//, './'), names: [] }];
    return statement
      .replace(/^use\s+(function\s+|const\s+)?|[;{}]/g, ' ')
      .split(',')
      .map((part) => part.trim().replace(/\s+as\s+.*$/, ''))
      .filter((module) => module !== '')
      .map((module) => ({ module, names: [module.split('\\').at(-1) ?? module] }));
  },
};

export const lua: LanguageTable = {
  name: 'lua',
  grammar: 'lua',
  query: `
    (comment) @comment
    (function_declaration) @function
    (assignment_statement (expression_list value: (function_definition))) @function
    (field value: (function_definition)) @method
    (chunk (variable_declaration (assignment_statement) @variable))
    (chunk (assignment_statement) @variable)
    (function_call name: [(identifier) @call (dot_index_expression field: (identifier) @call) (method_index_expression method: (identifier) @call)])
    (function_call name: (identifier) @_require arguments: (arguments . (string)) (#eq? @_require "require")) @import
  `,
  nameOf: (node) => {
    if (/^[^=]*=\s*require\b/.test(node.text.slice(0, 200))) return undefined;
    const target =
      node.type === 'assignment_statement' ? node.namedChildren[0] : node.childForFieldName('name');
    const name = target?.text.split(',')[0]?.replace(':', '.');
    return name !== undefined && /^[\w.]+$/.test(name) ? name : undefined;
  },
  bodyOf: (node) => node.childForFieldName('body'),
  keywords: new Set(['require']),
  isExported: (_name, signature) => !/^\s*local\b/.test(signature),
  importsOf: quotedModule,
};

export const bash: LanguageTable = {
  name: 'bash',
  grammar: 'bash',
  query: `
    (comment) @comment
    (function_definition) @function
    (program (variable_assignment) @variable)
    (program (declaration_command (variable_assignment) @variable))
    (command name: (command_name (word) @call))
    (command name: (command_name (word) @_source) argument: [(word) (string) (raw_string) (concatenation)] (#match? @_source "^(source|[.])$")) @import
  `,
  keywords: new Set(['source', '.', 'echo', 'exit', 'return', 'cd', 'set', 'shift', 'test']),
  importsOf: (statement) => {
    const module = /^(?:source|\.)\s+["']?(?:\$\{?\w+\}?\/|\$\([^)]*\)\/)*([^"'\s]+)/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module: `./${module.replace(/^\.\//, '')}`, names: [] }];
  },
};

function lastNamed(node: Node): Node | undefined {
  return node.namedChildren.filter((child) => child.type.endsWith('_element')).at(0);
}

function quotedModule(statement: string): readonly ImportedModule[] {
  const module = /["']([^"']+)["']/.exec(statement)?.[1];
  return module === undefined ? [] : [{ module, names: [] }];
}
