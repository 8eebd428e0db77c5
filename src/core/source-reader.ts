/** A file of the project as it is on disk now. `lines` has no line terminators. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly contentHash: string;
  readonly modifiedAt: number;
  /** Bytes on disk. */
  readonly size: number;
  /** Lines in which a secret was masked. */
  readonly maskedLines: number;
}

export type ReadFailure =
  | 'missing'
  | 'outside-root'
  | 'not-a-file'
  | 'too-large'
  | 'binary'
  | 'secret'
  | 'unreadable';

/**
 * Reads project files; never anything outside the project root, whatever the path says. Files that
 * hold secrets are not read, and tokens in other files are masked.
 */
export interface SourceReader {
  read(path: string): Promise<SourceFile | ReadFailure>;
  /** Size and time without reading; a symbolic link is not a file here, since what it leads to is listed itself. */
  stat(path: string): Promise<SourceStat | ReadFailure>;
}

export interface SourceStat {
  readonly size: number;
  readonly modifiedAt: number;
}
