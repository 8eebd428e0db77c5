import type { EntityType } from '../../../core/vocabulary.ts';
import type { SectionStart } from './sections.ts';

/** The opening lines of definitions in languages without a grammar. Group 1 is the name. */
const PATTERNS: Readonly<Record<string, readonly (readonly [EntityType, RegExp])[]>> = {
  sql: [
    [
      'type',
      /^\s*create\s+(?:or\s+replace\s+)?(?:temp(?:orary)?\s+)?(?:table|view|materialized\s+view|type)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i,
    ],
    [
      'function',
      /^\s*create\s+(?:or\s+replace\s+)?(?:function|procedure|trigger|index|unique\s+index)\s+(?:if\s+not\s+exists\s+)?([\w."`[\]]+)/i,
    ],
  ],
  protobuf: [
    ['class', /^(?:message|extend)\s+([\w.]+)/],
    ['enum', /^enum\s+(\w+)/],
    ['interface', /^service\s+(\w+)/],
  ],
  graphql: [
    ['type', /^(?:extend\s+)?(?:type|input|interface|union|enum|scalar|fragment|query|mutation)\s+(\w+)/],
  ],
  thrift: [['class', /^(?:struct|union|exception|enum|service)\s+(\w+)/]],
  make: [['function', /^([\w./%$(){}-]+(?:\s+[\w./%$(){}-]+)*)\s*:(?!=)/]],
  dockerfile: [['function', /^FROM\s+(.+?)\s*$/i]],
  cmake: [['function', /^\s*(?:function|macro)\s*\(\s*(\w+)/i]],
  perl: [
    ['namespace', /^package\s+([\w:]+)/],
    ['function', /^\s*sub\s+(\w+)/],
  ],
  haskell: [
    ['type', /^(?:data|newtype|type|class|instance)\s+(?:[^=]*=>\s*)?(\w+)/],
    ['function', /^([a-z_][\w']*)\s*::/],
  ],
  ocaml: [
    ['namespace', /^\s*module\s+(?:type\s+)?(\w+)/],
    ['type', /^type\s+(?:[^=]*\s)?(\w+)\s*=/],
    ['function', /^(?:let|and|val|external)\s+(?:rec\s+)?(\w+)/],
  ],
  fsharp: [
    ['type', /^\s*type\s+(\w+)/],
    ['function', /^(?:let|module)\s+(?:rec\s+|inline\s+)?(\w+)/],
  ],
  clojure: [
    [
      'function',
      /^\((?:defn-?|def|defmacro|defmulti|defmethod|defprotocol|defrecord|ns)\s+(?:\^\S+\s+)*([\w.*+!?<>=/-]+)/,
    ],
  ],
  lisp: [['function', /^\((?:defun|defmacro|defvar|defcustom|defclass|define)\s+\(?([\w*+!?<>=/-]+)/]],
  erlang: [['function', /^([a-z]\w*)\(.*\)\s*(?:when\b.*)?->/]],
  julia: [
    ['class', /^\s*(?:mutable\s+)?(?:struct|abstract\s+type)\s+(\w+)/],
    ['function', /^\s*(?:function|macro)\s+([\w.!]+)/],
  ],
  r: [['function', /^([\w.]+)\s*(?:<-|=)\s*function\b/]],
  powershell: [['function', /^\s*function\s+([\w:-]+)/i]],
  groovy: [
    ['class', /^\s*(?:\w+\s+)*class\s+(\w+)/],
    ['function', /^\s*def\s+(\w+)\s*\(/],
  ],
  'objective-c': [
    ['class', /^@(?:interface|implementation|protocol)\s+(\w+)/],
    ['method', /^[-+]\s*\([^)]*\)\s*(\w+)/],
  ],
  nim: [['function', /^(?:proc|func|method|template|macro|iterator)\s+`?(\w+)/]],
  crystal: [['function', /^\s*(?:def|class|module|struct)\s+([\w.?!]+)/]],
  starlark: [['function', /^def\s+(\w+)/]],
  vim: [['function', /^\s*function!?\s+([\w:.#<>]+)/]],
  verilog: [['class', /^\s*(?:module|interface|class|package)\s+(\w+)/]],
  scss: [['property', /^([.#&@%:a-zA-Z][^{};]*?)\s*\{\s*$/]],
  less: [['property', /^([.#&@:a-zA-Z][^{};]*?)\s*\{\s*$/]],
  batch: [['function', /^:(\w+)/]],
};

/** Keywords that open definitions in most languages: for a file whose parse failed. */
const COMMON: (typeof PATTERNS)[string] = [
  [
    'class',
    /^\s*(?:[a-z@]+\s+)*(?:class|struct|enum|interface|protocol|trait|extension|impl|module|namespace)\s+([A-Z]\w*)/,
  ],
  ['function', /^\s*(?:[a-z@]+\s+)*(?:func|fun|fn|def|function|sub|proc)\s+([A-Za-z_]\w*)/],
];
const WITHOUT_DEFINITIONS: ReadonlySet<string> = new Set([
  'xml',
  'html',
  'csv',
  'diff',
  'template',
  'tex',
  'css',
]);

export function patternStarts(language: string, lines: readonly string[]): SectionStart[] {
  const patterns = PATTERNS[language] ?? (WITHOUT_DEFINITIONS.has(language) ? [] : COMMON);
  const starts: SectionStart[] = [];
  for (const [row, line] of lines.entries()) {
    if (line.length > MAX_LINE) continue;
    for (const [entityType, pattern] of patterns) {
      const name = pattern.exec(line)?.[1]?.trim();
      if (name === undefined || name === '' || name === starts.at(-1)?.name) continue;
      starts.push({ line: row + 1, headingEndLine: row + 1, level: 1, name: name.slice(0, 200), entityType });
      break;
    }
  }
  return starts;
}

/** No definition starts on a longer line; this bounds the cost of the patterns. */
const MAX_LINE = 1000;
