// A WebSocket that is enough to talk to a browser on this machine: text only, no extensions.
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

export function openSocket(address) {
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

function talkOver(socket, head) {
  let rest = head;
  let parts = [];
  let hear = () => undefined;
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
    send: (text) => socket.write(frameOf(TEXT, Buffer.from(text))),
    onText: (listener) => {
      hear = listener;
      read();
    },
  };
}

/** The first whole frame; a server sends them without a mask. */
function frameIn(bytes) {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 127;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < start) return undefined;
  const size =
    short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  if (bytes.length < start + size) return undefined;
  const body = bytes.subarray(start, start + size);
  return { code: bytes[0] & 15, last: (bytes[0] & 128) !== 0, body, length: start + size };
}

function frameOf(code, body) {
  const size =
    body.length < 126
      ? Buffer.from([128 | body.length])
      : Buffer.from([128 | 126, body.length >> 8, body.length & 255]);
  const mask = randomBytes(4);
  const masked = body.map((byte, index) => byte ^ mask[index % 4]);
  return Buffer.concat([Buffer.from([128 | code]), size, mask, masked]);
}
