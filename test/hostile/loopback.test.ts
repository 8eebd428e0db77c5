import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenHttp, openHttp } from '../http/open-http.ts';

const LOCAL = 'a1'.repeat(24);

describe('another user of this machine', () => {
  let http: OpenHttp;
  beforeEach(() => {
    http = openHttp({ requireToken: true, localToken: LOCAL });
  });
  afterEach(() => http.close());

  it.each([undefined, '', 'a1', `${LOCAL}0`, LOCAL.toUpperCase()])(
    'is not let in with the token %j',
    async (token) => {
      for (const path of ['/threads', '/metrics', '/status']) {
        expect((await http.send('GET', path, { token })).status).toBe(401);
      }
    },
  );

  it('does not lock the owner out by wrong guesses', async () => {
    for (let guess = 0; guess < 100; guess++) await http.send('GET', '/threads', { token: `guess${guess}` });
    expect((await http.send('GET', '/threads', { token: 'wrong' })).status).toBe(429);
    expect((await http.send('GET', '/threads', { token: LOCAL })).status).toBe(200);
  });

  it('leaves the owner free to ask and write, but not to manage tokens', async () => {
    const created = await http.send('POST', '/threads', { token: LOCAL, body: { title: 'Mine' } });
    expect(created.status).toBeLessThan(300);
    expect((await http.send('GET', '/metrics', { token: LOCAL })).status).toBe(200);
    expect((await http.send('GET', '/tokens', { token: LOCAL })).status).toBe(403);
  });

  it('sees no metrics with a token of its own', async () => {
    const stranger = await http.createToken('stranger', ['read', 'write', 'admin']);
    expect((await http.send('GET', '/metrics', { token: stranger })).status).toBe(403);
    const own = await http.createToken(http.engine.scope.owner, ['read']);
    expect((await http.send('GET', '/metrics', { token: own })).status).toBe(200);
  });
});
