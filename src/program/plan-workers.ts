import { availableParallelism } from 'node:os';
import { DossierError } from '../core/errors.ts';
import { DEFAULT_MEMORY, MIN_MEMORY } from './bound-memory.ts';

/** More would wait for each other's writes. */
const MAX_WORKERS = 32;
/** What the process that supervises workers takes itself, in megabytes. */
const SUPERVISOR_MEMORY = 64;

/**
 * How many processes answer, and the megabytes of each. A server that was given no more memory than one process needs
 * stays one process.
 */
export function planWorkers(
  given: { readonly workers?: number | undefined; readonly memory?: number | undefined },
  cores = availableParallelism(),
): { readonly workers: number; readonly memory: number } {
  const fitting = Math.max(
    1,
    Math.min(cores, MAX_WORKERS, Math.floor((given.memory ?? DEFAULT_MEMORY) / DEFAULT_MEMORY)),
  );
  const { workers = fitting } = given;
  if (workers < 1 || workers > MAX_WORKERS) {
    throw new DossierError('invalid-input', `--workers must be a number from 1 to ${MAX_WORKERS}.`);
  }
  const { memory = DEFAULT_MEMORY * workers } = given;
  if (workers === 1) return { workers, memory };
  const each = Math.floor((memory - SUPERVISOR_MEMORY) / workers);
  if (each >= MIN_MEMORY) return { workers, memory: each };
  const enough = workers * MIN_MEMORY + SUPERVISOR_MEMORY;
  throw new DossierError(
    'invalid-input',
    `${workers} workers need --memory ${enough} or more: ${MIN_MEMORY} megabytes each and ${SUPERVISOR_MEMORY} for what starts them.`,
  );
}
