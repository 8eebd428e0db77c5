import { expect, it } from 'vitest';
import { forOwner } from '../../src/core/engine.ts';
import { catalogueProject } from '../../src/search/catalogue.ts';
import { sampleFile } from '../contracts/store-samples.ts';
import { openHttp } from './open-http.ts';

it('a question over all projects needs a token that says so, and finds only those of its owner', async () => {
  const http = openHttp();
  const store = await http.engine.store();
  for (const [owner, name] of [
    ['ada', 'rotateKeys'],
    ['bob', 'brewCoffee'],
  ] as const) {
    const scope = { owner, project: 'acme/tools' };
    await store.index(scope).putFiles([sampleFile('a.ts', [{ name, body: `${name} twice a day` }])]);
    await store.index(scope).setMeta('indexedAt', '1');
    await catalogueProject({ ...forOwner(http.engine, owner), scope }, { now: 1 });
  }
  const ask = async (scopes: readonly ('read' | 'projects')[], query: string) =>
    http.send('POST', '/search', {
      token: await http.createToken('ada', scopes),
      body: { query, projects: ['acme/*'] },
    });
  expect((await ask(['read'], 'rotateKeys')).status).toBe(403);
  const found = await ask(['read', 'projects'], 'rotateKeys');
  expect(await found.json()).toMatchObject({ hits: [{ path: 'acme/tools/a.ts', name: 'rotateKeys' }] });
  const others = await ask(['read', 'projects'], 'brewCoffee');
  expect(JSON.stringify(await others.json())).not.toContain('brewCoffee twice');
  await http.close();
});
