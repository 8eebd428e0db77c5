/** A file of the project as it is on disk now. `lines` has no line terminators. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly contentHash: string;
  readonly modifiedAt: number;
}

export type ReadFailure = 'missing' | 'outside-root' | 'not-a-file' | 'too-large' | 'binary' | 'unreadable';

/** Reads project files; never anything outside the project root, whatever the path says. */
export interface SourceReader {
  read(path: string): Promise<SourceFile | ReadFailure>;
}
