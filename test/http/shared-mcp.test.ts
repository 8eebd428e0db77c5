import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { forOwner } from '../../src/core/engine.ts';
import { createProjectSet } from '../../src/interfaces/mcp/project-set.ts';
import { createMcpFetch } from '../../src/interfaces/mcp/serve-mcp.ts';
import { library, operations } from '../../src/operations/registry.ts';
import { runOperation } from '../../src/operations/run-operation.ts';
import { type OpenHttp, openHttp } from './open-http.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-shared-'));
writeFileSync(join(root, 'shown.ts'), 'export const shown = 1;\n');
writeFileSync(join(root, '.gitignore'), 'hidden.ts\n');
writeFileSync(join(root, 'hidden.ts'), 'export const hidden = "for nobody";\n');

let http: OpenHttp;
let token: string;
beforeAll(async () => {
  http = openHttp(
    {
      mounts: {
        '/mcp': (request, engine) =>
          createMcpFetch({
            version: '0',
            operations,
            projects: createProjectSet({ folder: engine.root, openProject: () => engine }),
            clock: () => http.clock.now,
            report: () => undefined,
            followRoots: false,
            shared: true,
          }).fetch(request),
      },
    },
    { root },
  );
  token = await http.createToken('ada');
}, 60_000);
afterAll(async () => {
  await http.close();
  rmSync(root, { recursive: true, force: true });
});

function post(method: string, params: unknown, session?: string): Promise<Response> {
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(session !== undefined && { 'mcp-session-id': session }),
  };
  const body = { jsonrpc: '2.0', id: 1, method, params };
  return http.send('POST', '/mcp', { token, body, headers });
}
const call = async (method: string, params: unknown) => (await post(method, params)).text();
const tool = (name: string, given: object) => call('tools/call', { name, arguments: given });

it('a shared server gives over MCP what is in the index of the caller, and nothing else', async () => {
  const everyWay = async (path: string) => [
    await tool('read_source', { path }),
    await call('resources/read', { uri: `dossier://file/${path}` }),
    await tool('context_query', { query: 'hidden shown', paths: [path] }),
    await call('prompts/get', { name: 'explain', arguments: { subject: `hidden shown ${path}` } }),
  ];
  // Before there is an index there is nothing to see.
  for (const path of ['hidden.ts', 'shown.ts', './hidden.ts']) {
    for (const answer of await everyWay(path)) expect(answer).not.toContain('export const');
  }
  const context = { now: http.clock.now, signal: new AbortController().signal, progress: () => undefined };
  await runOperation(forOwner(http.engine, 'ada'), library.index, {}, context);
  expect(await tool('read_source', { path: 'shown.ts' })).toContain('export const shown');
  expect(await call('resources/read', { uri: 'dossier://file/shown.ts' })).toContain('export const shown');
  for (const answer of await everyWay('hidden.ts')) expect(answer).not.toContain('for nobody');
}, 60_000);

it('what a session named by the caller was sent over HTTP is not sent again', async () => {
  const asked = (session?: string) =>
    tool('context_query', { query: 'shown', paths: ['shown.ts'], ...(session !== undefined && { session }) });
  expect(await asked('first')).toContain('export const shown');
  expect(await asked('first')).not.toContain('export const shown');
  expect(await asked('second')).toContain('export const shown');
  // Requests without a session are not tied together, so each is answered in full.
  expect(await asked()).toContain('export const shown');
  expect(await asked()).toContain('export const shown');
}, 60_000);

it('a client that initializes over HTTP has a session of its own', async () => {
  const open = async () => {
    const response = await post('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'client', version: '0' },
    });
    await response.text();
    return response.headers.get('mcp-session-id') ?? '';
  };
  const asked = async (session: string, more: object = {}) => {
    const params = { name: 'context_query', arguments: { query: 'shown', paths: ['shown.ts'], ...more } };
    return (await post('tools/call', params, session)).text();
  };
  const [one, other] = [await open(), await open()];
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).not.toBe(one);
  expect(await asked(one)).toContain('export const shown');
  expect(await asked(one)).not.toContain('export const shown');
  expect(await asked(other)).toContain('export const shown');
  expect(await asked(one, { fresh: true })).toContain('export const shown');
  // An id that this server did not give names no session.
  for (let time = 0; time < 2; time++) expect(await asked('../another')).toContain('export const shown');
  const listed = await post('tools/list', {});
  await listed.text();
  expect(listed.headers.get('mcp-session-id')).toBeNull();
}, 60_000);
