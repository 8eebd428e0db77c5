import type { z } from 'zod';
import type { FoundPlace, HttpRoute, Progress } from '../../operations/operation.ts';
import type { library } from '../../operations/registry.ts';
import { CLIENT_ROUTES } from './client-routes.ts';
import type { Problem } from './problem.ts';
import { PROJECT_HEADER, pathFields } from './routes.ts';

type Library = typeof library;
type Route = Pick<HttpRoute, 'method' | 'path'>;
/** Names of the operations that HTTP serves. */
type ServedName = {
  [Name in keyof Library]: Library[Name]['http'] extends HttpRoute ? Name : never;
}[keyof Library];
type InputOf<Name extends ServedName> = z.input<Library[Name]['input']>;
type OutputOf<Name extends ServedName> = z.output<Library[Name]['output']>;

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Called while a long operation runs; the request then uses an event stream. */
  readonly onProgress?: (progress: Progress) => void;
  /** Called by `query` with the best places before their lines are read and fitted; also uses an event stream. */
  readonly onFound?: (places: readonly FoundPlace[]) => void;
}

/** One method per served operation, with its input and reply. */
export type Client = {
  readonly [Name in ServedName]: (...call: CallOf<InputOf<Name>>) => Promise<OutputOf<Name>>;
};
/** An operation without required fields may be called without arguments. */
type CallOf<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

export interface ClientOptions {
  /** The server's URL, for example http://127.0.0.1:4173. */
  readonly url: string;
  readonly token?: string;
  /** Another project in the server's store; default: the one it was started in. */
  readonly project?: string;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Why a call failed: the server's reply, or that there was none (status 0, code `unreachable`). */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(problem.detail, options);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** A client for `dossier serve`. Needs only `fetch`, so it also runs in a browser. */
export function createClient(options: ClientOptions): Client {
  const call =
    (route: Route) =>
    (input: Record<string, unknown> = {}, callOptions: CallOptions = {}) =>
      request(options, route, input, callOptions);
  const methods = Object.entries(CLIENT_ROUTES).map(([name, route]) => [name, call(route)]);
  return Object.fromEntries(methods);
}

async function request(
  { url, token, project, fetch: send = fetch }: ClientOptions,
  route: Route,
  input: Record<string, unknown>,
  { signal, ...told }: CallOptions,
): Promise<unknown> {
  const streams = told.onProgress !== undefined || told.onFound !== undefined;
  const inPath = new Set(pathFields(route.path));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const hasBody = route.method === 'POST' || route.method === 'PATCH';
  const address = new URL(path, url);
  if (!hasBody) for (const [name, value] of rest) address.searchParams.set(name, queryText(value));
  const sent = send(address, {
    method: route.method,
    headers: {
      ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(project === undefined ? {} : { [PROJECT_HEADER]: encodeURIComponent(project) }),
      Accept: streams ? 'text/event-stream' : 'application/json',
    },
    ...(hasBody ? { body: JSON.stringify(Object.fromEntries(rest)) } : {}),
    ...(signal === undefined ? {} : { signal }),
  });
  const response = await sent.catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ProblemError(unreachable(url, error), { cause: error });
  });
  if (!response.ok) throw new ProblemError(await problemFrom(response));
  return streams ? follow(response, told) : response.json();
}

async function follow(
  response: Response,
  { onProgress, onFound }: Omit<CallOptions, 'signal'>,
): Promise<unknown> {
  for await (const { event, data } of eventsOf(response)) {
    if (event === 'progress') onProgress?.(JSON.parse(data));
    if (event === 'found') onFound?.(JSON.parse(data));
    if (event === 'result') return JSON.parse(data);
    if (event === 'problem') throw new ProblemError(JSON.parse(data));
  }
  throw new ProblemError(broken('The server hung up before it answered. Try again.', response.status));
}

async function* eventsOf(response: Response): AsyncGenerator<{ event: string; data: string }> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of response.body) {
    text += decoder.decode(part, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
      yield { event: field('event')[0] ?? 'message', data: field('data').join('\n') };
    }
  }
}

async function problemFrom(response: Response): Promise<Problem> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    // A proxy may answer with a page of its own.
    return broken(`The server answered ${response.status} ${response.statusText}.`, response.status);
  }
}

function broken(detail: string, status: number): Problem {
  return {
    type: 'about:blank',
    title: 'Unexpected answer',
    status,
    code: 'unexpected',
    detail,
    requestId: '',
  };
}

function unreachable(url: string, error: unknown): Problem {
  // `fetch` says only that it failed; its cause says how.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const detail = `${url} does not answer (${reason}). Is "dossier serve" running there?`;
  return { ...broken(detail, 0), title: 'No answer', code: 'unreachable' };
}

function queryText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
