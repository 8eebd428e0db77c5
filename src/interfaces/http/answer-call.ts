import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import { DossierError } from '../../core/errors.ts';
import { raceAbort, withTimeLimit } from '../../core/with-time-limit.ts';
import type { FoundPlace, OperationContext, Progress } from '../../operations/operation.ts';
import { runOperation, withWarnings } from '../../operations/run-operation.ts';
import type { Caller } from './authenticate.ts';
import { parseBody } from './decode-input.ts';
import { type Problem, ProtocolError } from './problem.ts';
import { readBody } from './read-body.ts';
import type { Served } from './routes.ts';
import type { Semaphore } from './semaphore.ts';
import type { SharedRuns } from './shared-runs.ts';
import { throttle } from './throttle.ts';

export interface HttpLimits {
  readonly bodyBytes: number;
  readonly bodyMilliseconds: number;
  readonly operationMilliseconds: number;
  readonly longOperationMilliseconds: number;
  readonly requestsPerSecond: number;
  /** Costly operations that may run at once, that may queue, and for how long. */
  readonly costlyRunning: number;
  readonly costlyWaiting: number;
  readonly costlyWaitMilliseconds: number;
}

/** What the checks pass on to an operation. */
export interface Variables {
  requestId: string;
  started: number;
  caller?: Caller;
  failure?: string;
  code?: string;
}
export type Call = Context<{ Variables: Variables }>;

/** What a caller receives before the reply. */
type StreamListeners = Pick<OperationContext, 'progress' | 'found'>;

/** Ten updates a second look smooth and cost nothing. */
const PROGRESS_MILLISECONDS = 100;

export interface AnswerParts {
  readonly clock: () => number;
  readonly limits: HttpLimits;
  readonly withPermit: Semaphore;
  readonly sharedRuns: SharedRuns;
  /** True once the server is stopping. */
  readonly stopping: () => boolean;
  readonly replied: (name: string, output: unknown, seconds: number) => void;
  /** The problem to report when an operation fails after its reply has started. */
  readonly failedLate: (c: Call, error: unknown) => Problem;
}

export interface Job extends Served {
  readonly input: Record<string, unknown>;
  /** Prepares the answer and returns what the caller must know about it. */
  readonly notes: () => Promise<readonly string[]>;
}

/** The operation's reply as JSON, or as an event stream if the caller asks for one. */
export async function answerCall(c: Call, job: Job, parts: AnswerParts): Promise<Response> {
  const run = async (told: StreamListeners): Promise<string> => {
    const started = performance.now();
    const work = () => withinTime(c, job, parts, told);
    const output = await (job.route.costly ? parts.withPermit(work, c.req.raw.signal) : work());
    parts.replied(job.name, output, (performance.now() - started) / 1000);
    return JSON.stringify(output);
  };
  if (!(c.req.header('accept') ?? '').includes('text/event-stream')) {
    return json(c, await run({ progress: () => undefined }));
  }
  return streamSSE(c, async (stream) => {
    const progress = throttle<Progress>(
      (value) => stream.writeSSE({ event: 'progress', data: JSON.stringify(value) }),
      PROGRESS_MILLISECONDS,
    );
    try {
      // Before the reply, because a stream keeps the order of writes.
      const found = (places: readonly FoundPlace[]) =>
        void stream.writeSSE({ event: 'found', data: JSON.stringify(places) });
      const reply = await run({ progress: progress.report, found });
      await progress.flush();
      await stream.writeSSE({ event: 'result', data: reply });
    } catch (error) {
      await progress.flush();
      await stream.writeSSE({ event: 'problem', data: JSON.stringify(parts.failedLate(c, error)) });
    }
  });
}

/** Runs the operation until it answers, times out or the client hangs up. */
async function withinTime(
  c: Call,
  { name, operation, route, input, notes }: Job,
  { clock, limits, sharedRuns, stopping }: AnswerParts,
  { progress, ...told }: StreamListeners,
): Promise<unknown> {
  const limit = operation.longRunning ? limits.longOperationMilliseconds : limits.operationMilliseconds;
  const client = c.req.raw.signal;
  const { engine } = callerOf(c);
  const within = (report: (progress: Progress) => void, stop: AbortSignal) =>
    withTimeLimit(
      async (signal) => {
        const known = await notes();
        const context = { now: clock(), signal, progress: report, ...told };
        return withWarnings(await runOperation(engine, operation, input, context), known);
      },
      {
        what: 'The operation',
        milliseconds: limit,
        advice: 'Ask for less, or try again.',
        signal: stop,
      },
    );
  const shared = () => {
    const { owner, project } = engine.scope;
    const controller = new AbortController();
    const start = (report: (progress: Progress) => void) =>
      within((value) => {
        report(value);
        if (stopping()) controller.abort(new DossierError('cancelled', 'The server is shutting down.'));
      }, controller.signal);
    return sharedRuns(JSON.stringify([owner, project, name, input]), start, progress);
  };
  const work = () => (route.shared ? shared() : within(progress, client));
  return raceAbort(work, client, () => new DossierError('cancelled', 'The client hung up.'));
}

export async function bodyOf(c: Call, limits: HttpLimits): Promise<unknown> {
  const text = await readBody(c.req.raw, {
    maxBytes: limits.bodyBytes,
    milliseconds: limits.bodyMilliseconds,
  });
  const type = c.req.header('content-type') ?? '';
  // Also blocks forms of other sites, which cannot send JSON without permission.
  if (text !== '' && !/^application\/json\s*(;|$)/i.test(type)) {
    throw new ProtocolError('unsupported-media-type', 'Send the body as application/json.');
  }
  return parseBody(text);
}

export function json(c: Call, text: string): Response {
  // The length lets small replies stay uncompressed.
  const length = String(new TextEncoder().encode(text).length);
  return c.body(text, 200, { 'Content-Type': 'application/json', 'Content-Length': length });
}

export function callerOf(c: Call): Caller {
  const caller = c.get('caller');
  if (caller === undefined) throw new Error('A route was reached without a caller.');
  return caller;
}

/** The address the request came from, as far as the server knows it. */
export function addressOf(c: Call): string {
  const env: unknown = c.env;
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return 'unknown';
  const { incoming } = env;
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return 'unknown';
  const { socket } = incoming;
  const known = typeof socket === 'object' && socket !== null && 'remoteAddress' in socket;
  return known && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : 'unknown';
}
