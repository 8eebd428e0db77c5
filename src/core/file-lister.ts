/** Names the project's files: git-ignored ones and those outside the root are not among them. */
export interface FileLister {
  /** Paths relative to the project root with forward slashes, sorted. */
  list(options?: { readonly signal?: AbortSignal }): Promise<readonly string[]>;
}
