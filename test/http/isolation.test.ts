import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forOwner } from '../../src/core/engine.ts';
import type { OpenApiDocument } from '../../src/interfaces/http/openapi-document.ts';
import { chunkId, sampleFile, unitId } from '../contracts/store-samples.ts';
import { type OpenHttp, openHttp } from './open-http.ts';
import { createRequestMaker, randomFrom } from './random-requests.ts';
import { type ServedStore, STORES } from './stores.ts';

/** On each store: `DOSSIER_TEST_REQUESTS=1000 DOSSIER_TEST_SEED=7 npx vitest run test/http/isolation.test.ts` for others. */
const REQUESTS = Number(process.env['DOSSIER_TEST_REQUESTS'] ?? 500);
const SEED = Number(process.env['DOSSIER_TEST_SEED'] ?? 4711);
const TIME_LIMIT = 60_000 + REQUESTS * 1000;

const OWNERS = ['ada', 'grace'] as const;
type Owner = (typeof OWNERS)[number];

let http: OpenHttp;

/** A word that only this owner's records hold. */
const markOf = (owner: Owner) => (owner === 'ada' ? 'quokkamark' : 'narwhalmark');

/** Gives an owner records under names that the other has too; only the contents tell whose they are. */
async function settle(owner: Owner) {
  const token = await http.createToken(owner, ['read', 'write', 'admin']);
  const client = http.client(token);
  const mark = markOf(owner);
  const index = (await http.engine.store()).index({ ...http.engine.scope, owner });
  await index.putFiles([
    sampleFile('src/shared.ts', [{ name: 'sharedName', body: `deploy ${mark}` }]),
    sampleFile(`src/${owner}/private.ts`, [{ name: `only${mark}`, body: `secret ${mark}` }]),
  ]);
  const thread = await client.threadCreate({ title: 'Deploy plan' });
  const { message } = await client.threadMessage({
    thread: thread.id,
    content: `deploy ${mark}`,
    key: 'first',
  });
  const memory = await client.remember({ content: `Deploy decisions: ${mark}` });
  const experience = await client.experienceStart({
    domain: 'debugging',
    strategy: 'research-first',
    goal: `deploy ${mark}`,
    hypothesis: `h ${mark}`,
    action: `a ${mark}`,
    prediction: `p ${mark}`,
    session: 'shared-session',
  });
  return {
    token,
    ids: [
      thread.id,
      message.id,
      memory.id,
      experience.id,
      token.split('_')[1] ?? '',
      chunkId('src/shared.ts', 'sharedName'),
      unitId('src/shared.ts', 'sharedName'),
      chunkId(`src/${owner}/private.ts`, `only${mark}`),
    ],
  };
}

describe.each(STORES)('two owners on one server (%s)', (_name, start) => {
  let store: ServedStore;
  beforeAll(async () => {
    store = await start();
    http = openHttp({}, { store: store.place });
  }, 60_000);
  afterAll(async () => {
    await http.close();
    await store.dispose();
  });

  it(
    'never see or change anything of each other, whatever they guess',
    async () => {
      const settled = { ada: await settle('ada'), grace: await settle('grace') };
      const document: OpenApiDocument = JSON.parse(await (await http.send('GET', '/openapi.json')).text());
      // Tokens must live on, and what was put into the index must stay, so that there is something to find.
      const { '/tokens/{id}': _tokens, '/index': _index, ...paths } = document.paths;
      const shared = [
        'deploy-plan',
        'deploy plan',
        '@thread:deploy-plan deploy',
        '@src/shared.ts deploy',
        '@src/ada/ @src/grace/ secret',
        'src/ada/private.ts',
        'src/grace/private.ts',
        'sharedName',
        'shared-session',
        'first',
        'deploy',
        '../grace',
        'grace',
        'ada',
        '%',
      ];
      const random = randomFrom(SEED);
      const makerOf = (owner: Owner) => {
        const other = owner === 'ada' ? 'grace' : 'ada';
        const own = [`deploy ${markOf(owner)}`, `secret ${markOf(owner)}`];
        const texts = [...shared, ...own, ...settled[other].ids];
        return createRequestMaker({ ...document, paths }, { random, texts, invalid: 0.02 });
      };
      const makers = { ada: makerOf('ada'), grace: makerOf('grace') };
      let answered = 0;
      for (let made = 0; made < REQUESTS; made++) {
        const owner = OWNERS[made % 2] ?? 'ada';
        const other = owner === 'ada' ? 'grace' : 'ada';
        const { method, path, body } = makers[owner]();
        const response = await http.send(method, path, {
          token: settled[owner].token,
          ...(body === undefined ? {} : { body }),
        });
        const text = await response.text();
        expect(
          text.includes(markOf(other)),
          `${owner}: ${method} ${path} ${JSON.stringify(body)}\n${text}`,
        ).toBe(false);
        expect(response.status).toBeLessThan(500);
        if (response.status === 200) answered++;
      }
      // Many must have been good requests, or nothing has been shown.
      expect(answered).toBeGreaterThan(REQUESTS / 4);

      for (const owner of OWNERS) {
        const other = owner === 'ada' ? 'grace' : 'ada';
        const engine = forOwner(http.engine, owner);
        const store = await engine.store();
        const stored = await Promise.all(
          ['thread', 'message', 'memory', 'experience', 'usage', 'value'].map((kind) =>
            store.records(engine.scope).list(kind, { limit: 100_000 }),
          ),
        );
        expect(JSON.stringify(stored)).toContain(markOf(owner));
        expect(JSON.stringify(stored)).not.toContain(markOf(other));
        expect((await store.index(engine.scope).files()).map(({ path }) => path)).toEqual(
          ['src/shared.ts', `src/${owner}/private.ts`].sort(),
        );
      }
    },
    TIME_LIMIT,
  );
});

describe('source lines over HTTP', () => {
  it('are those of files in the index of the caller alone', async () => {
    const root = mkdtempSync(join(tmpdir(), 'dossier-source-'));
    writeFileSync(join(root, 'shared.ts'), 'export const answer = 42;\n');
    const http = openHttp({}, { root });
    const [ada, bob] = [
      http.client(await http.createToken('ada')),
      http.client(await http.createToken('bob')),
    ];
    await expect(ada.read({ path: 'shared.ts' })).rejects.toThrow(/not indexed/);
    await ada.index({});
    expect((await ada.read({ path: 'shared.ts' })).text).toBe('export const answer = 42;');
    await expect(bob.read({ path: 'shared.ts' })).rejects.toThrow(/not indexed/);
    await expect(ada.read({ path: '../shared.ts' })).rejects.toThrow(/not indexed/);
    await http.close();
  });
});
