import { existsSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { OpenApiDocument } from '../../src/interfaces/http/openapi-document.ts';
import { createProjectSet } from '../../src/interfaces/mcp/project-set.ts';
import { createMcpFetch } from '../../src/interfaces/mcp/serve-mcp.ts';
import { operations } from '../../src/operations/registry.ts';
import { type OpenHttp, openHttp } from '../http/open-http.ts';
import { createRequestMaker, pick, randomFrom, valueFor } from '../http/random-requests.ts';
import { createHostilePlace, HOSTILE_SET_UPS, type HostilePlace, PRIVATE } from './hostile-set-ups.ts';

/** Requests over HTTP, and half as many over MCP, on each set-up. */
const REQUESTS = Number(process.env['DOSSIER_SET_UP_REQUESTS'] ?? 24);
/** What the requests ask for: paths that lead out, the names of the private repository, words that find the project. */
const TEXTS = [
  ...[
    'upload',
    'uploadFile1',
    'upload.ts',
    'notes.md',
    'environment.md',
    '.git/config',
    '.',
    'vendor/upload.ts',
  ],
  ...['../theirs/upload.ts', '/etc/passwd', 'project/../../theirs', 'two/upload.ts', 'HEAD^', '--output=x'],
];

const listedTools = z.object({
  result: z.object({
    tools: z.array(z.object({ name: z.string(), inputSchema: z.record(z.string(), z.unknown()) })),
  }),
});

let place: HostilePlace;
let http: OpenHttp | undefined;
beforeEach(() => {
  place = createHostilePlace();
});
afterEach(async () => {
  await http?.close();
  http = undefined;
  rmSync(place.folder, { recursive: true, force: true });
});

it.each(HOSTILE_SET_UPS)(
  'a server and its tools stay inside the project: %s',
  { timeout: 120_000 },
  async (_name, plant) => {
    plant(place);
    rmSync(place.sentinel, { force: true });
    const said: string[] = [];
    const asked = async (): Promise<void> => {
      http = openHttp(
        {
          mounts: {
            '/mcp': (request, engine) =>
              createMcpFetch({
                version: '0',
                operations,
                projects: createProjectSet({ folder: engine.root, openProject: () => engine }),
                clock: () => 0,
                report: (text) => said.push(String(text)),
                followRoots: false,
                shared: false,
              }).fetch(request),
          },
        },
        { root: place.root },
      );
      const token = await http.createToken('ada', ['read', 'write', 'admin']);
      const accept = 'application/json, text/event-stream';
      const send = async (method: string, path: string, body: unknown): Promise<string> => {
        const options = { token, headers: { accept }, ...(body === undefined ? {} : { body }) };
        const response = await http?.send(method, path, options);
        const text = (await response?.text()) ?? '';
        said.push(text);
        return text;
      };
      const ask = async (text: string) => send('POST', '/query', { query: text, maxTokens: 4000 });
      await send('POST', '/index', {});
      for (const text of ['upload file', 'neighbour ledger', 'theirs notes environment']) await ask(text);

      const random = randomFrom(16);
      const document: OpenApiDocument = JSON.parse(await send('GET', '/openapi.json', undefined));
      const { '/tokens/{id}': _tokens, '/erase': _erase, ...paths } = document.paths;
      const request = createRequestMaker({ ...document, paths }, { random, texts: TEXTS, invalid: 0 });
      for (let made = 0; made < REQUESTS; made++) {
        const { method, path, body } = request();
        await send(method, path, body);
      }
      const call = async (method: string, params: unknown) =>
        send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params });
      const list = await call('tools/list', {});
      const { tools } = listedTools.parse(JSON.parse(list.slice(list.indexOf('{')))).result;
      for (let made = 0; made < REQUESTS / 2; made++) {
        const { name, inputSchema } = pick(tools, random);
        await call('tools/call', {
          name,
          arguments: valueFor(inputSchema, { random, texts: TEXTS, invalid: 0 }),
        });
      }
      for (const path of TEXTS) {
        await call('tools/call', { name: 'read_source', arguments: { path } });
        await call('resources/read', { uri: `dossier://file/${path}` });
      }
    };
    // Settings that may not be followed are refused before anything is asked.
    await asked().catch((error: unknown) => said.push(String(error)));
    expect(existsSync(place.sentinel)).toBe(false);
    const shown = said.filter(
      (text) => text.includes(PRIVATE) || text.includes('root:x:0') || /\bPWD=\//.test(text),
    );
    expect(shown.map((text) => text.slice(0, 600))).toEqual([]);
  },
);
