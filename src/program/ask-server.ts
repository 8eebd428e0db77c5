import { connect } from 'node:net';
import { dirname } from 'node:path';
import { type HookRequest, isPrivateFolder } from './hook-socket.ts';

interface Limits {
  /** A server that has not taken the request after this long is busy. */
  readonly takenWithin: number;
  readonly answeredWithin: number;
}

/**
 * Asks a running server to answer a hook and returns what to write, possibly nothing. Undefined if no server answers
 * in time: the hook then answers itself.
 */
export async function askServer(
  socket: string,
  request: HookRequest,
  { takenWithin, answeredWithin }: Limits,
): Promise<string | undefined> {
  if (!isPrivateFolder(dirname(socket))) return undefined;
  return new Promise((resolve) => {
    const connection = connect(socket);
    const hangUp = () => connection.destroy();
    let timer = setTimeout(hangUp, takenWithin);
    let heard = '';
    connection.setEncoding('utf8');
    connection.once('data', () => {
      clearTimeout(timer);
      timer = setTimeout(hangUp, answeredWithin);
    });
    connection.on('data', (part: string) => {
      heard += part;
    });
    // `close` follows: no server, or one that died.
    connection.on('error', hangUp);
    connection.on('close', () => {
      clearTimeout(timer);
      resolve(replyOf(heard));
    });
    connection.end(JSON.stringify(request));
  });
}

/** A reply is one line of JSON, so that half of one is not mistaken for it. */
function replyOf(heard: string): string | undefined {
  const [, line, end] = heard.split('\n');
  if (line === undefined || end === undefined) return undefined;
  try {
    const reply: unknown = JSON.parse(line);
    return typeof reply === 'string' ? reply : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
