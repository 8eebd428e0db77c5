import type { Node, Query, Tree } from 'web-tree-sitter';
import type { ParsedFile, ParsedReference, ParsedUnit } from '../../../core/parser.ts';
import { ENTITY_TYPES, type EntityType, type RelationKind } from '../../../core/vocabulary.ts';
import type { LanguageTable } from './language.ts';

/** Turns the captures of a language's query into units, references and imports in one pass, in text order. */
export function collectUnits(tree: Tree, text: string, table: LanguageTable, query: Query): ParsedFile {
  const collector = new Collector(text, table);
  for (const { name, node } of query.captures(tree.rootNode)) collector.take(name, node);
  return collector.finish(tree.rootNode.hasError);
}

const REFERENCE_KINDS: Readonly<Record<string, RelationKind>> = {
  call: 'calls',
  extends: 'extends',
  implements: 'implements',
  reference: 'references',
};
const ENTITY_TYPE_OF = new Map<string, EntityType>(ENTITY_TYPES.map((type) => [type, type]));
const CONTAINERS: ReadonlySet<EntityType> = new Set([
  'class',
  'interface',
  'enum',
  'namespace',
  'type',
  'module',
]);
const HOLDS_METHODS: ReadonlySet<EntityType> = new Set(['class', 'interface', 'enum', 'type']);
const VALUES: ReadonlySet<EntityType> = new Set(['variable', 'property']);

/** Longer texts are truncated: they are only shown and searched. */
const MAX_SIGNATURE = 600;
const MAX_DOC_COMMENT = 4000;
const MAX_NAME = 200;
const BLANK_LOOK = 40;

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
interface OpenNode {
  readonly start: number;
  readonly end: number;
  readonly row: number;
}
interface OpenUnit extends OpenNode {
  readonly index: number;
}
interface Wrapper extends OpenNode {
  readonly exported: boolean;
  used: boolean;
}
interface Lead {
  readonly startRow: number;
  readonly isBlock: boolean;
  readonly blankBelow: boolean;
  readonly doc: string | undefined;
}

class Collector {
  readonly #text: string;
  readonly #table: LanguageTable;
  readonly #units: Mutable<ParsedUnit>[] = [];
  readonly #references: ParsedReference[] = [];
  readonly #seen = new Set<string>();
  readonly #imports: Mutable<ParsedFile['imports'][number]>[] = [];
  readonly #exportedNames = new Set<string>();
  /** Comments and attributes alone on their lines, by last row. */
  readonly #leads = new Map<number, Lead>();
  readonly #open: OpenUnit[] = [];
  #wrappers: Wrapper[] = [];

  constructor(text: string, table: LanguageTable) {
    this.#text = text;
    this.#table = table;
  }

  take(capture: string, node: Node): void {
    const kind = REFERENCE_KINDS[capture];
    const type = ENTITY_TYPE_OF.get(capture);
    if (kind !== undefined) this.#takeReference(kind, node);
    else if (type !== undefined) this.#takeUnit(type, node);
    else if (capture === 'comment' || capture === 'attribute') this.#takeLead(node, capture === 'comment');
    else if (capture === 'wrapper' || capture === 'export') this.#takeWrapper(node, capture === 'export');
    else if (capture === 'docstring') this.#takeDocstring(node);
    else if (capture === 'import') this.#takeImport(node);
    else if (capture === 'exported') this.#exportedNames.add(node.text);
  }

  finish(hasError: boolean): ParsedFile {
    for (const unit of this.#units) {
      if (unit.parent === undefined && this.#exportedNames.has(unit.name)) unit.exported = true;
    }
    return {
      language: this.#table.name,
      units: this.#units,
      references: this.#references,
      imports: this.#imports,
      approximate: hasError,
    };
  }

  #enclosing(position: number): OpenUnit | undefined {
    let top = this.#open.at(-1);
    while (top !== undefined && top.end <= position) {
      this.#open.pop();
      top = this.#open.at(-1);
    }
    return top;
  }

  #takeReference(kind: RelationKind, node: Node): void {
    const from = this.#enclosing(node.startIndex);
    const name = this.#text.slice(node.startIndex, node.endIndex);
    // One-letter names are mostly type parameters or loop variables, not definitions.
    if (name.length < 2 || name.length > MAX_NAME || this.#table.keywords?.has(name) === true) return;
    if (kind === 'references') {
      if (from !== undefined && this.#units[from.index]?.name === name) return;
      if (
        this.#seen.has(`${from?.index}|extends|${name}`) ||
        this.#seen.has(`${from?.index}|implements|${name}`)
      )
        return;
    }
    const key = `${from?.index}|${kind}|${name}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const line = node.startPosition.row + 1;
    this.#references.push(from === undefined ? { kind, name, line } : { kind, name, line, from: from.index });
  }

  #takeLead(node: Node, isComment: boolean): void {
    const { row, column } = node.startPosition;
    if (this.#text.slice(node.startIndex - column, node.startIndex).trim() !== '') return;
    const source = this.#text.slice(node.startIndex, node.endIndex);
    const endsWithNewline = source.endsWith('\n');
    const endRow = node.endPosition.row - (endsWithNewline ? 1 : 0);
    const doc = isComment || /^@(module|type)?doc\b/.test(source) ? plainComment(source) : undefined;
    const blankBelow = /^[ \t]*\r?\n[ \t]*\r?\n/.test(
      this.#text.slice(node.endIndex, node.endIndex + BLANK_LOOK),
    );
    this.#leads.set(endRow, { startRow: row, isBlock: source.startsWith('/**'), blankBelow, doc });
  }

  #takeWrapper(node: Node, exported: boolean): void {
    const start = node.startIndex;
    this.#wrappers = this.#wrappers.filter((wrapper) => wrapper.end > start);
    this.#wrappers.push({ start, end: node.endIndex, row: node.startPosition.row, exported, used: false });
  }

  #takeDocstring(node: Node): void {
    const unit = this.#units[this.#enclosing(node.startIndex)?.index ?? -1];
    if (unit === undefined || unit.docComment !== undefined) return;
    unit.docComment = plainDocstring(this.#text.slice(node.startIndex, node.endIndex));
  }

  #takeImport(node: Node): void {
    const line = node.startPosition.row + 1;
    const statement = this.#text.slice(node.startIndex, node.endIndex);
    for (const { module, names } of this.#table.importsOf?.(statement) ?? []) {
      if (module !== '') this.#imports.push({ module, names, line });
    }
  }

  #takeUnit(captured: EntityType, node: Node): void {
    const enclosing = this.#enclosing(node.startIndex);
    const end = this.#table.endOf?.(node) ?? node;
    const endIndex = end.endIndex;
    // Two patterns may capture the same node: the first, more specific one has already named it.
    if (enclosing !== undefined && enclosing.start === node.startIndex && enclosing.end === endIndex) return;
    const parent = enclosing === undefined ? undefined : this.#units[enclosing.index];
    if (VALUES.has(captured) && parent !== undefined && !CONTAINERS.has(parent.entityType)) return;
    const fullName = (this.#table.nameOf ?? defaultName)(node);
    if (fullName === undefined || fullName === '' || fullName.length > MAX_NAME) return;

    const outer = this.#outerOf(node, endIndex, enclosing);
    const { startRow, doc } = this.#leadOf(outer.row);
    const signature = this.#signatureOf(node, outer.row);
    const cut = this.#table.plainNames === true ? -1 : fullName.lastIndexOf('.');
    const name = fullName === 'module.exports' ? fullName : fullName.slice(cut + 1);
    const unit: Mutable<ParsedUnit> = {
      entityType: entityTypeIn(captured, parent, cut > 0),
      name,
      qualifiedName: parent === undefined ? fullName : `${parent.qualifiedName}.${fullName}`,
      startLine: startRow + 1,
      endLine: Math.max(lastRowOf(end), outer.row) + 1,
      definitionLine: outer.row + 1,
      signatureEndLine: signature.endRow + 1,
      signature: signature.text,
    };
    if (enclosing !== undefined) unit.parent = enclosing.index;
    if (doc !== undefined) unit.docComment = doc;
    const exported = outer.exported || this.#table.isExported?.(name, signature.text);
    if (exported !== undefined) unit.exported = exported;
    this.#open.push({
      start: node.startIndex,
      end: endIndex,
      row: node.startPosition.row,
      index: this.#units.length,
    });
    this.#units.push(unit);
  }

  /** The first row of the statement around a unit, and whether it exports the unit. */
  #outerOf(node: Node, end: number, enclosing: OpenUnit | undefined): { row: number; exported: boolean } {
    let row = node.startPosition.row;
    let exported = false;
    for (const wrapper of this.#wrappers) {
      if (wrapper.end < end || wrapper.start < (enclosing?.start ?? -1)) continue;
      if (wrapper.exported) exported = true;
      if (wrapper.used) continue;
      wrapper.used = true;
      row = Math.min(row, wrapper.row);
    }
    return { row, exported };
  }

  /** Comments and attributes directly above: their first row and the comments' text. */
  #leadOf(row: number): { startRow: number; doc: string | undefined } {
    const docs: string[] = [];
    let startRow = row;
    // A `/**` block belongs to what follows even across one empty line.
    const apart = this.#leads.get(row - 2);
    let lead = this.#leads.get(row - 1) ?? (apart?.isBlock === true && apart.blankBelow ? apart : undefined);
    for (; lead !== undefined; lead = this.#leads.get(startRow - 1)) {
      if (lead.startRow >= startRow) break;
      startRow = lead.startRow;
      if (lead.doc !== undefined) docs.unshift(lead.doc);
    }
    const doc = docs.join('\n').trim().slice(0, MAX_DOC_COMMENT);
    return { startRow, doc: doc === '' ? undefined : doc };
  }

  /** The text from the start of the definition's line to its body. */
  #signatureOf(node: Node, row: number): { text: string; endRow: number } {
    const body = this.#table.bodyOf === undefined ? node.childForFieldName('body') : this.#table.bodyOf(node);
    const from = this.#startOfRow(node, row);
    let to = body?.startIndex ?? node.endIndex;
    if (body === null) {
      const nameEnd = node.childForFieldName('name')?.endIndex ?? node.startIndex;
      const newline = this.#text.indexOf('\n', nameEnd);
      if (newline >= 0 && newline < to) to = newline;
    }
    const text = this.#text.slice(from, to).trimEnd();
    const endRow = row + countNewlines(text);
    return { text: text.trimStart().slice(0, MAX_SIGNATURE), endRow };
  }

  #startOfRow(node: Node, row: number): number {
    let start = node.startIndex - node.startPosition.column;
    for (let above = node.startPosition.row; above > row; above--) {
      start = this.#text.lastIndexOf('\n', start - 2) + 1;
    }
    return Math.max(0, start);
  }
}

function defaultName(node: Node): string | undefined {
  return node.childForFieldName('name')?.text;
}

function entityTypeIn(captured: EntityType, parent: ParsedUnit | undefined, qualified: boolean): EntityType {
  if (captured === 'function') {
    if (qualified || (parent !== undefined && HOLDS_METHODS.has(parent.entityType))) return 'method';
  }
  if (captured === 'variable' && parent !== undefined && HOLDS_METHODS.has(parent.entityType))
    return 'property';
  return captured;
}

function lastRowOf(node: Node): number {
  const { row, column } = node.endPosition;
  return column === 0 && row > node.startPosition.row ? row - 1 : row;
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Strips the comment markers. */
function plainComment(comment: string): string {
  return comment
    .slice(0, MAX_DOC_COMMENT * 2)
    .replace(/^@\w+\s+/, '')
    .replace(/^\s*(\/\*+!?|\/\/[/!]?|--\[\[|-{2,}|#+!?|;+|"{1,3}|~[sS]"{1,3}|\{-\|?)/, '')
    .replace(/(\*+\/|\]\]|"{1,3}|-\})\s*$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*(?!\/)\s?/, '').trimEnd())
    .join('\n')
    .trim();
}

function plainDocstring(text: string): string {
  return text
    .replace(/^[rRbBuUfF]*("""|'''|"|')/, '')
    .replace(/("""|'''|"|')$/, '')
    .trim()
    .slice(0, MAX_DOC_COMMENT);
}
