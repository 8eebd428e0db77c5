import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { askServer } from './ask-server.ts';

const patient = { takenWithin: 100_000, answeredWithin: 100_000 };
const request = { kind: 'hook' as const, payload: '{}', folder: '/', started: 0, limit: 3000, parent: 1 };
const isText = (reply: unknown): reply is string => typeof reply === 'string';
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(serve: (connection: Socket) => void): Promise<string> {
  const socket = join(mkdtempSync(join(tmpdir(), 'dossier-ask-')), 'a.sock');
  const server = createServer({ allowHalfOpen: true }, (connection) => {
    connection.on('error', () => connection.destroy());
    serve(connection);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return socket;
}

/** Answers once the whole request was read. */
const replying = (reply: (request: unknown) => string) =>
  listen((connection) => {
    let text = '';
    connection.write('\n');
    connection.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    connection.on('end', () => connection.end(reply(JSON.parse(text))));
  });

describe('askServer', () => {
  it('always gives the reply as it was sent, and sends the request as it is', async () => {
    let heard: unknown;
    let reply = '';
    const socket = await replying((given) => {
      heard = given;
      return `${JSON.stringify(reply)}\n`;
    });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string(), async (payload, said) => {
        reply = said;
        expect(await askServer(socket, { ...request, payload }, isText, patient)).toBe(said);
        expect(heard).toEqual({ ...request, payload });
      }),
      { numRuns: 30 },
    );
  });

  it('never takes half a reply for one', async () => {
    let said = '';
    const socket = await replying(() => said);
    for (const half of ['', '"', '"some', '"some text"', '\n', '{}\n', 'null\n']) {
      said = half;
      expect(await askServer(socket, request, isText, patient), half).toBeUndefined();
    }
  });

  it('gives up where there is no server, or one that hangs up', async () => {
    expect(await askServer(join(tmpdir(), 'none', 'a.sock'), request, isText, patient)).toBeUndefined();
    const socket = await listen((connection) => connection.destroy());
    expect(await askServer(socket, request, isText, patient)).toBeUndefined();
  });

  it('gives up on a server that is busy, or does not answer within the limit', async () => {
    const busy = await listen(() => undefined);
    expect(await askServer(busy, request, isText, { ...patient, takenWithin: 20 })).toBeUndefined();
    const slow = await listen((connection) => connection.write('\n'));
    expect(await askServer(slow, request, isText, { ...patient, answeredWithin: 20 })).toBeUndefined();
  });

  it('tells a server that it gave up nothing, so that nothing is done twice', async () => {
    let heard: string | undefined;
    const ended = new Promise<void>((done) => {
      void listen((connection) => {
        heard = '';
        connection.setEncoding('utf8').on('data', (part: string) => {
          heard += part;
        });
        connection.on('end', done);
      }).then((socket) => askServer(socket, request, isText, { ...patient, takenWithin: 20 }));
    });
    await ended;
    expect(heard).toBe('');
  });

  it('stops waiting when it is told to', async () => {
    const stop = new AbortController();
    const slow = await listen((connection) => {
      connection.write('\n');
      connection.on('data', () => stop.abort());
    });
    expect(await askServer(slow, request, isText, { ...patient, signal: stop.signal })).toBeUndefined();
  });

  it('trusts no socket in a folder that others can use', async () => {
    const socket = await replying(() => '"text of somebody else"\n');
    chmodSync(join(socket, '..'), 0o770);
    expect(await askServer(socket, request, isText, patient)).toBeUndefined();
  });
});
