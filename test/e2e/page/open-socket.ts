import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export interface TextSocket {
  readonly send: (text: string) => void;
  readonly onText: (listener: (text: string) => void) => void;
}

/** A WebSocket that is enough to talk to a browser on this machine: text only, no extensions. */
export function openSocket(address: string): Promise<TextSocket> {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const upgrade = request({
      hostname,
      port,
      path: pathname,
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
    });
    upgrade.once('upgrade', (_, socket, head) => resolve(talkOver(socket, head)));
    upgrade.once('response', ({ statusCode }) => reject(new Error(`${address} answered ${statusCode}.`)));
    upgrade.once('error', reject);
    upgrade.end();
  });
}

function talkOver(socket: Socket, head: Buffer): TextSocket {
  let rest = head;
  let parts: Buffer[] = [];
  let hear = (_: string): void => undefined;
  const read = () => {
    for (let frame = frameIn(rest); frame !== undefined; frame = frameIn(rest)) {
      rest = rest.subarray(frame.length);
      if (frame.code === PING) socket.write(frameOf(PONG, frame.body));
      if (frame.code === CLOSE) socket.end();
      if (frame.code > TEXT) continue;
      parts.push(frame.body);
      if (!frame.last) continue;
      const text = Buffer.concat(parts).toString('utf8');
      parts = [];
      hear(text);
    }
  };
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    read();
  });
  return {
    send: (text) => void socket.write(frameOf(TEXT, Buffer.from(text))),
    onText: (listener) => {
      hear = listener;
      read();
    },
  };
}

interface Frame {
  readonly code: number;
  readonly last: boolean;
  readonly body: Buffer;
  readonly length: number;
}

/** The first whole frame; a server sends them without a mask. */
function frameIn(bytes: Buffer): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  const short = second & 127;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const size =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + size) return undefined;
  const body = bytes.subarray(start, start + size);
  return { code: first & 15, last: (first & 128) !== 0, body, length: start + size };
}

/** The frames a client sends are masked. */
function frameOf(code: number, body: Buffer): Buffer {
  const head = Buffer.alloc(body.length < 126 ? 2 : body.length < 2 ** 16 ? 4 : 10);
  head.writeUInt8(128 | code, 0);
  head.writeUInt8(128 | (head.length === 2 ? body.length : head.length === 4 ? 126 : 127), 1);
  if (head.length === 4) head.writeUInt16BE(body.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(body.length), 2);
  const mask = randomBytes(4);
  const masked = body.map((byte, index) => byte ^ mask.readUInt8(index % 4));
  return Buffer.concat([head, mask, masked]);
}
