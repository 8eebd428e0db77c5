import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-foreign-'));
let open: OpenPage;
let foreign: Server;
let memory: string;
beforeAll(async () => {
  writeFileSync(join(root, 'a.ts'), 'export const answer = 42;\n');
  open = await openPage({ roots: [root] });
  memory = (await open.client.remember({ content: 'Invoices are never deleted' })).id;
  foreign = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<p>Hello</p>'),
  );
  foreign.listen(0);
  await once(foreign, 'listening');
});
afterAll(async () => {
  await open.close();
  foreign.close();
  rmSync(root, { recursive: true, force: true });
});

/** What a page can send without asking, and what it would have to ask for first. */
const ATTEMPTS = `async (url, id) => {
  const outcomes = [];
  const attempt = (path, init) => fetch(url + path, init).then((r) => r.text()).then((t) => outcomes.push(t), () => outcomes.push('refused'));
  const text = { 'content-type': 'text/plain' };
  const body = JSON.stringify({ content: 'Planted by another page' });
  await attempt('/memories', { method: 'POST', mode: 'no-cors', headers: text, body });
  await attempt('/memories', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await attempt('/memories/' + id, { method: 'DELETE' });
  await attempt('/memories', {});
  await attempt('/memories', { mode: 'no-cors' });
  navigator.sendBeacon(url + '/memories', body);
  for (const enctype of ['text/plain', 'application/x-www-form-urlencoded']) {
    const frame = Object.assign(document.createElement('iframe'), { name: enctype });
    const form = Object.assign(document.createElement('form'), { method: 'POST', action: url + '/memories', target: enctype, enctype });
    form.append(Object.assign(document.createElement('input'), { name: 'content', value: 'Planted by a form' }));
    document.body.append(frame, form);
    form.submit();
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  }
  return outcomes;
}`;

describe('a page of another origin', () => {
  // Another site (localhost is not 127.0.0.1), and another port of the same host.
  it.each(['localhost', '127.0.0.1'])('served from %s reads nothing and changes nothing', async (host) => {
    const page = await open.newPage();
    const { port } = foreign.address() as AddressInfo;
    await page.goto(`http://${host}:${port}/`);
    const outcomes: string[] = await page.evaluate(
      `(${ATTEMPTS})(${JSON.stringify(open.url)}, ${JSON.stringify(memory)})`,
    );
    expect(outcomes.join()).not.toContain('Invoices');
    const { memories } = await open.client.memoryList({ status: 'all' });
    expect(memories).toMatchObject([{ id: memory, status: 'current' }]);
    await page.close();
  });

  it('cannot show the page in a frame', async () => {
    const page = await open.newPage();
    const { port } = foreign.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    await page.setContent(`<iframe src="${open.url}"></iframe>`);
    // The browser puts a page of its own in the place of one that may not be framed.
    await expect.poll(() => page.frames().at(-1)?.url()).toBe('chrome-error://chromewebdata/');
    await page.close();
  });
});
