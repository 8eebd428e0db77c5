import type { z } from 'zod';
import type { Engine } from '../core/engine.ts';

/** Progress of a long operation, shown as a bar, a line or a notification. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A place found, before its lines are read and fitted. */
export interface FoundPlace {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly relevance: number;
}

/** What an interface passes to a running operation besides its input. */
export interface OperationContext {
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
  /** A question waits for this: what it does not need is left to a later run. */
  readonly forQuestion?: true;
  /** Called with the best places as soon as they are known; only interfaces that can show them early pass it. */
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
  /** `:name` is replaced by the input field of that name. */
  readonly path: string;
  /** The scope a token must have. Default: read for operations that read, otherwise write. */
  readonly scope?: 'admin';
  /** Input fields that make no sense for a single request. */
  readonly omit?: readonly string[];
  /** Takes tens of milliseconds of CPU or more, so only a few run at a time. */
  readonly costly?: true;
  /** Continues when the caller hangs up; an identical call meanwhile joins it. */
  readonly shared?: true;
}

/** Why HTTP does not serve an operation: it shows or changes the machine, not the owner's records. */
interface NotServed {
  readonly notServed: string;
}

/** The MCP tool that runs an operation, and what the model sees of it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The `step` argument selects one of the operations that share a tool. */
  readonly step?: string;
  /** Input fields in the tool list. All are accepted, but each one listed costs every session tokens. */
  readonly fields: readonly string[];
  /** Claude Code shows the model only the names of other tools until it searches for them. */
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
  /** The command's words, for example `query` or `experience start`. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly topic: Topic;
  /** What the commands with the same first word are about. */
  readonly group?: string;
  readonly input: Input;
  readonly output: Output;
  /** Input fields passed as positional arguments on the command line, in order. */
  readonly positionals?: readonly (keyof z.output<Input> & string)[];
  /** The last positional is a text: on the command line its words need no quotes. */
  readonly freeText?: true;
  /** Input field read from standard input, as JSON or text, if it is not given. */
  readonly stdin?: keyof z.output<Input> & string;
  /** Input fields that name project files; a shell gives them relative to its folder. */
  readonly pathFields?: readonly (keyof z.output<Input> & string)[];
  /** Input field with a file path that a shared server reads only if the caller's index has it. */
  readonly indexedPath?: keyof z.output<Input> & string;
  /** Input fields with a store address, not masked because its password is needed. */
  readonly addresses?: readonly (keyof z.output<Input> & string)[];
  readonly effect: 'read' | 'write' | 'destroy';
  /** Answers from the index, so an interface updates it first or waits for it. */
  readonly usesIndex?: true;
  /** Input field that, when given, asks other projects than the current one, which then need not be indexed. */
  readonly asksElsewhere?: keyof z.output<Input> & string;
  /** Reads or changes memories, so changed memory files are imported first. */
  readonly usesMemories?: true;
  /** Input field with a question that can be answered before the index is finished: see `indexLikelyFirst`. */
  readonly question?: keyof z.output<Input> & string;
  /** A user waits for every answer: it starts without loading other operations, from precompiled code. */
  readonly waitedFor?: true;
  /** May take minutes. */
  readonly longRunning?: true;
  readonly http: Http;
  readonly mcp?: McpTool;
  readonly examples: readonly Example[];
  run(engine: Engine, input: z.output<Input>, context: OperationContext): Promise<z.output<Output>>;
  /** Output fields that are documents and keep their lines when printed; other text is printed on one line. */
  readonly documents?: readonly string[];
  /** The reply as text for a terminal; `--json` prints the reply itself. */
  print(output: z.output<Output>): string;
}

export function defineOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  const Http extends HttpRoute | NotServed,
>(operation: Operation<Input, Output, Http>): Operation<Input, Output, Http> {
  return operation;
}
