import type { Method } from './method.ts';

/** Methods that find and assemble context. */
export interface AskMethods {
  /**
   * Searches the index and returns the best code and documents for a task as one text inside a token budget.
   * Index the project first; `query.certainty` is `nothing` when it has nothing on the subject.
   *
   * @example
   * ```ts
   * await dossier.index();
   * const { context, tokenCount } = await dossier.query({ query: 'where are uploads retried', maxTokens: 2000 });
   * console.log(tokenCount, context);
   * ```
   */
  readonly query: Method<'query'>;
  /**
   * Lists the places that match a query, best first, with the reasons for each rank.
   *
   * @example
   * ```ts
   * const { hits } = await dossier.search({ query: 'uploadFile', limit: 5, paths: ['src'] });
   * for (const { path, startLine, score } of hits) console.log(`${path}:${startLine}`, score);
   * ```
   */
  readonly search: Method<'search'>;
  /**
   * Completes the last word of a query with names and paths of the project.
   *
   * @example
   * ```ts
   * const { suggestions } = await dossier.suggest({ query: 'uplo' });
   * console.log(suggestions.map(({ text }) => text));
   * ```
   */
  readonly suggest: Method<'suggest'>;
  /**
   * Builds the context for the next turn of a conversation: references of the thread and the message, search
   * results, earlier messages. References come first; nothing displaces them.
   *
   * @example
   * ```ts
   * const { context } = await dossier.prime({ message: 'Explain @src/upload.ts', maxTokens: 3000 });
   * console.log(context);
   * ```
   */
  readonly prime: Method<'prime'>;
  /**
   * Assembles context from several sources, each with a share of the budget: memories, code, documents,
   * experiences, values, commits.
   *
   * @example
   * ```ts
   * const { context, warnings } = await dossier.assemble({ query: 'flaky upload', types: ['memories', 'code'] });
   * console.log(context, warnings);
   * ```
   */
  readonly assemble: Method<'assemble'>;
  /**
   * Lists what went wrong before in this kind of work, and what the history says of the files. Give a task, a
   * domain or files.
   *
   * @example
   * ```ts
   * const { context } = await dossier.premortem({ task: 'raise the upload timeout', files: ['src/upload.ts'] });
   * console.log(context);
   * ```
   */
  readonly premortem: Method<'premortem'>;
  /**
   * Packs files into a context that fits the budget, without an index. The task decides what comes first.
   *
   * @example
   * ```ts
   * const { context } = await dossier.pack({ paths: ['src'], task: 'how are uploads retried', maxTokens: 1000 });
   * console.log(context);
   * ```
   */
  readonly pack: Method<'pack'>;
  /**
   * Assembles items that you found yourself: reads the lines of those with a location, drops duplicates, selects
   * what fits and prints it.
   *
   * @example
   * ```ts
   * const { context, excluded } = await dossier.assembleItems({
   *   items: [{ id: '1', source: 'code', entityType: 'function', name: 'f', content: 'let f', relevance: 1 }],
   *   maxTokens: 500,
   *   format: 'xml',
   * });
   * console.log(context, excluded);
   * ```
   */
  readonly assembleItems: Method<'assembleItems'>;
  /**
   * Reads lines of a project file as it is on disk, with secrets masked, as many as fit the budget.
   *
   * @example
   * ```ts
   * const { text, totalLines } = await dossier.read({ path: 'src/upload.ts', startLine: 1, endLine: 20 });
   * console.log(totalLines, text);
   * ```
   */
  readonly read: Method<'read'>;
  /**
   * Shows what uses a definition and what it uses.
   *
   * @example
   * ```ts
   * const { symbol, neighbours } = await dossier.graph({ symbol: 'uploadFile' });
   * console.log(symbol.path, neighbours.filter(({ direction }) => direction === 'in'));
   * ```
   */
  readonly graph: Method<'graph'>;
}
