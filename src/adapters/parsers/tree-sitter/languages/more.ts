import type { Node } from 'web-tree-sitter';
import { childOfType, fieldText, type LanguageTable } from '../language.ts';

export const swift: LanguageTable = {
  name: 'swift',
  grammar: 'swift',
  query: `
    [(comment) (multiline_comment)] @comment
    (class_declaration "enum") @enum
    (class_declaration) @class
    (protocol_declaration) @interface
    [(function_declaration) (protocol_function_declaration) (init_declaration) (deinit_declaration) (subscript_declaration)] @function
    (class_body (property_declaration) @property)
    (source_file (property_declaration) @variable)
    (typealias_declaration) @type
    (inheritance_specifier (user_type (type_identifier) @extends))
    (call_expression . [(simple_identifier) @call (navigation_expression suffix: (navigation_suffix suffix: (simple_identifier) @call))])
    (type_identifier) @reference
    (import_declaration) @import
  `,
  nameOf: (node: Node) => {
    if (node.type === 'init_declaration') return 'init';
    if (node.type === 'deinit_declaration') return 'deinit';
    if (node.type === 'subscript_declaration') return 'subscript';
    return fieldText(node, 'name')?.replace(/<.*$/, '');
  },
  isExported: (_name, signature) => /\b(public|open)\b/.test(signature),
  importsOf: (statement) => {
    const module = /import\s+(?:\w+\s+)?([\w.]+)\s*$/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module, names: [] }];
  },
};

export const dart: LanguageTable = {
  name: 'dart',
  grammar: 'dart',
  query: `
    [(comment) (documentation_comment)] @comment
    (annotation) @attribute
    [(class_definition) (mixin_declaration) (extension_declaration)] @class
    (enum_declaration) @enum
    (type_alias) @type
    (program (function_signature) @function)
    (class_body (method_signature) @method)
    (class_body (declaration [(constructor_signature) (function_signature) (factory_constructor_signature)]) @method)
    (extension_body (method_signature) @method)
    (superclass (type_identifier) @extends)
    (interfaces (type_identifier) @implements)
    (type_identifier) @reference
    (import_or_export) @import
  `,
  nameOf: (node: Node) => {
    const signature = node.namedChildren.find((child) => child.type.endsWith('_signature')) ?? node;
    return fieldText(signature, 'name') ?? childOfType(node, 'identifier', 'type_identifier')?.text;
  },
  endOf: (node: Node) => {
    const next = node.nextNamedSibling;
    return next?.type === 'function_body' ? next : node;
  },
  bodyOf: (node: Node) => {
    const next = node.nextNamedSibling;
    return next?.type === 'function_body' ? next : node.childForFieldName('body');
  },
  isExported: (name) => !name.startsWith('_'),
  importsOf: (statement) => {
    const module = /['"]([^'"]+)['"]/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module, names: [] }];
  },
};

export const zig: LanguageTable = {
  name: 'zig',
  grammar: 'zig',
  query: `
    (comment) @comment
    (function_declaration) @function
    (variable_declaration [(struct_declaration) (union_declaration) (opaque_declaration)]) @class
    (variable_declaration (enum_declaration)) @enum
    (source_file (variable_declaration) @variable)
    (call_expression function: [(identifier) @call (field_expression member: (identifier) @call)])
    (builtin_function (builtin_identifier) @_import (#eq? @_import "@import")) @import
  `,
  nameOf: (node: Node) => {
    if (childOfType(node, 'builtin_function')?.text.startsWith('@import') === true) return undefined;
    return fieldText(node, 'name') ?? childOfType(node, 'identifier')?.text;
  },
  bodyOf: (node: Node) => node.childForFieldName('body'),
  isExported: (_name, signature) => /^\s*pub\b/.test(signature),
  importsOf: (statement) => {
    const module = /"([^"]+)"/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module: module.includes('.') ? `./${module}` : module, names: [] }];
  },
};

export const solidity: LanguageTable = {
  name: 'solidity',
  grammar: 'solidity',
  query: `
    (comment) @comment
    [(contract_declaration) (library_declaration) (struct_declaration)] @class
    (interface_declaration) @interface
    (enum_declaration) @enum
    [(function_definition) (modifier_definition) (constructor_definition)] @function
    [(state_variable_declaration) (event_definition)] @property
    (inheritance_specifier ancestor: (user_defined_type (identifier) @extends))
    (call_expression function: (expression [(identifier) @call (member_expression property: (identifier) @call)]))
    (import_directive) @import
  `,
  nameOf: (node: Node) =>
    fieldText(node, 'name') ?? (node.type === 'constructor_definition' ? 'constructor' : undefined),
  isExported: (_name, signature) => !/\b(private|internal)\b/.test(signature),
  importsOf: (statement) => {
    const module = /["']([^"']+)["']/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module, names: [] }];
  },
};

export const hcl: LanguageTable = {
  name: 'hcl',
  grammar: 'hcl',
  query: `
    (comment) @comment
    (config_file (body (block) @property))
    (config_file (body (attribute) @variable))
  `,
  nameOf: (node: Node) =>
    node.namedChildren
      .filter((child) => child.type === 'identifier' || child.type === 'string_lit')
      .map((child) => child.text.replaceAll('"', ''))
      .join('.'),
  bodyOf: (node: Node) => childOfType(node, 'block_start'),
};

export const css: LanguageTable = {
  name: 'css',
  grammar: 'css',
  plainNames: true,
  query: `
    (comment) @comment
    (rule_set) @property
    (keyframes_statement) @property
    (import_statement) @import
  `,
  nameOf: (node: Node) => node.namedChildren[0]?.text.replace(/\s+/g, ' ').slice(0, MAX_SELECTOR),
  bodyOf: (node: Node) => childOfType(node, 'block', 'keyframe_block_list'),
  importsOf: (statement) => {
    const module = /["']([^"']+)["']/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module, names: [] }];
  },
};

const MAX_SELECTOR = 120;
