import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPrimeCache } from '../../src/conversation/prime-cache.ts';
import { problemSchema } from '../../src/interfaces/http/problem.ts';
import { DEFAULT_LIMITS, type RunningServer, serveHttp } from '../../src/interfaces/http/serve-http.ts';
import { library } from '../../src/operations/registry.ts';
import { HOST, type OpenHttp, openHttp } from './open-http.ts';
import { type ServedStore, STORES } from './stores.ts';

let http: OpenHttp;
let good: string;
let threadId: string;
const tokens: Record<string, string> = {};

/** Serves the suite it is called in from a store of its own, in which one owner has a few things. */
function serveFrom(start: (typeof STORES)[number][1]): void {
  let store: ServedStore;
  beforeAll(async () => {
    store = await start();
    http = openHttp({}, { store: store.place });
    good = await http.createToken('ada');
    const admin = await http.createToken('ada', ['admin']);
    tokens['read only'] = await http.createToken('ada', ['read']);
    tokens['write only'] = await http.createToken('ada', ['write']);
    tokens['expired'] = await http.createToken('ada', ['read', 'write'], 1 / 86_400);
    tokens['revoked'] = await http.createToken('ada');
    await http.client(admin).tokenRevoke({ id: tokens['revoked'].split('_')[1] ?? '' });
    http.clock.now += 5000;
    threadId = (await http.client(good).threadCreate({ title: 'Kept' })).id;
    await http.client(good).threadMessage({ thread: threadId, content: 'kept message', key: 'k' });
  }, 60_000);
  afterAll(async () => {
    await http.close();
    await store.dispose();
  });
}

/** Everything the owner has, as it would be seen to change. */
async function everything(): Promise<unknown> {
  const records = (await http.engine.store()).records({ ...http.engine.scope, owner: 'ada' });
  const kinds = ['thread', 'message', 'usage', 'memory', 'experience', 'revision'];
  const stored = await Promise.all(kinds.map((kind) => records.list(kind, { limit: 1000 })));
  return { stored, version: await records.version() };
}

const SQL = `'; DROP TABLE records; --`;

type Sent = Parameters<OpenHttp['send']>;
const cases: readonly [name: string, status: number, sent: () => Sent][] = [
  ['no token', 401, () => ['GET', '/threads']],
  ['an empty token', 401, () => ['GET', '/threads', { headers: { authorization: 'Bearer ' } }]],
  [
    'another kind of authorization',
    401,
    () => ['GET', '/threads', { headers: { authorization: 'Basic YTpi' } }],
  ],
  [
    'a made-up token',
    401,
    () => ['GET', '/threads', { token: `dossier_${'0'.repeat(16)}_${'0'.repeat(48)}` }],
  ],
  [
    'a token with one digit changed',
    401,
    () => ['GET', '/threads', { token: good.replace(/.$/, (c) => (c === '0' ? '1' : '0')) }],
  ],
  ['a token cut short', 401, () => ['GET', '/threads', { token: good.slice(0, -1) }]],
  ['a token with something after it', 401, () => ['GET', '/threads', { token: `${good}0` }]],
  ['an expired token', 401, () => ['GET', '/threads', { token: tokens['expired'] }]],
  ['a revoked token', 401, () => ['GET', '/threads', { token: tokens['revoked'] }]],
  ['SQL as a token', 401, () => ['GET', '/threads', { token: `x'OR'1'='1` }]],
  ['a token in the query', 401, () => ['GET', `/threads?token=${good}`]],
  [
    'writing with a token that may read',
    403,
    () => ['POST', '/threads', { token: tokens['read only'], body: { title: 'x' } }],
  ],
  ['reading with a token that may write', 403, () => ['GET', '/threads', { token: tokens['write only'] }]],
  [
    'making tokens without admin',
    403,
    () => ['POST', '/tokens', { token: good, body: { name: 'x', scopes: ['admin'] } }],
  ],
  ['listing tokens without admin', 403, () => ['GET', '/tokens', { token: good }]],
  ['revoking without admin', 403, () => ['DELETE', `/tokens/${good.split('_')[1]}`, { token: good }]],
  [
    'another host (DNS rebinding)',
    421,
    () => ['GET', '/threads', { token: good, headers: { host: 'evil.example:4173' } }],
  ],
  [
    'a host with a path in it',
    421,
    () => ['GET', '/threads', { token: good, headers: { host: '127.0.0.1/evil' } }],
  ],
  [
    'a page of another site',
    403,
    () => [
      'POST',
      '/threads',
      { token: good, body: { title: 'x' }, headers: { origin: 'https://evil.example' } },
    ],
  ],
  [
    'a page without an origin',
    403,
    () => ['POST', '/threads', { token: good, body: { title: 'x' }, headers: { origin: 'null' } }],
  ],
  [
    'a request from another site',
    403,
    () => ['GET', '/threads', { token: good, headers: { 'sec-fetch-site': 'cross-site' } }],
  ],
  [
    'a form instead of JSON',
    415,
    () => [
      'POST',
      '/threads',
      { token: good, body: 'title=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
  ],
  ['text that is no JSON', 400, () => ['POST', '/threads', { token: good, body: '{"title": ' }]],
  ['JSON that is no object', 400, () => ['POST', '/threads', { token: good, body: '[1,2]' }]],
  ['deeply nested JSON', 400, () => ['POST', '/threads', { token: good, body: '['.repeat(50_000) }]],
  [
    'an unknown field',
    400,
    () => ['POST', '/threads', { token: good, body: { title: 'x', owner: 'grace' } }],
  ],
  [
    'a field of the prototype',
    400,
    () => ['POST', '/threads', { token: good, body: '{"title":"x","__proto__":{"admin":true}}' }],
  ],
  [
    'a field of the wrong type',
    400,
    () => ['POST', '/threads', { token: good, body: { title: { $ne: null } } }],
  ],
  [
    'a body over the limit',
    413,
    () => ['POST', '/threads', { token: good, body: { title: 'x'.repeat(1_100_000) } }],
  ],
  [
    'a text over its own limit',
    400,
    () => ['POST', `/threads/${threadId}/messages`, { token: good, body: { content: 'x'.repeat(100_001) } }],
  ],
  ['a path that climbs', 404, () => ['GET', '/threads/..%2f..%2f..%2fetc%2fpasswd', { token: good }]],
  ['a path that climbs, decoded', 404, () => ['GET', '/../../etc/passwd', { token: good }]],
  ['a path with a NUL', 400, () => ['GET', '/threads/%00', { token: good }]],
  ['a path that is no text', 404, () => ['GET', '/threads/%E0%A4%A', { token: good }]],
  ['SQL as the id of a thread', 404, () => ['GET', `/threads/${encodeURIComponent(SQL)}`, { token: good }]],
  ['SQL as an id to delete', 404, () => ['DELETE', `/threads/${encodeURIComponent(SQL)}`, { token: good }]],
  ['SQL in a number', 400, () => ['GET', `/threads?limit=${encodeURIComponent(`1${SQL}`)}`, { token: good }]],
  [
    'a line break in a header value',
    401,
    () => ['GET', '/threads', { headers: { authorization: `Bearer ${good}%0d%0aX: y` } }],
  ],
  [
    'a used key with another text',
    409,
    () => ['POST', `/threads/${threadId}/messages`, { token: good, body: { content: 'other', key: 'k' } }],
  ],
  ['a method the path does not have', 405, () => ['PUT', '/threads', { token: good, body: {} }]],
  ['a path that does not exist', 404, () => ['GET', '/admin', { token: good }]],
];

describe.each(STORES)('an abusive request (%s)', (_name, start) => {
  serveFrom(start);

  it.each(cases)('%s gets %i and changes nothing', async (_name, status, sent) => {
    // Twenty wrong tokens in a row are slowed down; that is another test's matter.
    http.clock.now += 2000;
    const before = await everything();
    const response = await http.send(...sent());
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const problem = problemSchema.parse(await response.json());
    expect(problem.status).toBe(status);
    expect(problem.detail).not.toContain(good.slice(-20));
    if (status === 401) expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await everything()).toEqual(before);
  });

  it('with SQL in a text stores the text as it is', async () => {
    const client = http.client(good);
    const { id } = await client.threadCreate({ title: SQL });
    await client.threadMessage({ thread: id, content: SQL, key: SQL });
    const { thread, messages } = await client.threadShow({ thread: id });
    expect([thread.title, messages[0]?.content, messages[0]?.key]).toEqual([SQL, SQL, SQL]);
  });

  it('that guesses tokens is slowed down', async () => {
    const statuses = [];
    for (let guess = 0; guess < 25; guess++) {
      const token = `dossier_${String(guess).padStart(16, '0')}_${'0'.repeat(48)}`;
      statuses.push((await http.send('GET', '/threads', { token })).status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
    expect(statuses.at(-1)).toBe(429);
    http.clock.now += 60_000;
  });

  it('that comes too often is told when to come again', async () => {
    const busy = openHttp({ limits: { ...DEFAULT_LIMITS, requestsPerSecond: 2 } });
    const token = await busy.createToken('ada');
    const replies = [];
    for (let call = 0; call < 6; call++) replies.push(await busy.send('GET', '/threads', { token }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429]);
    expect(replies.at(-1)?.headers.get('retry-after')).toBe('1');
    await busy.close();
  });
});

describe.each(STORES)('a server on a socket (%s)', (_name, start) => {
  serveFrom(start);

  let server: RunningServer;
  const listen = (limits: Partial<typeof DEFAULT_LIMITS> = {}) =>
    serveHttp(
      {
        engine: { ...http.engine, primeCache: createPrimeCache() },
        operations: library,
        version: '0',
        clock: () => http.clock.now,
      },
      {
        host: '127.0.0.1',
        port: 0,
        requireToken: true,
        allowedHosts: [],
        allowedOrigins: [],
        logLevel: 'silent',
        limits,
      },
    );
  beforeAll(async () => {
    server = await listen();
  });
  afterAll(() => server.stop());

  /** What the server says to bytes sent as they are. */
  function exchange(bytes: string, { url } = server): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (part) => {
        text += part;
      });
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
  }
  const head = (path: string, more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: ${HOST}\r\nAuthorization: Bearer ${good}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  it('answers a body that drips too slowly with 408', async () => {
    const impatient = await listen({ bodyMilliseconds: 300 });
    const reply = await exchange(`${head('/threads', 'Content-Length: 100')}{"title"`, impatient);
    await impatient.stop();
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    expect(reply).toContain('"code":"request-timeout"');
  });

  it('stops reading a body without a length at the limit', async () => {
    const part = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const reply = await exchange(`${head('/threads', 'Transfer-Encoding: chunked')}${part.repeat(20)}`);
    expect(reply).toMatch(/^HTTP\/1\.1 413 /);
  });

  it.each([
    ['what is no HTTP', 'hello\r\n\r\n'],
    ['a header with a line break', `GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n`],
    ['two lengths', head('/threads', 'Content-Length: 2\r\nContent-Length: 3')],
    ['a length and chunks', head('/threads', 'Content-Length: 2\r\nTransfer-Encoding: chunked')],
    ['a space before the colon', `GET / HTTP/1.1\r\nHost : a\r\n\r\n`],
  ])('answers %s with 400', async (_name, bytes) => {
    const reply = await exchange(bytes);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(reply).toContain('application/problem+json');
  });

  it('answers headers over the limit with 431', async () => {
    const reply = await exchange(`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
  });

  it('does not listen beyond the machine without tokens', async () => {
    const empty = openHttp();
    const starting = serveHttp(
      { engine: empty.engine, operations: library, version: '0', clock: () => 0 },
      {
        host: '0.0.0.0',
        port: 0,
        requireToken: false,
        allowedHosts: [],
        allowedOrigins: [],
        logLevel: 'silent',
        limits: {},
      },
    );
    await expect(starting).rejects.toThrow(/without access tokens/);
    await empty.close();
  });

  it('without required tokens lets nobody manage tokens', async () => {
    const open = openHttp({ requireToken: false });
    expect((await open.send('GET', '/threads')).status).toBe(200);
    expect((await open.send('POST', '/tokens', { body: { name: 'x' } })).status).toBe(403);
    expect((await open.send('GET', '/threads', { token: 'wrong' })).status).toBe(401);
    await open.close();
  });
});
