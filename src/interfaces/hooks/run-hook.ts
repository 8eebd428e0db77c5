import type { Engine } from '../../core/engine.ts';
import { DossierError, errorMessage } from '../../core/errors.ts';
import { withTimeLimit } from '../../core/with-time-limit.ts';
import { encodeReply } from './encode-reply.ts';
import { decodeHookEvent, type HookEvent } from './hook-event.ts';
import { asksNothing, worthAnswering } from './worth-answering.ts';

interface HookProcess {
  /** Event from the command line, for agents that do not pass it. */
  readonly named?: string;
  readonly readInput: () => Promise<string>;
  readonly write: (text: string) => void;
  readonly clock: () => number;
  /** After this many milliseconds the hook stays silent. */
  readonly limit: number;
  /** Milliseconds since the process started. */
  readonly elapsed: () => number;
  /** Has a running server answer: what to write, possibly nothing, or undefined if none does. */
  readonly askServer?: (event: HookEvent, payload: string) => Promise<string | undefined>;
  /** What an answer needs; loaded only if the event is worth one. */
  readonly load: () => Promise<HookServices>;
}

export interface HookServices {
  readonly log: (line: string) => void;
  /** Closed only at the end of a session: checkpointing the database would keep the agent waiting. */
  readonly openEngine: (folder: string | undefined) => Engine;
  readonly answer: (engine: Engine, event: HookEvent, now: number) => Promise<string>;
}

/** Agents allow a hook five seconds or more, including its start; after this, silence is better. */
export const LONGEST_HOOK_MS = 3000;

/**
 * Answers one hook call. Never throws and never blocks the agent: errors go to the log, and the agent continues
 * without the context.
 */
export async function runHook(parts: HookProcess): Promise<void> {
  let name = parts.named ?? 'unknown';
  let say = (_context: string): void => undefined;
  try {
    const payload = await parts.readInput();
    const event = decodeHookEvent(JSON.parse(payload), parts.named);
    name = event.eventName;
    say = (context) => {
      const reply = encodeReply(event, context);
      if (reply !== '') parts.write(reply);
    };
    if (asksNothing(event)) return;
    const served = await parts.askServer?.(event, payload);
    if (served !== undefined) {
      if (served !== '') parts.write(served);
      return;
    }
    if (!(await worthAnswering(event))) return;
    const services = await parts.load();
    const engine = services.openEngine(event.folder);
    const context = await withTimeLimit(() => services.answer(engine, event, parts.clock()), {
      what: 'The hook',
      milliseconds: Math.max(0, parts.limit - parts.elapsed()),
    });
    // On a busy machine the timer may not have fired.
    const late = parts.elapsed() > parts.limit;
    if (!late) say(context);
    // Nobody waits at the end of a session, so the store can checkpoint what its hooks wrote.
    if (event.kind === 'session-end') await engine.close();
    note(
      parts,
      services,
      `${name} ${late ? 'late, silent' : 'ok'} ${Math.round(parts.elapsed())} ms, ${context.length} characters`,
    );
  } catch (error) {
    // Silence would read as "nothing is known".
    if (error instanceof DossierError && error.code === 'store-corrupt') say(error.message);
    // A missing index or a timeout on a busy machine is not an error.
    const isExpected =
      error instanceof DossierError && (error.code === 'not-indexed' || error.code === 'timeout');
    const state = isExpected ? 'skipped' : 'error';
    const line = `${name} ${state} ${Math.round(parts.elapsed())} ms: ${errorMessage(error)}`;
    // If even the log cannot be found, standard error is left; agents show it on request.
    await parts.load().then(
      (services) => note(parts, services, line),
      () => process.stderr.write(`dossier hook: ${line}\n`),
    );
  }
}

function note(parts: HookProcess, { log }: HookServices, line: string): void {
  log(`${new Date(parts.clock()).toISOString()} ${line}`);
}
