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

async function call(method: string, params: unknown): Promise<string> {
  const headers = { accept: 'application/json, text/event-stream' };
  const body = { jsonrpc: '2.0', id: 1, method, params };
  return (await http.send('POST', '/mcp', { token, body, headers })).text();
}
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
  // Requests of one client are not tied together, so without a name each is answered in full.
  expect(await asked()).toContain('export const shown');
  expect(await asked()).toContain('export const shown');
}, 60_000);
