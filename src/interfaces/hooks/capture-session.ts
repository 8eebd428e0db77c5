import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Engine } from '../../core/engine.ts';
import { errorCode } from '../../core/errors.ts';
import { captureTranscript } from '../../knowledge/capture/inbox.ts';
import type { EventOf } from './answer-hook.ts';

/** Read in a tenth of a second, since the agent waits before compacting; of longer sessions the end counts. */
const MAX_BYTES = 8_000_000;

/** Adds what the session's transcript may have taught to the inbox, unless `capture` is off. */
export async function captureSession(
  engine: Engine,
  event: EventOf<'pre-compact' | 'session-end'>,
  now: number,
): Promise<void> {
  if (!engine.config.capture || event.transcript === undefined) return;
  const transcript = endOf(event.transcript);
  if (transcript !== '') await captureTranscript(engine, transcript, { session: event.session, now });
}

/** The complete lines at the end of a transcript; empty if there is none. */
function endOf(path: string): string {
  if (!path.endsWith('.jsonl')) return '';
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // A session without a message has no transcript yet.
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return '';
    const length = Math.min(found.size, MAX_BYTES);
    const bytes = Buffer.alloc(length);
    const read = readSync(file, bytes, 0, length, found.size - length);
    const text = bytes.toString('utf8', 0, read);
    return length < found.size ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    closeSync(file);
  }
}
