import { fieldText, type LanguageTable } from '../language.ts';

export const cSharp: LanguageTable = {
  name: 'csharp',
  grammar: 'c_sharp',
  query: `
    (comment) @comment
    [(class_declaration) (struct_declaration) (record_declaration)] @class
    (interface_declaration) @interface
    (enum_declaration) @enum
    (namespace_declaration) @namespace
    (delegate_declaration) @type
    [(method_declaration) (constructor_declaration) (destructor_declaration) (operator_declaration) (indexer_declaration)] @method
    (local_function_statement) @function
    [(property_declaration) (field_declaration) (event_field_declaration)] @property
    (base_list [(identifier) @extends (generic_name (identifier) @extends) (qualified_name name: (identifier) @extends)])
    (invocation_expression function: [
      (identifier) @call
      (generic_name (identifier) @call)
      (member_access_expression name: [(identifier) @call (generic_name (identifier) @call)])
    ])
    (object_creation_expression type: [(identifier) @call (generic_name (identifier) @call)])
    (parameter type: [(identifier) @reference (generic_name (identifier) @reference)])
    (variable_declaration type: [(identifier) @reference (generic_name (identifier) @reference)])
    (method_declaration returns: [(identifier) @reference (generic_name (identifier) @reference)])
    (using_directive) @import
  `,
  nameOf: (node) => {
    const name = fieldText(node, 'name');
    if (name !== undefined) return name;
    if (node.type === 'indexer_declaration') return 'this';
    if (node.type === 'operator_declaration') return `operator ${fieldText(node, 'operator') ?? ''}`.trim();
    const declaration = node.namedChildren.find((child) => child.type === 'variable_declaration');
    const declarator = declaration?.namedChildren.find((child) => child.type === 'variable_declarator');
    return declarator === undefined ? undefined : fieldText(declarator, 'name');
  },
  isExported: (_name, signature) => /\b(public|protected)\b/.test(signature),
  importsOf: (statement) => {
    const module = /using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.]+)\s*;/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module, names: [] }];
  },
};
