import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import { DossierError, errorMessage } from '../../core/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Operation, OperationContext, Progress } from '../../operations/operation.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { STEP_FIELD, structuredOf, type Tool } from './tool-schema.ts';

export interface CallParts {
  readonly clock: () => number;
  /** Something went wrong that is not the caller's fault; written to standard error. */
  readonly report: (sentence: string) => void;
}

/** Runs the operation behind a tool and turns its reply or error into a tool result. */
export async function callTool(
  parts: CallParts,
  call: {
    readonly tool: Tool;
    readonly engine: Engine;
    readonly input: Readonly<Record<string, unknown>>;
    readonly context: ServerContext;
    /** Said before the answer, for example that indexing has only begun. */
    readonly notes?: readonly string[];
  },
): Promise<CallToolResult> {
  const { tool, engine, input, context } = call;
  const progress = progressOf(context);
  try {
    const operation = operationOf(tool, input);
    const { [STEP_FIELD]: _step, ...rest } = input;
    const output = await stoppable(
      runOperation(engine, operation, tool.operations.size > 1 ? rest : input, {
        now: parts.clock(),
        signal: context.mcpReq.signal,
        progress: progress.report,
      }),
      context.mcpReq.signal,
    );
    await progress.sent();
    const notes = (call.notes ?? []).map((note) => ({ type: 'text' as const, text: note }));
    const structured = structuredOf(tool, output);
    return {
      content: [...notes, { type: 'text', text: operation.print(output) }],
      ...(structured === undefined ? {} : { structuredContent: structured }),
    };
  } catch (error) {
    return errorResult(parts, error, tool.entry.tool);
  }
}

/** Errors go back as results the model can read and act on; the code says of which kind they are. */
export function errorResult(parts: CallParts, error: unknown, tool: string): CallToolResult {
  const code = error instanceof DossierError ? error.code : 'internal';
  if (code === 'internal') {
    parts.report(`${tool}: ${error instanceof Error && error.stack ? error.stack : errorMessage(error)}`);
  }
  return { isError: true, content: [{ type: 'text', text: `${code}: ${errorMessage(error)}` }] };
}

function operationOf(tool: Tool, input: Readonly<Record<string, unknown>>): Operation {
  const [only] = tool.operations.values();
  if (tool.operations.size === 1 && only !== undefined) return only;
  const step = input[STEP_FIELD];
  const operation = typeof step === 'string' ? tool.operations.get(step) : undefined;
  if (operation !== undefined) return operation;
  const steps = [...tool.operations.keys()].join(', ');
  throw new DossierError('invalid-input', `${tool.entry.tool}: "${STEP_FIELD}" must be one of ${steps}.`);
}

/** Ends the wait when the caller cancels, even if the operation does not look at the signal for a while. */
async function stoppable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = () => new DossierError('cancelled', 'The call was cancelled.');
  if (signal.aborted) throw cancelled();
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(cancelled());
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Progress as notifications, when the client asked for them. The protocol wants a number that only
 * grows, while phases count from zero: each phase goes on where the one before it ended.
 */
function progressOf(context: ServerContext): {
  readonly report: OperationContext['progress'];
  readonly sent: () => Promise<void>;
} {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return { report: () => undefined, sent: async () => undefined };
  let phase = '';
  let base = 0;
  let last = 0;
  let sending: Promise<void> = Promise.resolve();
  const report = (progress: Progress): void => {
    if (progress.phase !== phase) {
      phase = progress.phase;
      base = last;
    }
    const value = base + progress.done;
    if (value <= last && last > 0) return;
    last = value;
    const message = progress.message ?? progress.phase;
    const params = {
      progressToken: token,
      progress: value,
      ...(progress.total === undefined ? {} : { total: base + progress.total }),
      message,
    };
    // A client that went away must not fail the operation; the transport reports it.
    sending = sending.then(() =>
      context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined),
    );
  };
  return { report, sent: () => sending };
}
