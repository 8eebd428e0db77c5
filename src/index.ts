export type { EntityType, SourceKind } from './core/vocabulary.ts';

import { existsSync } from 'node:fs';
import type { Engine } from './core/engine.ts';
import { DossierError } from './core/errors.ts';
import { refuseUnknown } from './core/refuse-unknown.ts';
import { SETTING_NAMES } from './core/resolve-config.ts';
import type { AskMethods } from './library/ask-methods.ts';
import type { ConversationMethods } from './library/conversation-methods.ts';
import type { KnowledgeMethods } from './library/knowledge-methods.ts';
import type { Library, Method } from './library/method.ts';
import type { ProjectMethods } from './library/project-methods.ts';
import { OPEN_OPTIONS, type OpenOptions, openEngine } from './open-engine.ts';
import type { Operation, OperationContext } from './operations/operation.ts';
import { refuseUnknownFields } from './operations/refuse-unknown-fields.ts';
import { library } from './operations/registry.ts';
import { runOperation } from './operations/run-operation.ts';

export type { Config } from './core/config.ts';
export type { AssembleOptions, Citation, Context, ExcludedItem, IncludedItem } from './core/context.ts';
export { DossierError, type ErrorCode } from './core/errors.ts';
export type { ContextItem, Location, Reason } from './core/item.ts';
export type { Hit, SearchOptions } from './core/query.ts';
export type { OpenOptions } from './open-engine.ts';
export type { OperationContext, Progress } from './operations/operation.ts';

/**
 * An open project: every operation is a method that takes and returns plain objects. Failures are
 * `DossierError`s, whose `code` tells their kind. Input with an unknown field is refused.
 *
 * @example
 * ```ts
 * try {
 *   await dossier.read({ path: 'absent.ts' });
 * } catch (error) {
 *   if (!(error instanceof DossierError)) throw error;
 *   console.log(error.code, error.message);
 * }
 * ```
 */
export interface Dossier extends AskMethods, KnowledgeMethods, ConversationMethods, ProjectMethods {
  /** The opened adapters: store, parser, embedder. For advanced use; the methods cover the product. */
  readonly engine: Engine;
  /**
   * Closes the store. No method can be called afterwards.
   *
   * @example
   * ```ts
   * await dossier.close();
   * ```
   */
  close(): Promise<void>;
}

/** The methods by the registry, and by the documented interfaces: the type checker keeps them equal. */
type Methods = { readonly [Name in keyof Library]: Method<Name> };
type Documented = Omit<Dossier, 'engine' | 'close'>;

/**
 * Opens a project for use as a library. Nothing is read or opened before a method needs it.
 *
 * @example
 * ```ts
 * import { openDossier } from 'dossier';
 *
 * const dossier = openDossier({ root: '.' });
 * await dossier.index();
 * const { context } = await dossier.query({ query: 'where are uploads retried', maxTokens: 4000 });
 * console.log(context);
 * await dossier.close();
 * ```
 *
 * @example Another store, owner and budget
 * ```ts
 * import { openDossier } from 'dossier';
 *
 * const dossier = openDossier({ root: '.', store: 'team.sqlite', owner: 'ada', settings: { maxTokens: 4000 } });
 * console.log((await dossier.config()).settings.filter(({ origin }) => origin === 'flag'));
 * await dossier.close();
 * ```
 */
export function openDossier(options: OpenOptions = {}): Dossier {
  refuseUnknown('option', Object.keys(options), OPEN_OPTIONS);
  refuseUnknown('setting', Object.keys(options.settings ?? {}), SETTING_NAMES);
  const engine = openEngine(options);
  if (!existsSync(engine.root)) {
    throw new DossierError('not-found', `There is no folder ${engine.root}: check "root".`);
  }
  let closed = false;
  const run = async (
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    context: Partial<OperationContext>,
  ): Promise<unknown> => {
    if (closed) {
      throw new DossierError('unavailable', 'This project was closed: open it again with openDossier.');
    }
    refuseUnknownFields(operation, input);
    return runOperation(engine, operation, input, {
      now: Date.now(),
      signal: new AbortController().signal,
      progress: () => undefined,
      ...context,
    });
  };
  const methods = Object.entries<Operation>(library).map(([name, operation]) => [
    name,
    (input: Readonly<Record<string, unknown>> = {}, context: Partial<OperationContext> = {}) =>
      run(operation, input, context),
  ]);
  // The entries are made from `library`; typed both ways, a method that only one side has is an error.
  const declared: Methods = Object.fromEntries(methods) as Documented;
  return {
    ...declared,
    engine,
    close: async () => {
      closed = true;
      await engine.close();
    },
  };
}
