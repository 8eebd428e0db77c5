import type { z } from 'zod';
import type { Engine } from '../core/engine.ts';

/** Told how far a long operation has come. Interfaces show it as a bar, a line or a notification. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** What an interface gives to a running operation besides its input. */
export interface OperationContext {
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

interface Example {
  readonly title: string;
  readonly command: string;
}

/**
 * One verb a user has, declared once: the schema makes CLI flags and help, the MCP tool, the HTTP
 * route, the OpenAPI document and the reference pages.
 */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> {
  /** Words of the command, for example `query` or `experience start`. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly input: Input;
  readonly output: Output;
  /** Input fields given as plain arguments on the command line, in order. */
  readonly positionals?: readonly (keyof z.output<Input> & string)[];
  /** Input field read as JSON or text from standard input when it is not given. */
  readonly stdin?: keyof z.output<Input> & string;
  readonly effect: 'read' | 'write' | 'destroy';
  readonly examples: readonly Example[];
  run(engine: Engine, input: z.output<Input>, context: OperationContext): Promise<z.output<Output>>;
  /** The reply as a person reads it on a terminal; `--json` prints the reply itself. */
  print(output: z.output<Output>): string;
}

export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}
