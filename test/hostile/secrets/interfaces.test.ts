import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Store } from '../../../src/core/store.ts';
import type { OpenApiDocument } from '../../../src/interfaces/http/openapi-document.ts';
import { createProjectSet } from '../../../src/interfaces/mcp/project-set.ts';
import { createMcpFetch } from '../../../src/interfaces/mcp/serve-mcp.ts';
import { operations } from '../../../src/operations/registry.ts';
import { type OpenHttp, openHttp } from '../../http/open-http.ts';
import { createRequestMaker, pick, randomFrom, valueFor } from '../../http/random-requests.ts';
import { type ServedStore, STORES } from '../../http/stores.ts';
import { fillPattern } from './fill-pattern.ts';
import { leaksIn, type Said } from './leaks-in.ts';
import { SECRET_KINDS } from './secret-kinds.ts';
import { type Planted, plant } from './surroundings.ts';
import { TOKEN_KINDS } from './token-kinds.ts';

/** Requests over HTTP, and half as many over MCP, on each store; `DOSSIER_TEST_REQUESTS=2000` for more. */
const REQUESTS = Number(process.env['DOSSIER_TEST_REQUESTS'] ?? 200);
const SEED = Number(process.env['DOSSIER_TEST_SEED'] ?? 16);

const listedTools = z.object({
  result: z.object({
    tools: z.array(z.object({ name: z.string(), inputSchema: z.record(z.string(), z.unknown()) })),
  }),
});

describe.each(STORES)('secrets sent to a server (%s)', (_name, start) => {
  const root = mkdtempSync(join(tmpdir(), 'dossier-secret-server-'));
  let store: ServedStore;
  let http: OpenHttp;
  let token: string;
  const tokens: Planted[] = TOKEN_KINDS.map(({ name, pattern }) => ({
    kind: name,
    place: 'a request',
    ...fillPattern(pattern, `server ${SEED}`),
  }));
  // Every kind in one of the texts it is planted in, others for another seed.
  const written = SECRET_KINDS.map((kind, index) => {
    const all = plant(kind, `server ${SEED}`);
    return all[(index + SEED) % all.length]!;
  });
  const planted = [...tokens, ...written];
  const texts = planted.map(({ text }) => text);
  const said: Said[] = [];

  beforeAll(async () => {
    writeFileSync(join(root, 'upload.ts'), 'export function uploadFile(name: string) {\n  return name;\n}\n');
    store = await start();
    http = openHttp(
      {
        mounts: {
          '/mcp': (request, engine) =>
            createMcpFetch({
              version: '0',
              operations,
              projects: createProjectSet({ folder: engine.root, openProject: () => engine }),
              clock: () => http.clock.now,
              report: (text) => said.push({ where: 'a report', text: String(text) }),
              followRoots: false,
              shared: true,
            }).fetch(request),
        },
      },
      { root, store: store.place ?? join(root, '.store', 'store.sqlite') },
    );
    token = await http.createToken('ada', ['read', 'write', 'admin']);
    await http.client(token).index({});
  }, 120_000);
  afterAll(async () => {
    await store.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  const send = async (where: string, method: string, path: string, body: unknown) => {
    const headers = { accept: 'application/json, text/event-stream' };
    const response = await http.send(method, path, {
      token,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    said.push({ where, text: await response.text() });
    return response.status;
  };

  it('are answered, logged and stored by none of its routes and tools', async () => {
    const random = randomFrom(SEED);
    const document: OpenApiDocument = JSON.parse(await (await http.send('GET', '/openapi.json')).text());
    const { '/tokens/{id}': _tokens, '/index': _index, ...paths } = document.paths;
    const request = createRequestMaker({ ...document, paths }, { random, texts, invalid: 0.02 });
    let answered = 0;
    for (let made = 0; made < REQUESTS; made++) {
      const { method, path, body } = request();
      if ((await send(`${method} ${path.split('?')[0]}`, method, path, body)) === 200) answered++;
    }
    expect(answered).toBeGreaterThan(REQUESTS / 4);

    const call = (method: string, params: unknown) =>
      send(`MCP ${method}`, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params });
    await call('tools/list', {});
    const list = said.at(-1)?.text ?? '';
    const { tools } = listedTools.parse(JSON.parse(list.slice(list.indexOf('{')))).result;
    for (let made = 0; made < REQUESTS / 2; made++) {
      const { name, inputSchema } = pick(tools, random);
      await call('tools/call', { name, arguments: valueFor(inputSchema, { random, texts, invalid: 0.02 }) });
    }
    // What a handler repeats does not depend on the kind.
    for (const { text } of tokens.filter((_token, place) => place % 5 === SEED % 5)) {
      await call('resources/read', { uri: `dossier://file/${text}` });
      await call('resources/read', { uri: `dossier://file/set token "${text}"` });
      await call('resources/read', { uri: `dossier://memory/set token "${text}"` });
      await call('prompts/get', { name: 'premortem', arguments: { task: `set token "${text}"` } });
      await call('prompts/get', { name: `set token "${text}"`, arguments: {} });
      await call('tools/call', { name: `set token "${text}"`, arguments: {} });
      await call('tools/call', { name: 'context_query', arguments: { query: text, [text]: text } });
      await call('tools/call', { name: 'read_source', arguments: { path: text } });
      await call('prompts/get', { name: 'explain', arguments: { subject: text } });
      await call(text, { [text]: text });
    }

    const opened = await http.engine.store();
    said.push({ where: 'the log', text: JSON.stringify(http.log) });
    said.push({ where: 'the records', text: await dumpOf(opened) });
    await http.close();
    if (store.place === undefined) {
      const names = readdirSync(join(root, '.store'));
      const bytes = names.map((name) => readFileSync(join(root, '.store', name), 'latin1')).join('\n');
      expect(bytes.length).toBeGreaterThan(100_000);
      said.push({ where: 'the store', text: bytes });
    }
    const leaks = leaksIn(said, planted);
    // Some drawn values happen to look like words: fewer than one in a thousand.
    expect(
      leaks.filter((leak) => tokens.some(({ kind }) => leak.startsWith(`${kind} in a request`))),
    ).toEqual([]);
    expect(leaks.slice(Math.floor(planted.length / 1000), 40)).toEqual([]);
  }, 1_200_000);
});

/** Every row of an owner. */
async function dumpOf(store: Store): Promise<string> {
  const rows: string[] = [];
  for (const scope of await store.scopes('ada')) {
    await store.dump(scope, async (piece) => {
      rows.push(JSON.stringify(piece.rows.map((row) => row.map(readable))));
    });
  }
  return rows.join('\n');
}

function readable(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value;
}
