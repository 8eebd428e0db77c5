import type { EntityType, RelationKind } from './vocabulary.ts';

/** A named piece of a file: a function, a class, a heading's section. Lines are 1-based and inclusive. */
export interface ParsedUnit {
  readonly entityType: EntityType;
  readonly name: string;
  /** Names of the enclosing units and its own, joined by dots (headings by " > "). */
  readonly qualifiedName: string;
  /** Index of the enclosing unit in the file's list, or undefined at the top. */
  readonly parent?: number;
  /** First line including the doc comment and decorators that belong to the unit. */
  readonly startLine: number;
  readonly endLine: number;
  /** Line on which the definition itself starts, after the doc comment. */
  readonly definitionLine: number;
  /** Last line of the signature; the body begins after it. */
  readonly signatureEndLine: number;
  readonly signature: string;
  readonly docComment?: string;
  readonly exported?: boolean;
}

/** As much of a unit as it takes to find it again and to cut it; an index knows this without parsing. */
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
  /** Import statements as written: the module they name and the names they bring in. */
  readonly imports: readonly {
    readonly module: string;
    readonly names: readonly string[];
    readonly line: number;
  }[];
  /** True when the tree had errors or no grammar was at hand and lines decided instead. */
  readonly approximate: boolean;
}

/** Finds the structure of a source text. Never throws for bad input: it falls back to lines. */
export interface Parser {
  /** The language of a path by its name, or undefined when it is plain text. */
  languageOf(path: string): string | undefined;
  parse(path: string, text: string): Promise<ParsedFile>;
}
