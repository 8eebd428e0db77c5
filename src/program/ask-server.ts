import { connect } from 'node:net';
import { isPrivateSocket, type PrivateRequest } from './private-socket.ts';

interface Limits {
  /** A server that has not taken the connection after this long is busy. */
  readonly takenWithin: number;
  readonly answeredWithin: number;
  /** Stops waiting. */
  readonly signal?: AbortSignal;
}

/**
 * Has a running server or helper answer, and returns its reply. Undefined if none does in time: the process then
 * answers itself. A server that was given up has not seen the request, so nothing is done twice.
 */
export async function askServer<Reply>(
  socket: string,
  request: PrivateRequest,
  isReply: (reply: unknown) => reply is Reply,
  { takenWithin, answeredWithin, signal }: Limits,
): Promise<Reply | undefined> {
  if (!isPrivateSocket(socket)) return undefined;
  return new Promise((resolve) => {
    const connection = connect(socket);
    const hangUp = () => connection.destroy();
    signal?.addEventListener('abort', hangUp);
    let timer = setTimeout(hangUp, takenWithin);
    let heard = '';
    connection.setEncoding('utf8');
    // The server says that it is not busy.
    connection.once('data', () => {
      clearTimeout(timer);
      timer = setTimeout(hangUp, answeredWithin);
      connection.end(JSON.stringify(request));
    });
    connection.on('data', (part: string) => {
      heard += part;
    });
    // `close` follows: no server, or one that died.
    connection.on('error', hangUp);
    connection.on('close', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', hangUp);
      const reply = replyOf(heard);
      resolve(isReply(reply) ? reply : undefined);
    });
  });
}

/** A reply is one line of JSON, so that half of one is not mistaken for it. */
function replyOf(heard: string): unknown {
  const [, line, end] = heard.split('\n');
  if (line === undefined || end === undefined) return undefined;
  try {
    return JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
