/** Lines of one file, 1-based and inclusive. */
export interface LineSpan {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** The project as it was at earlier commits. `Project` is whatever opens a folder as a project. */
export interface Snapshots<Project> {
  /**
   * The lines of the tree at `base` that a later commit changed: what it removed or replaced, and the
   * two lines around what it inserted. Lines that came after `base` are left out.
   */
  changedLines(sha: string, base: string): Promise<readonly LineSpan[]>;
  /** The tree of a commit in a temporary folder with a store of its own; closing it removes both. */
  open(sha: string): Promise<Project>;
}
