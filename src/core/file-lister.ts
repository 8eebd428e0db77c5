/** Names the project's files: ignored ones and those outside the root are not among them. */
export interface FileLister {
  /** Paths relative to the project root with forward slashes, sorted; with `paths`, only those of them. */
  list(options?: {
    readonly signal?: AbortSignal;
    readonly paths?: readonly string[];
  }): Promise<readonly string[]>;
  /** What `list` leaves out and why; a folder left out as a whole counts once, its path ends with a slash. */
  leftOut(options?: { readonly signal?: AbortSignal }): Promise<readonly LeftOut[]>;
}

export interface LeftOut {
  readonly path: string;
  readonly reason: 'ignored' | 'unreadable' | 'not-a-file' | 'submodule';
}
