import { errorMessage } from '../../core/errors.ts';
import type { Engine } from '../../engine/engine.ts';
import { encodeReply } from './encode-reply.ts';
import { decodeHookEvent, type HookEvent } from './hook-event.ts';
import { writeHookLog } from './hook-log.ts';
import { worthAnswering } from './worth-answering.ts';

export interface HookProcess {
  /** Event named on the command line, for agents that do not pass it. */
  readonly named?: string;
  readonly readInput: () => Promise<string>;
  readonly write: (text: string) => void;
  readonly logPath: string;
  readonly clock: () => number;
  /** Milliseconds since the process started. */
  readonly elapsed: () => number;
  readonly openEngine: (folder: string | undefined) => Promise<Engine>;
  /** Loaded only when the event is worth an answer. */
  readonly answer: (engine: Engine, event: HookEvent, now: number) => Promise<string>;
}

/**
 * Answers one hook call. It never throws and never blocks the agent: whatever goes wrong is written to
 * the log and the agent goes on without the context.
 */
export async function runHook(parts: HookProcess): Promise<void> {
  const log = (line: string) =>
    writeHookLog(parts.logPath, `${new Date(parts.clock()).toISOString()} ${line}`, (error) =>
      process.stderr.write(`dossier hook: cannot write ${parts.logPath}: ${errorMessage(error)}\n`),
    );
  let name = parts.named ?? 'unknown';
  try {
    const input = await parts.readInput();
    const event = decodeHookEvent(JSON.parse(input), parts.named);
    name = event.eventName;
    if (!worthAnswering(event)) return;
    const engine = await parts.openEngine(event.folder);
    try {
      const context = await parts.answer(engine, event, parts.clock());
      const reply = encodeReply(event, context);
      if (reply !== '') parts.write(reply);
      log(`${name} ok ${Math.round(parts.elapsed())} ms, ${context.length} characters`);
    } finally {
      await engine.close();
    }
  } catch (error) {
    log(`${name} error ${Math.round(parts.elapsed())} ms: ${errorMessage(error)}`);
  }
}
