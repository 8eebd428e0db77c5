/** Every failure the user can act on. Interfaces map codes to statuses. */
const ERROR_CODES = [
  'invalid-input',
  'not-found',
  'conflict',
  'forbidden',
  'unauthenticated',
  'outside-root',
  'not-indexed',
  'store-corrupt',
  'store-busy',
  'unavailable',
  'timeout',
  'cancelled',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * Failures that are not the caller's fault, and what a shared server says instead of the error's own message, which may
 * name the server's files and addresses.
 */
export const SERVER_FAULTS: ReadonlyMap<ErrorCode, string> = new Map([
  ['internal', 'Something unexpected failed.'],
  ['store-corrupt', 'The store is damaged; whoever runs the server must repair it.'],
  ['store-busy', 'The store is busy. Try again in a moment.'],
  ['unavailable', 'Something the server needs cannot be reached. Try again in a moment.'],
]);

/** The only error thrown on purpose. Its message names the value at fault and the next step. */
export class DossierError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'DossierError';
    this.code = code;
  }
}

/** The code that the system, a driver or this program gave an error. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
