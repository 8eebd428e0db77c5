import { DossierError, errorMessage } from '../../../core/errors.ts';

const CORRUPT_CODES = new Set([11, 26]);
const BUSY_CODES = new Set([5, 6]);
const UNAVAILABLE_CODES = new Map<number, readonly [problem: string, mend: string]>([
  [
    8,
    ['is read-only', 'fix its permissions, free the disk if it is full, or choose another file with --store'],
  ],
  [
    10,
    ['cannot be read or written', 'check the disk, which may be full, or choose another file with --store'],
  ],
  [13, ['cannot grow: the disk is full', 'free some room or choose another file with --store']],
  [14, ['cannot be opened', 'check the path and its permissions']],
]);

/** Runs the work and translates SQLite's errors into ones the user can act on. */
export function translatingErrors<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw translated(path, error);
  }
}

function translated(path: string, error: unknown): unknown {
  const code = sqliteCode(error);
  if (code === undefined) return error;
  const detail = errorMessage(error);
  if (CORRUPT_CODES.has(code)) return corruptStore(path, detail, error);
  if (BUSY_CODES.has(code)) {
    return new DossierError(
      'store-busy',
      `Another process is writing to the store ${path}; try again when it has finished.`,
      { cause: error },
    );
  }
  const unavailable = UNAVAILABLE_CODES.get(code);
  if (unavailable !== undefined) {
    const [problem, mend] = unavailable;
    return new DossierError('unavailable', `The store ${path} ${problem} (${detail}); ${mend}.`, {
      cause: error,
    });
  }
  return error;
}

export function corruptStore(path: string, detail: string, cause?: unknown): DossierError {
  return new DossierError(
    'store-corrupt',
    `The store ${path} is damaged (${detail}). Rebuild it with \`dossier index --rebuild\`.`,
    { cause },
  );
}

/** The driver omits the code from errors raised while rows are read; only the message is left. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff;
  return WORDS_OF_CODES.find(([words]) => error.message.includes(words))?.[1] ?? 1;
}

const WORDS_OF_CODES: readonly (readonly [string, number])[] = [
  ['malformed', 11],
  ['not a database', 26],
  ['database is locked', 5],
  ['disk is full', 13],
  ['disk I/O error', 10],
];
