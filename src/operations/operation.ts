import type { z } from 'zod';
import type { Engine } from '../core/engine.ts';

/** How far a long operation has come. Interfaces show it as a bar, a line or a notification. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A place that was found, before its lines are read and fitted. */
export interface FoundPlace {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly relevance: number;
}

/** What an interface gives a running operation besides its input. */
export interface OperationContext {
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  /** Told the best places as soon as they are known; only an interface that can show them early gives it. */
  readonly found?: (places: readonly FoundPlace[]) => void;
}

interface Example {
  readonly title: string;
  readonly command: string;
}

/** The heading under which help lists a command. */
export type Topic =
  | 'Everyday'
  | 'Ask'
  | 'Knowledge'
  | 'Sessions and conversations'
  | 'Index and store'
  | 'Agents and servers';

/** Where HTTP serves an operation. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `:name` stands for the input field of that name. */
  readonly path: string;
  /** What a token must allow. Default: read for operations that read, write for the others. */
  readonly scope?: 'admin';
  /** Input fields that make no sense for one request. */
  readonly omit?: readonly string[];
  /** Takes the processor for tens of milliseconds or more: only a few run at a time. */
  readonly costly?: true;
  /** Goes on when the caller hangs up; the same call made meanwhile follows it. */
  readonly shared?: true;
}

/** Why HTTP does not serve an operation: it shows or changes the machine, not the owner's records. */
interface NotServed {
  readonly notServed: string;
}

/** The MCP tool that runs an operation, and what of it the model sees. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Operations that share a tool are told apart by its `step` argument. */
  readonly step?: string;
  /** Input fields the tool list shows. All are accepted; each one listed costs every session tokens. */
  readonly fields: readonly string[];
  /** Claude Code shows the model only the names of other tools until it looks for them. */
  readonly alwaysShown?: true;
}

/**
 * One verb of the product, declared once: every interface derives its flags, help, tool, route,
 * schema and reference page from this.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Http extends HttpRoute | NotServed = HttpRoute | NotServed,
> {
  /** Words of the command, for example `query` or `experience start`. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly topic: Topic;
  /** What the commands that share the first word are about. */
  readonly group?: string;
  readonly input: Input;
  readonly output: Output;
  /** Input fields given as plain arguments on the command line, in order. */
  readonly positionals?: readonly (keyof z.output<Input> & string)[];
  /** Input field read from standard input, as JSON or text, when it is not given. */
  readonly stdin?: keyof z.output<Input> & string;
  /** Input fields that name files of the project; a shell means them relative to its folder. */
  readonly pathFields?: readonly (keyof z.output<Input> & string)[];
  /** Input field with the path of a file that a shared server reads only if it is in the caller's index. */
  readonly indexedPath?: keyof z.output<Input> & string;
  /** Input fields with the address of a store, whose password is needed: they are not masked. */
  readonly addresses?: readonly (keyof z.output<Input> & string)[];
  readonly effect: 'read' | 'write' | 'destroy';
  /** Answers from the index, so an interface brings it up to date first or waits for it. */
  readonly usesIndex?: true;
  /** Reads or changes memories, so what changed in their files is taken over first. */
  readonly usesMemories?: true;
  /** Input field with a question, which can be answered before the index is finished: see `lookFirst`. */
  readonly question?: keyof z.output<Input> & string;
  /** Someone waits for every answer: it starts without loading other operations, from code compiled before. */
  readonly waitedFor?: true;
  /** May take minutes. */
  readonly longRunning?: true;
  readonly http: Http;
  readonly mcp?: McpTool;
  readonly examples: readonly Example[];
  run(engine: Engine, input: z.output<Input>, context: OperationContext): Promise<z.output<Output>>;
  /** Output fields that are documents and keep their lines when printed; any other text is printed on one line. */
  readonly documents?: readonly string[];
  /** The reply as a person reads it on a terminal; `--json` prints the reply itself. */
  print(output: z.output<Output>): string;
}

export function defineOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Http extends HttpRoute | NotServed,
>(operation: Operation<Input, Output, Http>): Operation<Input, Output, Http> {
  return operation;
}
