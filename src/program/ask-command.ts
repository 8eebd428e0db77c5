import { askServer } from './ask-server.ts';
import { type CommandReply, type CommandRequest, NEEDS_STDIN } from './private-socket.ts';
import { readStdin } from './read-stdin.ts';

/** A server that has not taken a command by then is busy: the command's own start takes little longer. */
const TAKEN_WITHIN_MS = 100;
/** Once it has the command, only its end is waited for, whatever it is. */
const ANSWERED_WITHIN_MS = 600_000;

/** What a command goes on with that has to answer itself. */
export interface Unanswered {
  /** Standard input, where it was read already. */
  readonly stdin?: string | undefined;
  /** The user has stopped the command. */
  readonly isCancelled: boolean;
}

/** Has a running server or helper answer the command and prints that; the exit status, or what to go on with. */
export async function askCommand(argv: readonly string[], socket: string): Promise<number | Unanswered> {
  const cancel = new AbortController();
  const abort = () => cancel.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, abort);
  const ask = (request: CommandRequest) =>
    askServer(socket, request, isReply, {
      takenWithin: TAKEN_WITHIN_MS,
      answeredWithin: ANSWERED_WITHIN_MS,
      signal: cancel.signal,
    });
  const isTerminal = {
    stdin: process.stdin.isTTY === true,
    stdout: process.stdout.isTTY === true,
    stderr: process.stderr.isTTY === true,
  };
  const request: CommandRequest = { kind: 'command', argv, folder: process.cwd(), isTerminal };
  let reply = await ask(request);
  let stdin: string | undefined;
  if (reply === NEEDS_STDIN) {
    stdin = await readStdin();
    reply = await ask({ ...request, stdin: stdin ?? '' });
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, abort);
  if (cancel.signal.aborted || reply === undefined || reply === NEEDS_STDIN)
    return { stdin, isCancelled: cancel.signal.aborted };
  for (const [stream, text] of reply.output) process[stream].write(text);
  return reply.status;
}

function isReply(reply: unknown): reply is CommandReply | typeof NEEDS_STDIN {
  if (reply === NEEDS_STDIN) return true;
  return (
    typeof reply === 'object' &&
    reply !== null &&
    'status' in reply &&
    typeof reply.status === 'number' &&
    'output' in reply &&
    Array.isArray(reply.output)
  );
}
