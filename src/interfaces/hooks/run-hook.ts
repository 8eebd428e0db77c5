import type { Engine } from '../../core/engine.ts';
import { DossierError, errorMessage } from '../../core/errors.ts';
import { withTimeLimit } from '../../core/with-time-limit.ts';
import { encodeReply } from './encode-reply.ts';
import { decodeHookEvent, type HookEvent } from './hook-event.ts';
import { writeHookLog } from './hook-log.ts';
import { worthAnswering } from './worth-answering.ts';

interface HookProcess {
  /** Event named on the command line, for agents that do not pass it. */
  readonly named?: string;
  readonly readInput: () => Promise<string>;
  readonly write: (text: string) => void;
  readonly clock: () => number;
  /** The hook is silent when it takes longer than this many milliseconds. */
  readonly limit: number;
  /** Milliseconds since the process started. */
  readonly elapsed: () => number;
  /** What an answer needs; loaded only when the event is worth one. */
  readonly load: () => Promise<HookServices>;
}

interface HookServices {
  readonly logPath: string;
  /** Closed only at the end of a session: tidying the store up would keep the agent waiting. */
  readonly openEngine: (folder: string | undefined) => Engine;
  readonly answer: (engine: Engine, event: HookEvent, now: number) => Promise<string>;
}

/** Agents give a hook five seconds or more, starting the process included; after this, silence is better. */
export const LONGEST_HOOK_MS = 3000;

/**
 * Answers one hook call. It never throws and never blocks the agent: whatever goes wrong is written to
 * the log and the agent goes on without the context.
 */
export async function runHook(parts: HookProcess): Promise<void> {
  let name = parts.named ?? 'unknown';
  let say = (_context: string): void => undefined;
  try {
    const event = decodeHookEvent(JSON.parse(await parts.readInput()), parts.named);
    name = event.eventName;
    say = (context) => {
      const reply = encodeReply(event, context);
      if (reply !== '') parts.write(reply);
    };
    if (!(await worthAnswering(event))) return;
    const services = await parts.load();
    const engine = services.openEngine(event.folder);
    const context = await withTimeLimit(() => services.answer(engine, event, parts.clock()), {
      what: 'The hook',
      milliseconds: Math.max(0, parts.limit - parts.elapsed()),
    });
    // A busy machine may have kept the timer from firing.
    const late = parts.elapsed() > parts.limit;
    if (!late) say(context);
    // Nobody waits at the end of a session, so what all its hooks wrote is moved into the store's file.
    if (event.kind === 'session-end') await engine.close();
    note(
      parts,
      services,
      `${name} ${late ? 'late, silent' : 'ok'} ${Math.round(parts.elapsed())} ms, ${context.length} characters`,
    );
  } catch (error) {
    // Silence would read as "nothing is known".
    if (error instanceof DossierError && error.code === 'store-corrupt') say(error.message);
    // Without an index there is nothing to say, and on a busy machine no time: neither is an error.
    const isExpected =
      error instanceof DossierError && (error.code === 'not-indexed' || error.code === 'timeout');
    const state = isExpected ? 'skipped' : 'error';
    const line = `${name} ${state} ${Math.round(parts.elapsed())} ms: ${errorMessage(error)}`;
    // When not even the log can be found, standard error is left; agents show it on request.
    await parts.load().then(
      (services) => note(parts, services, line),
      () => process.stderr.write(`dossier hook: ${line}\n`),
    );
  }
}

function note(parts: HookProcess, { logPath }: HookServices, line: string): void {
  writeHookLog(logPath, `${new Date(parts.clock()).toISOString()} ${line}`, (error) =>
    process.stderr.write(`dossier hook: cannot write ${logPath}: ${errorMessage(error)}\n`),
  );
}
