import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nodeTokenHasher } from '../../src/adapters/tokens/node-token-hasher.ts';
import { type OpenHttp, openHttp } from './open-http.ts';
import { type ServedStore, STORES } from './stores.ts';

const SECRET = 'a server secret of some length';
const addedSchema = z.object({
  repository: z.object({ id: z.string(), project: z.string() }),
  job: z.object({ id: z.string(), state: z.string() }),
  webhook: z.object({ path: z.string(), secret: z.string() }),
});
const answerSchema = z.object({
  job: z.string().optional(),
  state: z.string().optional(),
  repeated: z.boolean().optional(),
  ignored: z.string().optional(),
});

describe.each(STORES)('webhooks on %s', (_name, start) => {
  let store: ServedStore;
  let http: OpenHttp;
  let added: z.output<typeof addedSchema>;
  let token: string;
  beforeAll(async () => {
    store = await start();
    http = openHttp({}, { store: store.place, webhookSecret: SECRET });
    token = await http.createToken('ada');
    added = addedSchema.parse(await add('https://github.com/honojs/hono'));
  });
  afterAll(async () => {
    await http.close();
    await store.dispose();
  });

  const add = async (url: string, by = token) =>
    (await http.send('POST', '/repositories', { token: by, body: { url } })).json();
  const push = (branch: string, after = 'a1') =>
    JSON.stringify({ ref: `refs/heads/${branch}`, after, repository: { default_branch: 'main' } });
  const github = (
    body: string,
    options: { event?: string; secret?: string; path?: string; type?: string } = {},
  ) =>
    http.send('POST', options.path ?? added.webhook.path, {
      body,
      headers: {
        'content-type': options.type ?? 'application/json',
        'x-github-event': options.event ?? 'push',
        'x-hub-signature-256': `sha256=${createHmac('sha256', options.secret ?? added.webhook.secret)
          .update(body)
          .digest('hex')}`,
      },
    });
  const gitlab = (body: string, headers: Readonly<Record<string, string>>) =>
    http.send('POST', added.webhook.path, { body, headers: { 'x-gitlab-event': 'Push Hook', ...headers } });
  const answer = async (response: Response) => {
    expect(response.status).toBe(200);
    return answerSchema.parse(await response.json());
  };
  /** Takes and ends every job, so that the next push makes a new one. */
  async function workOff(): Promise<void> {
    const { jobs } = await http.engine.store();
    for (;;) {
      const job = await jobs.claim({ worker: 'w', now: http.clock.now, leaseMs: 1000, perOwner: 9 });
      if (job === undefined) return;
      await jobs.finish(job, { state: 'done', result: 'fine' }, http.clock.now);
    }
  }

  it('queue one job for a signed push, however often it is sent', async () => {
    expect(added).toMatchObject({ repository: { project: 'honojs/hono' }, job: { state: 'waiting' } });
    await workOff();
    const first = await answer(await github(push('main', 'b1')));
    expect(first).toMatchObject({ state: 'waiting', repeated: false });
    // Another push before the job has started is covered by it.
    const second = await answer(await github(push('main', 'b2')));
    expect(second).toMatchObject({ job: first.job, repeated: false });
    await workOff();
    for (const after of ['b1', 'b2']) {
      expect(await answer(await github(push('main', after)))).toEqual({
        job: first.job,
        state: 'done',
        repeated: true,
      });
    }
  });

  it("refuse a wrong signature, another project's secret and an unknown project alike", async () => {
    const other = addedSchema.parse(await add('https://github.com/kysely-org/kysely'));
    const replies = [
      await github(push('main', 'c1'), { secret: 'guess' }),
      await github(push('main', 'c1'), { secret: other.webhook.secret }),
      await github(push('main', 'c1'), { path: '/projects/0123456789abcdef0123/refresh' }),
      await gitlab(push('main', 'c1'), { 'x-gitlab-token': 'guess' }),
      await http.send('POST', added.webhook.path, {
        body: push('main', 'c1'),
        headers: { 'x-hub-signature-256': '', 'x-github-event': 'push' },
      }),
    ];
    for (const reply of replies) expect(reply.status).toBe(401);
    const details = await Promise.all(
      replies.map(async (reply) => z.object({ detail: z.string() }).parse(await reply.json()).detail),
    );
    expect(new Set(details).size).toBe(1);
  });

  it('take a push from GitLab by its token, once for each event', async () => {
    await workOff();
    const headers = { 'x-gitlab-token': added.webhook.secret, 'x-gitlab-event-uuid': 'e-1' };
    const first = await answer(await gitlab(push('main'), headers));
    expect(first.repeated).toBe(false);
    await workOff();
    expect(await answer(await gitlab(push('main'), headers))).toMatchObject({
      job: first.job,
      repeated: true,
    });
    const next = await answer(await gitlab(push('main'), { ...headers, 'x-gitlab-event-uuid': 'e-2' }));
    expect(next.job).not.toBe(first.job);
  });

  it('ignore other branches and events, and say so', async () => {
    expect(await answer(await github(push('feature')))).toEqual({
      ignored: 'the push is to refs/heads/feature, and main is indexed',
    });
    expect(await answer(await github('{}', { event: 'ping' }))).toMatchObject({
      ignored: expect.stringContaining('ping'),
    });
    expect((await github(push('main', 'd1'), { type: 'application/x-www-form-urlencoded' })).status).toBe(
      415,
    );
    expect((await github('[1]')).status).toBe(400);
    expect((await github('x'.repeat(5_000_001))).status).toBe(413);
  });

  it('need no webhook where the caller has a token, and only for their own repositories', async () => {
    await workOff();
    const path = `/projects/${encodeURIComponent('honojs/hono')}/refresh`;
    const reply = await http.send('POST', path, { token });
    expect(reply.status).toBe(200);
    expect(await reply.json()).toMatchObject({ project: 'honojs/hono', state: 'waiting' });
    const bob = await http.createToken('bob');
    expect((await http.send('POST', path, { token: bob })).status).toBe(404);
    expect((await http.send('POST', added.webhook.path, { token: bob })).status).toBe(404);
    expect((await http.send('POST', path)).status).toBe(401);
    const reader = await http.createToken('ada', ['read']);
    expect((await http.send('POST', path, { token: reader })).status).toBe(403);
    expect(await (await http.send('GET', '/jobs?states=waiting', { token: reader })).json()).toMatchObject({
      jobs: [{ project: 'honojs/hono' }],
    });
    expect(await (await http.send('GET', '/jobs', { token: bob })).json()).toEqual({ total: 0, jobs: [] });
    expect(await (await http.send('GET', '/repositories', { token: bob })).json()).toEqual({
      repositories: [],
    });
    expect((await http.send('DELETE', `/repositories/${added.repository.id}`, { token: bob })).status).toBe(
      404,
    );
  });

  it('slow down whoever guesses', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++)
      statuses.push((await github('{}', { secret: `guess ${guess}` })).status);
    expect(statuses).toContain(429);
    http.clock.now += 60_000;
    expect((await github(push('feature'))).status).toBe(200);
  });
});

it('webhooks are off without a secret', async () => {
  const http = openHttp();
  const token = await http.createToken('ada');
  const { repository, webhook } = z
    .object({ repository: z.object({ id: z.string() }), webhook: z.unknown().optional() })
    .parse(
      await (
        await http.send('POST', '/repositories', { token, body: { url: 'https://github.com/a/b' } })
      ).json(),
    );
  expect(webhook).toBeUndefined();
  const reply = await http.send('POST', `/projects/${repository.id}/refresh`, {
    body: '{}',
    headers: { 'x-hub-signature-256': 'sha256=00' },
  });
  expect(reply.status).toBe(403);
  await http.close();
});

it("the secret of a project is made from the server's own", () => {
  const sign = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
  expect(nodeTokenHasher.sign('key', 'text')).toBe(sign('key', 'text'));
});
