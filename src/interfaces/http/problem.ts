import { z } from 'zod';
import { DossierError, type ErrorCode, SERVER_FAULTS } from '../../core/errors.ts';
import { maskSecretsIn } from '../../core/text/mask-secrets.ts';

/** HTTP status by error code. */
const HTTP_STATUS = {
  'invalid-input': 400,
  unauthenticated: 401,
  forbidden: 403,
  'outside-root': 403,
  'not-found': 404,
  conflict: 409,
  'not-indexed': 409,
  cancelled: 499,
  internal: 500,
  'store-corrupt': 500,
  'store-busy': 503,
  unavailable: 503,
  timeout: 504,
} as const satisfies Record<ErrorCode, number>;

/** Errors of the protocol itself, unknown to operations. */
const PROTOCOL_STATUS = {
  'method-not-allowed': 405,
  'request-timeout': 408,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'misdirected-host': 421,
  'too-many-requests': 429,
  overloaded: 503,
  'shutting-down': 503,
} as const;
type ProtocolCode = keyof typeof PROTOCOL_STATUS;

/** A request that fails before it reaches an operation. */
export class ProtocolError extends Error {
  readonly code: ProtocolCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProtocolCode, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.name = 'ProtocolError';
    this.code = code;
    this.headers = headers;
  }
}

/** An error reply (RFC 9457). `code` is for programs, `detail` for people. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string(),
  requestId: z.string(),
});
export type Problem = Readonly<z.output<typeof problemSchema>>;

export const PROBLEM_TYPE = 'application/problem+json';

/** The reply for an error. Of the server's own faults only the kind is disclosed. */
export function problemOf(error: unknown, requestId: string): Problem {
  if (error instanceof ProtocolError) {
    return problem(PROTOCOL_STATUS[error.code], error.code, error.message, requestId);
  }
  const code = error instanceof DossierError ? error.code : 'internal';
  const advice = SERVER_FAULTS.get(code);
  const detail =
    advice === undefined && error instanceof DossierError
      ? error.message
      : `${advice} The server's log has it under request ${requestId}.`;
  return problem(HTTP_STATUS[code], code, detail, requestId);
}

function problem(status: number, code: string, sentence: string, requestId: string): Problem {
  // A sentence may repeat what the caller sent.
  const detail = maskSecretsIn(sentence).text;
  const title = code.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase());
  return { type: `urn:dossier:problem:${code}`, title, status, code, detail, requestId };
}
