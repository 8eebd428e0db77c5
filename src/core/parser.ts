import type { EntityType, RelationKind } from './vocabulary.ts';

/** A named piece of a file: a function, a class, a heading's section. Lines are 1-based and inclusive. */
export interface ParsedUnit {
  readonly entityType: EntityType;
  readonly name: string;
  /** Names of the enclosing units and the unit itself, joined by dots (headings by " > "). */
  readonly qualifiedName: string;
  /** Index of the enclosing unit in the file's list; undefined at the top level. */
  readonly parent?: number;
  /** First line, including the unit's doc comment and decorators. */
  readonly startLine: number;
  readonly endLine: number;
  /** First line of the definition itself, after the doc comment. */
  readonly definitionLine: number;
  /** Last line of the signature; the body begins after it. */
  readonly signatureEndLine: number;
  readonly signature: string;
  readonly docComment?: string;
  readonly exported?: boolean;
}

/** What it takes to find a unit again and to truncate it; an index has this without parsing. */
export type PlacedUnit = Pick<
  ParsedUnit,
  'entityType' | 'name' | 'qualifiedName' | 'startLine' | 'endLine' | 'signatureEndLine'
> &
  Partial<Pick<ParsedUnit, 'definitionLine'>>;

/** A name used in the file: a call, a base class, a type. `from` is the index of the using unit. */
export interface ParsedReference {
  readonly kind: RelationKind;
  readonly name: string;
  readonly line: number;
  readonly from?: number;
}

export interface ParsedFile {
  readonly language: string;
  readonly units: readonly ParsedUnit[];
  readonly references: readonly ParsedReference[];
  /** Import statements as written: the module and the names imported. */
  readonly imports: readonly {
    readonly module: string;
    readonly names: readonly string[];
    readonly line: number;
  }[];
  /** True when the tree had errors, or when there was no grammar and lines decided instead. */
  readonly approximate: boolean;
}

/** Parses the structure of a source text. Never throws for bad input: it falls back to lines. */
export interface Parser {
  /** The language of a path by its name; undefined for plain text. */
  languageOf(path: string): string | undefined;
  parse(path: string, text: string): Promise<ParsedFile>;
}
