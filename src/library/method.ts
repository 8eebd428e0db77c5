import type { z } from 'zod';
import type { Operation, OperationContext } from '../operations/operation.ts';
import type { library } from '../operations/registry.ts';
import type { Inputs } from './inputs.ts';

export type Library = typeof library;

/**
 * An operation as a method: it takes and returns plain objects. An operation without required fields may be
 * called without input. The context may set the time (`now`), a `signal` that cancels and a `progress` callback.
 */
export type Method<Name extends keyof Library> =
  Library[Name] extends Operation<infer Input, infer Output>
    ? (...call: CallOf<InputOf<Name, Input>>) => Promise<z.output<Output>>
    : never;

type CallOf<Input> =
  Record<never, never> extends Input
    ? [input?: Input, context?: Partial<OperationContext>]
    : [input: Input, context?: Partial<OperationContext>];

/** The documented interface of the input; what the schema says while the interface lacks a field. */
type InputOf<Name, Input extends z.ZodObject> = Name extends keyof Inputs
  ? [keyof z.input<Input>] extends [keyof Inputs[Name]]
    ? Inputs[Name]
    : z.input<Input>
  : z.input<Input>;
