import { DossierError, errorCode, errorMessage } from '../../../core/errors.ts';
import { redactPassword } from '../../../core/text/redact-password.ts';

/** Runs the work and translates server and network errors into ones the user can act on. */
export async function translatingErrors<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translated(url, error);
  }
}

/** SQLSTATE classes and codes, and Node's network error codes. */
const UNREACHABLE = /^(08|57P|53300|ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT)/;
/** A write that reached a replica: the primary has just become one, or a replica is about to be promoted. */
const READ_ONLY = '25006';
const BUSY = /^(55P03|40001|40P01)/;
const TIMED_OUT = '57014';
const TOO_LONG = '54000';
const DAMAGED = /^(XX001|XX002)/;
const REFUSED = /^(28|3D000|42501)/;

function translated(url: string, error: unknown): unknown {
  if (error instanceof DossierError) return error;
  const code = String(errorCode(error) ?? '');
  const server = redactPassword(url);
  const detail = errorMessage(error);
  const failure = (kind: ConstructorParameters<typeof DossierError>[0], sentence: string) =>
    new DossierError(kind, sentence, { cause: error });
  if (code === TIMED_OUT) {
    return failure(
      'timeout',
      `The database ${server} took too long and the statement was cancelled; try a narrower query.`,
    );
  }
  if (BUSY.test(code)) {
    return failure('store-busy', `Another process holds what was to be written in ${server}; try again.`);
  }
  if (DAMAGED.test(code)) {
    return failure(
      'store-corrupt',
      `The database ${server} reports damage (${detail}); restore it from a backup.`,
    );
  }
  if (code === TOO_LONG) {
    return failure(
      'invalid-input',
      `The database ${server} cannot keep a name of several thousand bytes (${detail}); index the project again before it is moved.`,
    );
  }
  if (REFUSED.test(code)) {
    return failure(
      'unavailable',
      `The database ${server} refuses this user (${detail}); check the address and its rights.`,
    );
  }
  if (code === READ_ONLY) {
    return failure('unavailable', `The database ${server} is a replica and takes no writes (${detail}).`);
  }
  if (isUnreachable(error)) {
    return failure(
      'unavailable',
      `The database ${server} cannot be reached (${detail}); check that it is running.`,
    );
  }
  return error;
}

/** Whether the same work may succeed later, when a server is back or another one has taken its place. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof DossierError) || error.code !== 'unavailable') return false;
  return errorCode(error.cause) === READ_ONLY || isUnreachable(error.cause);
}

function isUnreachable(error: unknown): boolean {
  const code = String(errorCode(error) ?? '');
  if (REFUSED.test(code)) return false;
  return UNREACHABLE.test(code) || /connection|timeout exceeded/i.test(errorMessage(error));
}
