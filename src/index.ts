export type { EntityType, SourceKind } from './core/vocabulary.ts';

import { existsSync } from 'node:fs';
import type { z } from 'zod';
import type { Engine } from './core/engine.ts';
import { DossierError } from './core/errors.ts';
import { type OpenOptions, openEngine } from './open-engine.ts';
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

type Library = typeof library;
type Method<O> =
  O extends Operation<infer Input, infer Output>
    ? (...call: CallOf<z.input<Input>>) => Promise<z.output<Output>>
    : never;
/** An operation without required fields may be called without any. */
type CallOf<Input> =
  Record<never, never> extends Input
    ? [input?: Input, context?: Partial<OperationContext>]
    : [input: Input, context?: Partial<OperationContext>];

/**
 * A project: every operation as a method that takes and returns plain objects. What goes wrong is a
 * `DossierError`, whose `code` says of which kind it is.
 */
export type Dossier = { readonly [Name in keyof Library]: Method<Library[Name]> } & {
  readonly engine: Engine;
  /** Ends the use of the store; no method can be called afterwards. */
  close(): Promise<void>;
};

/**
 * Opens a project for use as a library. Nothing is read, parsed or opened before a method needs it.
 *
 *     const dossier = openDossier({ root: '.' });
 *     const { context } = await dossier.query({ query: 'how are tokens counted', maxTokens: 4000 });
 */
export function openDossier(options: OpenOptions = {}): Dossier {
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
  // The entries have just been made from `library`, whose type this is.
  return {
    ...(Object.fromEntries(methods) as Pick<Dossier, keyof Library>),
    engine,
    close: async () => {
      closed = true;
      await engine.close();
    },
  };
}
