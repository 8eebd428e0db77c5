import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, addFormats } from '@modelcontextprotocol/server/validators/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/interfaces/http/openapi-document.ts';
import { sampleFile } from '../contracts/store-samples.ts';
import { type OpenHttp, openHttp } from './open-http.ts';

let root: string;
let http: OpenHttp;
let token: string;
let document: OpenApiDocument;
let thread: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-openapi-'));
  mkdirSync(join(root, 'src'));
  const paths = ['src/retry.ts', 'src/upload.ts', 'src/other.ts'];
  for (const path of paths) writeFileSync(join(root, path), 'export function uploadFile() {}\n');
  http = openHttp({}, { root });
  token = await http.createToken('ada', ['read', 'write', 'admin']);
  const index = (await http.engine.store()).index({ ...http.engine.scope, owner: 'ada' });
  await index.putFiles(paths.map((path) => sampleFile(path, [{ name: 'uploadFile', body: '' }])));
  document = JSON.parse(await (await http.send('GET', '/openapi.json')).text());
  const client = http.client(token);
  for (const fact of ['Uploads are retried five times', 'Prices are in cents', 'Times are in UTC'])
    await client.remember({ content: fact });
  for (const title of ['Move uploads', 'Rename prices', 'Drop old times'])
    thread = (await client.threadCreate({ title })).id;
  for (const content of ['one', 'two', 'three']) await client.threadMessage({ thread, content });
  for (const session of ['s1', 's2', 's3'])
    await client.experienceStart({
      domain: 'debugging',
      strategy: 'read-the-error',
      goal: `Find the leak of ${session}`,
      hypothesis: 'A listener stays',
      action: 'Remove it',
      prediction: 'Memory stays flat',
      session,
    });
  for (const query of ['retry', 'upload', 'file']) await client.query({ query, session: 's1' });
});
afterAll(async () => {
  await http.close();
  rmSync(root, { recursive: true });
});

/** Values for what a route needs. */
const given = (): Readonly<Record<string, string>> => ({
  query: 'retry',
  session: 's1',
  thread,
  path: 'src/upload.ts',
  symbol: 'uploadFile',
});

const gets = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    methods['get'] === undefined ? [] : [{ path, operation: methods['get'] }],
  );

function addressOf({ path, operation }: ReturnType<typeof gets>[number], more: object = {}): string {
  const needed = operation.parameters.filter((parameter) => parameter.required);
  const query = new URLSearchParams(Object.entries(more));
  for (const { name, in: place } of needed) if (place === 'query') query.set(name, given()[name] ?? '');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given()[name] ?? ''));
  return `${filled}?${query}`;
}

interface Page {
  readonly total: number;
  readonly next?: number;
  readonly [part: string]: unknown;
}

describe('the OpenAPI document', () => {
  it('describes every operation, with the scope it needs, and every tag', () => {
    const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const scopeOf = (id: string) => calls.find((call) => call.operationId === id)?.description;
    for (const { operationId, description } of calls)
      expect(description, operationId).toMatch(/Needs the scope "(?:read|write|admin)"\.$/);
    expect(scopeOf('status')).toBe('Needs the scope "read".');
    expect(scopeOf('remember')).toContain('Needs the scope "write".');
    expect(document.info).toMatchObject({ contact: { name: 'Dossier' }, license: { name: 'MIT' } });
    for (const tag of calls.flatMap(({ tags }) => tags))
      expect(document['tags']).toContainEqual({ name: tag, description: expect.stringMatching(/\w/) });
  });

  it('says what every GET route answers', async () => {
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    const wrong: unknown[] = [];
    for (const route of gets()) {
      const response = await http.send('GET', addressOf(route), { token });
      const told: unknown = await response.json();
      const schema: object = JSON.parse(JSON.stringify(route.operation.responses['200'])).content[
        'application/json'
      ].schema;
      const validate = ajv.compile(schema);
      if (response.status !== 200 || !validate(told))
        wrong.push([route.path, response.status, validate.errors, told]);
    }
    expect(wrong).toEqual([]);
    expect(gets().length).toBeGreaterThan(15);
  });

  it('has a total and the next page in every list with an offset', async () => {
    const lists = gets().filter(({ operation }) =>
      operation.parameters.some(({ name }) => name === 'offset'),
    );
    const paged: string[] = [];
    for (const route of lists) {
      const page = async (limit: number, offset: number): Promise<Page> => {
        const reply: Page = JSON.parse(
          await (await http.send('GET', addressOf(route, { limit, offset }), { token })).text(),
        );
        return reply;
      };
      const [all, first, second] = [await page(100, 0), await page(2, 0), await page(2, 2)];
      const { total } = all;
      const entries = (reply: Page) =>
        Object.entries(reply).flatMap(([key, list]) =>
          Array.isArray(list) && key !== 'warnings' ? list.map((entry) => JSON.stringify(entry)) : [],
        );
      expect([entries(all).length, all.next], route.path).toEqual([total, undefined]);
      expect([first.total, first.next], route.path).toEqual([total, total > 2 ? 2 : undefined]);
      const both = [...entries(first), ...entries(second)];
      expect(both.length, route.path).toBe(Math.min(total, 4));
      expect(new Set(both).size, route.path).toBe(both.length);
      if (total > 2) paged.push(route.path);
    }
    expect(paged).toEqual([
      '/memories',
      '/experiences',
      '/sessions',
      '/threads',
      '/threads/{thread}',
      '/index/files',
    ]);
  });
});
