import type { z } from 'zod';
import type { Engine } from './engine/engine.ts';
import { type OpenOptions, openEngine } from './open-engine.ts';
import type { Operation, OperationContext } from './operations/operation.ts';
import { library } from './operations/registry.ts';
import { runOperation } from './operations/run-operation.ts';

export type { Config } from './core/config.ts';
export type { AssembleOptions, Citation, Context, ExcludedItem, IncludedItem } from './core/context.ts';
export { DossierError, type ErrorCode } from './core/errors.ts';
export type { ContextItem, EntityType, Location, Reason, SourceKind } from './core/item.ts';
export type { Hit, SearchOptions } from './core/query.ts';
export type { OpenOptions } from './open-engine.ts';
export type { OperationContext, Progress } from './operations/operation.ts';

type Library = typeof library;
type Method<O> =
  O extends Operation<infer Input, infer Output>
    ? (input: z.input<Input>, context?: Partial<OperationContext>) => Promise<z.output<Output>>
    : never;

/** A project: every operation as a method that takes and returns plain objects. */
export type Dossier = { readonly [Name in keyof Library]: Method<Library[Name]> } & {
  readonly engine: Engine;
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
  const methods = Object.entries(library).map(([name, operation]) => [
    name,
    (input: unknown, context: Partial<OperationContext> = {}) =>
      runOperation<z.ZodObject, z.ZodType>(engine, operation, input, {
        now: Date.now(),
        signal: new AbortController().signal,
        progress: () => undefined,
        ...context,
      }),
  ]);
  // The entries have just been made from `library`, whose type this is.
  return {
    ...(Object.fromEntries(methods) as Pick<Dossier, keyof Library>),
    engine,
    close: () => engine.close(),
  };
}
