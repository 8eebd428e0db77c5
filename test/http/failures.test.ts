import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DossierError } from '../../src/core/errors.ts';
import { DEFAULT_LIMITS } from '../../src/interfaces/http/serve-http.ts';
import { defineOperation } from '../../src/operations/operation.ts';
import { type OpenHttp, openHttp } from './open-http.ts';

const opened: OpenHttp[] = [];
afterEach(async () => {
  for (const http of opened.splice(0)) await http.close();
});

/** Serves one operation that takes every kind of field and does what the test says. */
function serving(
  run: (signal: AbortSignal, input: unknown) => Promise<unknown>,
  {
    method = 'POST',
    limits = {},
  }: { readonly method?: 'GET' | 'POST'; readonly limits?: Partial<typeof DEFAULT_LIMITS> } = {},
) {
  const operation = defineOperation({
    name: 'test',
    summary: 'Test',
    topic: 'Ask',
    input: z.object({
      count: z.int().optional(),
      deep: z.boolean().optional(),
      names: z.array(z.string()).optional(),
      weights: z.object({ a: z.number() }).optional(),
      text: z.string().optional(),
    }),
    output: z.unknown(),
    effect: 'read',
    http: { method, path: '/test', costly: true },
    examples: [],
    run: (_engine, input, { signal, progress }) => {
      progress({ phase: 'half', done: 1, total: 2 });
      return run(signal, input);
    },
    print: () => '',
  });
  const http = openHttp({
    requireToken: false,
    operations: { test: operation },
    limits: { ...DEFAULT_LIMITS, costlyRunning: 1, requestsPerSecond: 0, ...limits },
  });
  opened.push(http);
  return http;
}

describe('an operation over HTTP', () => {
  it('that fails unexpectedly tells the caller nothing and the log where', async () => {
    const http = serving(async () => {
      throw new RangeError('the secret contents');
    });
    const response = await http.send('POST', '/test');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    const entry = JSON.stringify(http.log.at(-1));
    expect(entry).toContain('RangeError | at ');
    expect(entry).not.toContain('secret');
  });

  it('that fails in an event stream is in the log all the same', async () => {
    const http = serving(async () => {
      throw new RangeError('the secret contents');
    });
    const response = await http.send('POST', '/test', { headers: { accept: 'text/event-stream' } });
    const said = await response.text();
    expect(said).toContain('event: problem');
    expect(said).not.toContain('secret');
    const entry = http.log.find(({ status }) => status === 500);
    expect(entry).toMatchObject({ code: 'internal', failure: expect.stringContaining('RangeError | at ') });
    expect(said).toContain(`under request ${entry?.requestId}`);
  });

  it('that cannot reach its store tells the caller so, and where only the log', async () => {
    const http = serving(async () => {
      throw new DossierError('unavailable', 'The database db.internal cannot be reached.');
    });
    const response = await http.send('POST', '/test');
    expect(response.status).toBe(503);
    expect(await response.text()).not.toContain('db.internal');
    expect(http.log.at(-1)?.failure).toContain('db.internal');
  });

  it('that takes too long is told to stop and answered 504', async () => {
    let stopped = false;
    const http = serving(
      (signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            stopped = true;
          });
        }),
      { limits: { operationMilliseconds: 50 } },
    );
    const response = await http.send('POST', '/test');
    expect(response.status).toBe(504);
    expect(stopped).toBe(true);
  });

  it('is not started for a client that hung up while it stood in line', async () => {
    let started = 0;
    const http = serving(async () => {
      started++;
      return new Promise((resolve) => setTimeout(() => resolve({}), 30));
    });
    const gone = new AbortController();
    const first = http.send('POST', '/test');
    const second = http.send('POST', '/test', { signal: gone.signal });
    gone.abort();
    expect((await first).status).toBe(200);
    expect((await second).status).toBe(499);
    expect(started).toBe(1);
  });

  it('sends its progress and its problem as events', async () => {
    const http = serving(async () => {
      throw new RangeError('secret');
    });
    const text = await (
      await http.send('POST', '/test', { headers: { accept: 'text/event-stream' } })
    ).text();
    expect(text).toMatch(/^event: progress\ndata: \{"phase":"half","done":1,"total":2\}\n\nevent: problem\n/);
    expect(text).not.toContain('secret');
  });

  it('reads every kind of field from the query', async () => {
    const http = serving(async (_signal, input) => input, { method: 'GET' });
    const query = 'count=3&deep=true&names=a,b&names=c&weights={"a":1}&text=7';
    const reply = await (await http.send('GET', `/test?${query}`)).json();
    expect(reply).toEqual({ count: 3, deep: true, names: ['a', 'b', 'c'], weights: { a: 1 }, text: '7' });
    for (const wrong of ['count=x', 'count=', 'deep=yes', 'weights=1', 'weights={']) {
      expect((await http.send('GET', `/test?${wrong}`)).status).toBe(400);
    }
  });
});
