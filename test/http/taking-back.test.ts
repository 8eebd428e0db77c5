import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../src/interfaces/http/client.ts';
import { type OpenHttp, openHttp } from './open-http.ts';
import { type ServedStore, STORES } from './stores.ts';

describe.each(STORES)('what was changed is taken back (%s)', (_name, start) => {
  let store: ServedStore;
  let http: OpenHttp;
  let client: Client;
  beforeAll(async () => {
    store = await start();
    http = openHttp({ requireToken: false }, { store: store.place });
    client = http.client();
  }, 60_000);
  afterAll(async () => {
    await http.close();
    await store.dispose();
  });

  it('a memory that was forgotten, and one that was replaced', async () => {
    const { id } = await client.remember({ content: 'The database listens on port 5432' });
    const { memories: before } = await client.memoryList({});
    await client.forget({ id });
    expect((await client.memoryList({})).memories).toEqual([]);
    await client.memoryRestore({ id });
    expect((await client.memoryList({})).memories).toEqual(before);
    const next = await client.remember({ content: 'The database listens on port 6432', supersedes: id });
    await client.forget({ id: next.id, erase: true });
    await client.memoryRestore({ id });
    expect((await client.memoryList({ status: 'all' })).memories).toEqual(before);
    expect((await client.recall({ query: 'database port' })).memories).toMatchObject([{ id }]);
    await expect(client.memoryRestore({ id: next.id })).rejects.toThrow(/no memory/);
  });

  it('an experience that was started by mistake', async () => {
    const entry = {
      domain: 'debugging',
      strategy: 'research-first',
      goal: 'Repair the login',
      hypothesis: 'The clock is wrong',
      action: 'Set the clock',
      prediction: 'The login works',
    } as const;
    const { id } = await client.experienceStart(entry);
    await client.experienceDelete({ id });
    expect((await client.experienceList({ query: 'login clock' })).experiences).toEqual([]);
    // The session is free for the next one.
    await client.experienceStart(entry);
    await expect(client.experienceDelete({ id: 'exp-none' })).rejects.toThrow(/no experience/);
  });

  it('the name of a thread', async () => {
    const { id } = await client.threadCreate({ title: 'Draft' });
    await client.threadRename({ thread: 'draft', title: 'Plan' });
    const again = await client.threadRename({ thread: 'plan', title: 'Draft' });
    expect(again).toMatchObject({ id, title: 'Draft', name: 'draft' });
  });
});
