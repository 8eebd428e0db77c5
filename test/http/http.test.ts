import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, ProblemError } from '../../src/interfaces/http/client.ts';
import { CLIENT_ROUTES } from '../../src/interfaces/http/client-routes.ts';
import { servedOf } from '../../src/interfaces/http/routes.ts';
import { library } from '../../src/operations/registry.ts';
import { indexLikelyFirst } from '../../src/search/index-likely-first.ts';
import { type OpenHttp, openHttp } from './open-http.ts';

let http: OpenHttp;
let token: string;
let ada: Client;
beforeAll(async () => {
  http = openHttp();
  token = await http.createToken('ada');
  ada = http.client(token);
});
afterAll(() => http.close());

const served = servedOf(library);
const createThread = (title: string) => ada.threadCreate({ title });

describe('routes', () => {
  it('are the same for the client, which loads no operation', () => {
    const declared = served.map(({ name, route: { method, path } }) => [name, { method, path }]);
    expect(Object.entries(CLIENT_ROUTES)).toEqual(declared);
  });

  it('lead to one operation each', () => {
    const places = served.map(({ route: { method, path } }) => `${method} ${path.replace(/:\w+/g, ':')}`);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('a conversation over HTTP', () => {
  it('is created, written to and read back in order', async () => {
    const { id } = await createThread('Move uploads');
    for (const content of ['first', 'second', 'third']) await ada.threadMessage({ thread: id, content });
    const { messages } = await ada.threadShow({ thread: id, limit: 2 });
    expect(messages.map(({ content }) => content)).toEqual(['second', 'third']);
  });

  it('adds a message with a key once, and refuses the key for another text', async () => {
    const { id } = await createThread('Keys');
    const send = (content: string) => ada.threadMessage({ thread: id, content, key: 'k1' });
    const first = await send('hello');
    expect(first.created).toBe(true);
    expect(await send('hello')).toMatchObject({ created: false, message: first.message });
    const refused = await send('something else').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({ problem: { status: 409, code: 'conflict' } });
  });

  it('adds a message once when it is sent many times at once with one key', async () => {
    const { id } = await createThread('Race');
    const message = { thread: id, content: 'only once', key: 'same' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => ada.threadMessage(message)));
    expect(replies.filter(({ created }) => created)).toHaveLength(1);
    expect((await ada.threadShow({ thread: id })).messages).toHaveLength(1);
  });

  it('hands references and the last message down to a child thread', async () => {
    const parent = await createThread('Parent talk');
    await ada.threadMessage({ thread: parent.id, content: 'see @src/a.ts' });
    const child = await ada.threadCreate({ title: 'Child', parent: 'parent-talk' });
    expect(child).toMatchObject({
      parentId: parent.id,
      references: [{ target: 'src/a.ts', origin: 'inherited' }],
    });
    const { messages } = await ada.threadShow({ thread: child.id });
    expect(messages).toMatchObject([{ content: 'see @src/a.ts', role: 'user' }]);
  });

  it('takes references away again', async () => {
    const { id } = await createThread('Pointing');
    await ada.threadReference({ thread: id, target: '@docs/', tier: 2 });
    const { references } = await ada.threadReference({ thread: id, target: 'docs/', remove: true });
    expect(references).toEqual([]);
  });

  it('is renamed and keeps its id', async () => {
    const { id } = await createThread('Draft');
    expect(await ada.threadRename({ thread: id, title: 'Final plan' })).toMatchObject({
      id,
      name: 'final-plan',
    });
    expect((await ada.threadShow({ thread: 'final-plan' })).thread.title).toBe('Final plan');
    await expect(ada.threadShow({ thread: 'draft' })).rejects.toThrow(/no thread/);
  });

  it('is deleted with its messages', async () => {
    const { id } = await createThread('Short');
    await ada.threadMessage({ thread: id, content: 'x' });
    expect(await ada.threadDelete({ thread: id })).toEqual({ messages: 1 });
    await expect(ada.threadShow({ thread: id })).rejects.toThrow(/no thread/);
  });

  it('can be followed by the client as it runs', async () => {
    const { title } = await ada.threadCreate({ title: 'Followed' }, { onProgress: () => undefined });
    expect(title).toBe('Followed');
    await expect(ada.threadShow({ thread: 'none' }, { onProgress: () => undefined })).rejects.toThrow(
      ProblemError,
    );
  });
});

describe('a reply', () => {
  it('to a request without a field it needs names the field', async () => {
    const reply = await http.send('GET', '/index/source', { token });
    expect([reply.status, await reply.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining('path') }),
    ]);
  });

  it('has an ETag, and is not sent again to who has it', async () => {
    const first = await http.send('GET', '/threads', { token });
    const tag = first.headers.get('etag') ?? '';
    expect(tag).not.toBe('');
    const again = await http.send('GET', '/threads', { token, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
  });

  it('is compressed when it is large and the caller can read it', async () => {
    const { id } = await createThread('Large');
    await ada.threadMessage({ thread: id, content: 'word '.repeat(2000) });
    const gzipped = await http.send('GET', `/threads/${id}`, {
      token,
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    const plain = await http.send('GET', `/threads/${id}`, { token });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  it('carries the id the caller gave the request, if it is a plain one', async () => {
    const named = await http.send('GET', '/threads', { token, headers: { 'x-request-id': 'abc-1' } });
    expect(named.headers.get('x-request-id')).toBe('abc-1');
    const odd = await http.send('GET', '/threads', { token, headers: { 'x-request-id': 'a b"c' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^request-/);
  });

  it('repeats no token that was sent as its id', async () => {
    const sent = `ghp_${'k7Qz2Vn9'.repeat(4)}Rw4T`;
    const reply = await http.send('GET', '/nothing', { token, headers: { 'x-request-id': sent } });
    expect(reply.headers.get('x-request-id')).toMatch(/^request-/);
    expect((await reply.text()) + JSON.stringify(http.log)).not.toContain(sent);
  });

  it('refuses a body that is nested without end', async () => {
    for (const body of [
      `{"query":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
    ]) {
      const reply = await http.send('POST', '/context/query', { token, body });
      expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('levels deep')]);
    }
  });

  it('lets no other page read it', async () => {
    const reply = await http.send('GET', '/threads', { token });
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is an event stream when asked for, with the result or the problem', async () => {
    const headers = { accept: 'text/event-stream' };
    const good = await http.send('POST', '/threads', { token, body: { title: 'Stream' }, headers });
    expect(good.headers.get('content-type')).toContain('text/event-stream');
    expect(await good.text()).toMatch(/^event: result\ndata: \{.*"title":"Stream"/);
    const bad = await http.send('GET', '/threads/none', { token, headers });
    expect(await bad.text()).toMatch(/^event: problem\ndata: \{.*"code":"not-found"/);
  });
});

describe('the log', () => {
  it('names route, status and caller but neither contents nor secrets', async () => {
    await http.send('POST', '/threads', { token, body: { title: 'very private words' } });
    await http.send('GET', '/threads/another-private-name', { token });
    const text = JSON.stringify(http.log);
    expect(text).toContain('/threads/:thread');
    expect(text).not.toContain('private');
    expect(text).not.toContain(token.slice(-20));
  });
});

describe('health, metrics and documents', () => {
  it('answers health without a token', async () => {
    for (const path of ['/health', '/health/live', '/health/ready']) {
      expect((await http.send('GET', path)).status).toBe(200);
    }
  });

  it('counts requests, errors, cache and index size for Prometheus', async () => {
    const own = await http.createToken(http.engine.scope.owner);
    const text = await (await http.send('GET', '/metrics', { token: own })).text();
    for (const name of [
      'dossier_http_request_seconds_count',
      'dossier_errors_total',
      'dossier_cache_hit_ratio',
      'dossier_index_size{what="chunks"}',
      'dossier_context_stage_seconds',
      'dossier_context_tokens',
      'dossier_context_items_retrieved',
      'dossier_context_items_selected',
      'dossier_context_assembly_seconds',
    ]) {
      expect(text).toContain(name);
    }
  });

  it('tells the last minutes in slices, to the owner of the server alone', async () => {
    const own = await http.createToken(http.engine.scope.owner);
    const at = http.clock.now;
    await http.send('GET', '/health');
    http.clock.now += 5000;
    const text = await (await http.send('GET', '/metrics/recent', { token: own })).text();
    expect(text).toMatch(new RegExp(`dossier_recent\\{what="requests",at="${at}"\\} [1-9]`));
    expect(await (await http.send('GET', '/metrics', { token: own })).text()).not.toContain('dossier_recent');
    expect((await http.send('GET', '/metrics/recent', { token })).status).toBe(403);
  });

  it('describes every route in an OpenAPI 3.1 document and on a page', async () => {
    const text = await (await http.send('GET', '/openapi.json')).text();
    expect(text).toMatch(/^\{"openapi":"3\.1\.0"/);
    const described = [...text.matchAll(/"operationId":"(\w+)"/g)].map((match) => match[1]);
    expect(described.sort()).toEqual(served.map(({ name }) => name).sort());
    const page = await (await http.send('GET', '/docs')).text();
    for (const { name } of served) expect(page).toContain(`id="${name}"`);
  });
});

describe('a question about a project that is not indexed', () => {
  const asked: string[] = [];
  let early: OpenHttp;
  beforeAll(() => {
    early = openHttp({
      notesOn: async (engine, question) => {
        asked.push(question);
        writeFileSync(join(engine.root, 'upload.ts'), 'export function retryUpload() {}\n');
        await indexLikelyFirst(engine, question, { now: 0, signal: new AbortController().signal });
        return ['From a quick scan.'];
      },
    });
  });
  afterAll(() => early.close());

  it('is answered by whoever may have it indexed, with what must be known of the answer', async () => {
    const bob = early.client(await early.createToken('bob', ['read', 'write']));
    expect(await bob.search({ query: 'retryUpload' })).toMatchObject({
      hits: [{ path: 'upload.ts' }],
      warnings: ['From a quick scan.'],
    });
    expect((await bob.query({ query: 'retryUpload' })).warnings).toContain('From a quick scan.');
    expect(asked).toEqual(['retryUpload', 'retryUpload']);
  });

  it('of a caller who may only read is refused: nothing is indexed for it', async () => {
    const eve = early.client(await early.createToken('eve', ['read']));
    await expect(eve.search({ query: 'retryUpload' })).rejects.toThrow(/not indexed/);
  });
});
