import { childOfType, fieldText, type LanguageTable, lastSegment } from '../language.ts';

export const java: LanguageTable = {
  name: 'java',
  grammar: 'java',
  query: `
    [(line_comment) (block_comment)] @comment
    [(class_declaration) (record_declaration)] @class
    [(interface_declaration) (annotation_type_declaration)] @interface
    (enum_declaration) @enum
    [(method_declaration) (constructor_declaration) (compact_constructor_declaration)] @method
    (field_declaration) @property
    (superclass [(type_identifier) @extends (generic_type (type_identifier) @extends)])
    (super_interfaces (type_list [(type_identifier) @implements (generic_type (type_identifier) @implements)]))
    (extends_interfaces (type_list [(type_identifier) @extends (generic_type (type_identifier) @extends)]))
    (method_invocation name: (identifier) @call)
    (object_creation_expression type: [(type_identifier) @call (generic_type (type_identifier) @call)])
    (method_reference (identifier) @call .)
    (type_identifier) @reference
    (import_declaration) @import
  `,
  nameOf: (node) =>
    fieldText(node, 'name') ?? fieldText(node.childForFieldName('declarator') ?? node, 'name'),
  isExported: (_name, signature) => /\bpublic\b/.test(signature),
  importsOf: (statement) => javaImport(statement.replace(/^import\s+(static\s+)?/, '')),
};

export const kotlin: LanguageTable = {
  name: 'kotlin',
  grammar: 'kotlin',
  query: `
    [(line_comment) (block_comment)] @comment
    (class_declaration "interface") @interface
    (class_declaration (enum_class_body)) @enum
    [(class_declaration) (object_declaration) (companion_object)] @class
    [(function_declaration) (secondary_constructor)] @function
    (source_file (property_declaration) @variable)
    (class_body (property_declaration) @property)
    (type_alias) @type
    (delegation_specifier [(user_type (identifier) @extends) (constructor_invocation (user_type (identifier) @extends))])
    (call_expression . [(identifier) @call (navigation_expression (identifier) @call .)])
    (user_type (identifier) @reference)
    (import) @import
  `,
  nameOf: (node) => {
    if (node.type === 'companion_object') return fieldText(node, 'name') ?? 'Companion';
    if (node.type === 'secondary_constructor') return 'constructor';
    const variable = childOfType(node, 'variable_declaration');
    return fieldText(node, 'name') ?? (variable ?? childOfType(node, 'identifier'))?.text.split(/[:\s]/)[0];
  },
  bodyOf: (node) => childOfType(node, 'class_body', 'enum_class_body', 'function_body'),
  isExported: (_name, signature) => !/\b(private|internal)\b/.test(signature),
  importsOf: (statement) => javaImport(statement.replace(/^import\s+/, '').replace(/\s+as\s+\w+/, '')),
};

export const scala: LanguageTable = {
  name: 'scala',
  grammar: 'scala',
  query: `
    [(comment) (block_comment)] @comment
    [(class_definition) (object_definition)] @class
    (trait_definition) @interface
    (enum_definition) @enum
    [(function_definition) (function_declaration)] @function
    (template_body (val_definition) @property)
    (compilation_unit (val_definition) @variable)
    (type_definition) @type
    (extends_clause type: [(type_identifier) @extends (generic_type type: (type_identifier) @extends)])
    (call_expression function: [(identifier) @call (field_expression field: (identifier) @call)])
    (instance_expression (type_identifier) @call)
    (type_identifier) @reference
    (import_declaration) @import
  `,
  nameOf: (node) => fieldText(node, 'name') ?? fieldText(node, 'pattern'),
  isExported: (_name, signature) => !/\bprivate\b/.test(signature),
  importsOf: (statement) => {
    const path = statement.replace(/^import\s+/, '').trim();
    const braces = /^([\w.]+)\.\{([^}]*)\}/.exec(path);
    if (braces?.[1] === undefined) return javaImport(path);
    return [{ module: braces[1], names: (braces[2] ?? '').split(',').map((name) => name.trim()) }];
  },
};

/** `a.b.C` → module a.b.C with the name C: the module is resolved as a folder path. */
function javaImport(path: string): { module: string; names: string[] }[] {
  const module = path.replace(/[;\s]+$/, '').trim();
  return module === '' ? [] : [{ module: module.replace(/\.[*_]$/, ''), names: [lastSegment(module)] }];
}
