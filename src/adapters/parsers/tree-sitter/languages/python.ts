import type { Node } from 'web-tree-sitter';
import { fieldText, type ImportedModule, type LanguageTable, namesInList } from '../language.ts';

export const python: LanguageTable = {
  name: 'python',
  grammar: 'python',
  query: `
    (comment) @comment
    (decorated_definition) @wrapper
    (function_definition) @function
    (class_definition) @class
    (function_definition body: (block . (expression_statement (string) @docstring)))
    (class_definition body: (block . (expression_statement (string) @docstring)))
    (module (expression_statement (assignment left: (identifier)) @variable))
    (class_definition body: (block (expression_statement (assignment left: (identifier)) @property)))
    (class_definition superclasses: (argument_list [(identifier) @extends (attribute attribute: (identifier) @extends)]))
    (call function: [(identifier) @call (attribute attribute: (identifier) @call)])
    (decorator [(identifier) @call (attribute attribute: (identifier) @call)])
    (type [(identifier) @reference (attribute attribute: (identifier) @reference)])
    (type (generic_type (identifier) @reference))
    [(import_statement) (import_from_statement)] @import
  `,
  nameOf: (node: Node) => fieldText(node, node.type === 'assignment' ? 'left' : 'name'),
  isExported: (name) => !name.startsWith('_') || /^__\w+__$/.test(name),
  importsOf,
};

function importsOf(statement: string): readonly ImportedModule[] {
  const from = /^from\s+([.\w]+)\s+import\s+([\s\S]+)$/.exec(statement);
  if (from?.[1] !== undefined) {
    const list = from[2]?.replace(/#.*$/gm, '').replace(/[()\\]/g, ' ');
    return [{ module: from[1], names: namesInList(list) }];
  }
  return statement
    .replace(/^import\s+/, '')
    .split(',')
    .map((part) => ({ module: part.trim().split(/\s+/)[0] ?? '', names: [] }));
}
