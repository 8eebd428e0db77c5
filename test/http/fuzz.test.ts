import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/interfaces/http/openapi-document.ts';
import { PROBLEM_TYPE } from '../../src/interfaces/http/problem.ts';
import type { Operation } from '../../src/operations/operation.ts';
import { library } from '../../src/operations/registry.ts';
import { sampleFile } from '../contracts/store-samples.ts';
import { PROJECT } from '../prime/open-project.ts';
import { type OpenHttp, openHttp } from './open-http.ts';
import { createRequestMaker, randomFrom } from './random-requests.ts';
import { type ServedStore, STORES } from './stores.ts';

/** On each store: `DOSSIER_TEST_REQUESTS=2000 DOSSIER_TEST_SEED=7 npx vitest run test/http/fuzz.test.ts` for others. */
const REQUESTS = Number(process.env['DOSSIER_TEST_REQUESTS'] ?? 900);
const SEED = Number(process.env['DOSSIER_TEST_SEED'] ?? 20_261_115);
const TIME_LIMIT = 60_000 + REQUESTS * 1000;

describe.each(STORES)('requests made at random from the OpenAPI document (%s)', (_name, start) => {
  let store: ServedStore;
  let http: OpenHttp;
  let token: string;
  beforeAll(async () => {
    store = await start();
    http = openHttp({}, { store: store.place });
    token = await http.createToken('ada', ['read', 'write', 'admin']);
    const index = (await http.engine.store()).index({ ...http.engine.scope, owner: 'ada' });
    await index.putFiles(Object.entries(PROJECT).map(([path, functions]) => sampleFile(path, functions)));
  }, 60_000);
  afterAll(async () => {
    await http.close();
    await store.dispose();
  });

  it(
    'never make the server fail, and every reply is what the document says',
    async () => {
      const document: OpenApiDocument = JSON.parse(await (await http.send('GET', '/openapi.json')).text());
      const client = http.client(token);
      const thread = await client.threadCreate({ title: 'Fuzz' });
      const { message } = await client.threadMessage({ thread: thread.id, content: 'hello @src/retry.ts' });
      const random = randomFrom(SEED);
      const texts = [
        thread.id,
        message.id,
        'fuzz',
        'src/retry.ts',
        '@src/',
        'retry with backoff',
        'uploadFile',
        "'; DROP TABLE records; --",
        '%_"\\',
        '* OR NEAR(',
        '\u0000\ud800\u202e',
        '2026-11-15',
        '3d',
        'markdown',
        'x'.repeat(3000),
        'o200k_base',
        '',
      ];
      const makers = [0, 0.05, 0.3].map((invalid) =>
        createRequestMaker(document, { random, texts, invalid }),
      );
      const seen = new Map<string, Set<number>>();
      for (let made = 0; made < REQUESTS; made++) {
        const { operationId, method, path, body } = makers[made % makers.length]!();
        // A random request must not end the token that the others need.
        if (operationId === 'tokenRevoke' && path.includes(token.slice(8, 24))) continue;
        const response = await http.send(method, path, { token, ...(body === undefined ? {} : { body }) });
        const text = await response.text();
        const told = `${method} ${path} ${JSON.stringify(body)?.slice(0, 600)}\n${response.status} ${text.slice(0, 600)} ${JSON.stringify(http.log.at(-1))}`;
        expect(response.status, told).toBeLessThan(500);
        seen.set(operationId, (seen.get(operationId) ?? new Set()).add(response.status));
        if (response.status === 200) {
          const operation: Operation | undefined = new Map<string, Operation>(Object.entries(library)).get(
            operationId,
          );
          const parsed = operation?.output.safeParse(JSON.parse(text));
          expect(parsed?.error?.issues ?? [], told).toEqual([]);
        } else {
          expect(response.headers.get('content-type'), told).toBe(PROBLEM_TYPE);
        }
      }
      const described = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
      expect([...seen.keys()].sort()).toEqual(described.sort());
      if (process.env['DOSSIER_TEST_REPORT'] !== undefined) {
        for (const [name, statuses] of seen) console.info(name, [...statuses].sort().join(' '));
      }
    },
    TIME_LIMIT,
  );
});
