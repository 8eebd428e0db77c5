import { DossierError } from '../../core/errors.ts';
import type { Call } from './answer-call.ts';

/** One log line. Never holds contents, queries, or any part of a token. */
export interface LogEntry {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  readonly caller?: string;
  readonly code?: string;
  /** For server faults: what happened. */
  readonly failure?: string;
}

export function entryOf(c: Call, status: number): LogEntry {
  return {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: routeOf(c),
    status,
    milliseconds: Math.round((performance.now() - c.get('started')) * 100) / 100,
    ...pick('caller', c.get('caller')?.name),
    ...pick('code', c.get('code')),
    ...pick('failure', c.get('failure')),
  };
}

/** The pattern, not the path, since paths contain thread names. */
function routeOf(c: Call): string {
  const patterns = c.req.routePath;
  return patterns === '' || patterns === '*' || patterns === '/*' ? 'other' : patterns;
}

/** What the log says about a failure: our own messages, but only the kind and stack of other errors. */
export function failureOf(error: unknown): string {
  if (error instanceof DossierError && error.code !== 'internal') return error.message;
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames.slice(0, 6).map((line) => line.trim())].join(' | ');
}

function pick<Name extends string>(name: Name, value: string | undefined) {
  return value === undefined ? {} : { [name]: value };
}
