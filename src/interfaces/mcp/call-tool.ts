import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { NOTHING_TO_ASSEMBLE } from '../../core/context.ts';
import type { Engine } from '../../core/engine.ts';
import { DossierError, errorMessage, SERVER_FAULTS } from '../../core/errors.ts';
import { maskSecretsIn } from '../../core/text/mask-secrets.ts';
import { raceAbort } from '../../core/with-time-limit.ts';
import type { Operation } from '../../operations/operation.ts';
import { runOperation } from '../../operations/run-operation.ts';
import type { ProgressNotifications } from './progress-notifications.ts';
import { STEP_FIELD, STRUCTURED_FIELD, type Tool } from './tool-schema.ts';

interface CallParts {
  readonly clock: () => number;
  /** Reports a fault that is not the caller's, on standard error. */
  readonly report: (sentence: string) => void;
  /** Whether anyone but this machine's user calls. */
  readonly shared: boolean;
}

/** Runs a tool's operation and turns its reply or error into a tool result. */
export async function callTool(
  parts: CallParts,
  call: {
    readonly tool: Tool;
    readonly engine: Engine;
    readonly input: Readonly<Record<string, unknown>>;
    readonly context: ServerContext;
    readonly progress: ProgressNotifications;
    /** Put before the answer, for example that indexing has only started. */
    readonly notes?: readonly string[];
  },
): Promise<CallToolResult> {
  const { tool, engine, input, context, progress } = call;
  const run = async (operation: Operation, given: Readonly<Record<string, unknown>>) => {
    const { signal } = context.mcpReq;
    const output = await raceAbort(
      () => runOperation(engine, operation, given, { now: parts.clock(), signal, progress: progress.report }),
      signal,
      () => new DossierError('cancelled', 'The call was cancelled.'),
    );
    await progress.sent();
    return { output, text: operation.print(output) };
  };
  try {
    const operation = operationOf(tool, input);
    const { [STEP_FIELD]: step, [STRUCTURED_FIELD]: structured, ...fields } = input;
    const given = asSpelt(
      operation,
      tool.operations.size > 1 || step === undefined ? fields : { ...fields, [STEP_FIELD]: step },
    );
    const budget = await budgetOf(engine, operation, given);
    const notes = budget.fitting([...(call.notes ?? []), ...unknownFields(tool, operation, given)]);
    const limited = notes.length === 0 ? given : { ...given, maxTokens: budget.left('', notes) };
    const { output, text } = await run(operation, limited);
    // The text already contains most warnings; the rest goes below it, as far as the budget allows.
    const untold = warningsOf(output).filter(
      (warning) => !text.includes(warning) && (text === '' || warning !== NOTHING_TO_ASSEMBLE),
    );
    const warnings = untold.filter(
      (_, index) => budget.left(text, [...notes, ...untold.slice(0, index + 1)]) >= 0,
    );
    return {
      content: [
        { type: 'text', text: [...notes, text, ...warnings].filter((part) => part !== '').join('\n\n') },
      ],
      ...(structured === true && isObject(output) ? { structuredContent: { ...output, notes } } : {}),
    };
  } catch (error) {
    return errorResult(parts, withParameters(error, tool, input), tool.name);
  }
}

interface Budget {
  /** Tokens left beside the text and these paragraphs; infinite for an operation without a budget. */
  readonly left: (text: string, paragraphs: readonly string[]) => number;
  /** The notes that fit into a quarter of the budget. */
  readonly fitting: (notes: readonly string[]) => readonly string[];
}

/** The budget covers everything the model gets, including the notes before the answer. */
async function budgetOf(
  engine: Engine,
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): Promise<Budget> {
  if (!('maxTokens' in operation.input.shape)) {
    return { left: () => Number.POSITIVE_INFINITY, fitting: (notes) => notes };
  }
  const { maxTokens = engine.config.maxTokens, counter = engine.config.counter } = given;
  const total = Number(maxTokens);
  const tokens = await engine.counter(String(counter));
  const left: Budget['left'] = (text, paragraphs) =>
    total - tokens.count([text, ...paragraphs].filter((part) => part !== '').join('\n\n')) - 1;
  return {
    left,
    fitting: (notes) => notes.filter((_, index) => left('', notes.slice(0, index + 1)) >= total * 0.75),
  };
}

/** Lists the valid parameters, since the command line's help is of no use to a model. */
function withParameters(error: unknown, tool: Tool, input: Readonly<Record<string, unknown>>): unknown {
  if (!(error instanceof DossierError) || error.code !== 'invalid-input' || error.cause === undefined)
    return error;
  const step = tool.operations.size > 1 ? [STEP_FIELD] : [];
  const own = new Set([...tool.operations.values()].flatMap(({ input: { shape } }) => Object.keys(shape)));
  // Most likely the name that was meant for what is missing.
  const others = Object.keys(input).filter(
    (name) => ![STEP_FIELD, STRUCTURED_FIELD].includes(name) && !own.has(name),
  );
  const not = others.length === 0 ? '' : `; there is no ${others.join(' or ')}`;
  return new DossierError(
    error.code,
    `${error.message} Parameters: ${[...step, ...tool.fields].join(', ')}${not}.`,
  );
}

function warningsOf(output: unknown): readonly string[] {
  if (!isObject(output) || !Array.isArray(output['warnings'])) return [];
  return output['warnings'].filter((warning) => typeof warning === 'string');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Models also write `max_tokens`: an option that differs in case and separators alone is the one that is meant. */
function asSpelt(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, '');
  const known = new Map(Object.keys(operation.input.shape).map((name) => [plain(name), name]));
  const entries = Object.entries(given);
  const exact = entries.filter(([name]) => name in operation.input.shape);
  return Object.fromEntries([
    ...entries.map(([name, value]) => [known.get(plain(name)) ?? name, value]),
    ...exact,
  ]);
}

/** A misspelt option becomes a note, not an error: the intent is usually clear without it. */
function unknownFields(
  tool: Tool,
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): readonly string[] {
  const unknown = Object.keys(given)
    .filter((field) => !(field in operation.input.shape))
    .map((field) => maskSecretsIn(field).text);
  return unknown.length === 0 ? [] : [`${tool.name} has no option ${unknown.join(', ')}; it was ignored.`];
}

/** Errors are returned as results the model can read and act on; the code gives their kind. */
export function errorResult(parts: CallParts, error: unknown, tool: string): CallToolResult {
  const code = error instanceof DossierError ? error.code : 'internal';
  const advice = parts.shared ? SERVER_FAULTS.get(code) : undefined;
  if (code === 'internal' || advice !== undefined) {
    parts.report(`${tool}: ${error instanceof Error && error.stack ? error.stack : errorMessage(error)}`);
  }
  const sentence = advice === undefined ? errorMessage(error) : `${advice} The server's log has more.`;
  // A sentence may repeat what the caller sent.
  return { isError: true, content: [{ type: 'text', text: `${code}: ${maskSecretsIn(sentence).text}` }] };
}

function operationOf(tool: Tool, input: Readonly<Record<string, unknown>>): Operation {
  const [only] = tool.operations.values();
  if (tool.operations.size === 1 && only !== undefined) return only;
  const step = input[STEP_FIELD];
  const operation = typeof step === 'string' ? tool.operations.get(step) : undefined;
  if (operation !== undefined) return operation;
  const steps = [...tool.operations.keys()].join(', ');
  throw new DossierError('invalid-input', `${tool.name}: "${STEP_FIELD}" must be one of ${steps}.`);
}
