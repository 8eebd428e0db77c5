/** Follows the project's files. Needs no index and decides nothing: it only says where something happened. */
export interface FileWatcher {
  /**
   * Paths that were created, changed or deleted, gathered until things are quiet for a moment;
   * `everything` when too much happened to say. Ends when the signal is raised.
   */
  changes(options: {
    readonly signal: AbortSignal;
    /** Called once nothing that happens from now on is missed. */
    readonly onReady?: () => void;
  }): AsyncIterable<readonly string[] | 'everything'>;
}
