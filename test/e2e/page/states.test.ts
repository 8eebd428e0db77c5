import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { type OpenPage, openPage } from './open-page.ts';

const root = mkdtempSync(join(tmpdir(), 'dossier-states-'));
let open: OpenPage;
beforeAll(async () => {
  for (const name of ['upload-queue', 'retry-policy']) {
    const body = Array.from({ length: 30 }, (_, line) => `  // step ${line}\n`).join('');
    writeFileSync(join(root, `${name}.ts`), `export function ${name.replace('-', '')}() {\n${body}}\n`);
  }
  open = await openPage({ roots: [root], index: false });
});
afterAll(async () => {
  await open.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a first visit', () => {
  it('offers one button, and example questions when the project is read', async () => {
    const page = await open.newPage({ bypassCSP: true });
    await page.goto(`${open.url}/#/ask`);
    const button = page.getByRole('button', { name: 'Index this project' });
    await button.waitFor();
    await expectAccessible(page, 'first visit');
    for (const view of ['project', 'knowledge', 'health']) {
      await page.goto(`${open.url}/#/${view}`);
      await page.locator('main h2').first().waitFor();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, `${view} of a project that is not indexed`);
    }
    await page.goto(`${open.url}/#/ask`);
    await button.click();
    await page.getByRole('button', { name: 'What calls retrypolicy?' }).click();
    await page.locator('.budget-bar .piece').first().waitFor();
    await page.close();
  });
});

describe('a server that is away', () => {
  it('is said to be, and the page goes on when it is back', async () => {
    const page = await open.newPage({ bypassCSP: true });
    await page.goto(`${open.url}/#/ask`);
    await page.getByLabel('Question or task').waitFor();
    await page.route('**/context/query', (route) => route.abort());
    await page.route('**/health/ready', (route) => route.abort());
    await page.getByLabel('Question or task').fill('retry policy');
    await page.keyboard.press('Enter');
    await page.getByText('The server does not answer.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectAccessible(page, 'offline');
    await page.unroute('**/context/query');
    await page.unroute('**/health/ready');
    await page.getByText('The server does not answer.').waitFor({ state: 'detached' });
    // Without being asked again.
    await page.locator('.budget-bar .piece').first().waitFor();
    await page.close();
  });

  it('that is busy is said to be busy', async () => {
    const page = await open.newPage({ bypassCSP: true });
    const problem = JSON.stringify({
      status: 503,
      code: 'store-busy',
      title: 'Busy',
      detail: 'The store is busy.',
    });
    await page.route('**/context/query', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', body: problem }),
    );
    await page.route('**/health/ready', (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto(`${open.url}/#/ask/retry`);
    await page.getByText('The server is busy.').waitFor();
    await page.getByText('The store is busy.').waitFor();
    await expectAccessible(page, 'busy');
    await page.close();
  });
});

const VIEWS = [
  'ask/retry',
  'compare/retry',
  'live',
  'knowledge/inbox',
  'knowledge/memories',
  'knowledge/experiences',
  'knowledge/values',
  'knowledge/threads',
  'project',
  'health',
];
const problem = (status: number, title: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ status, code: 'x', title, detail: `${title}.` }),
});
const AWAY = [
  ['offline', 'The server does not answer.', (route: Route) => route.abort()],
  ['busy', 'The server is busy.', (route: Route) => route.fulfill(problem(503, 'Too much to do'))],
  ['failing', /disk is full|: 500/, (route: Route) => route.fulfill(problem(500, 'The disk is full'))],
] as const;

/** Wherever it is offered, once: a second press would begin again. */
const TRY_AGAIN = `document.querySelectorAll('[role="alert"] button').forEach((again) => again.click())`;

describe.each(AWAY)('a server that is %s', (state, says, answer) => {
  it('is said in every view, which shows what it has when the server is back', async () => {
    const page = await open.newPage({ bypassCSP: true });
    for (const view of VIEWS) {
      await page.route('**', (route) =>
        route.request().resourceType() === 'fetch' ? answer(route) : route.continue(),
      );
      await page.goto('about:blank');
      await page.goto(`${open.url}/#/${view}`);
      const said = page.getByRole('main').getByText(says);
      await said.first().waitFor();
      await expectAccessible(page, `${view} ${state}`);
      await page.unroute('**');
      // A view that reads again by itself does; the others are asked to, or follow the connection.
      if (state === 'failing') await page.evaluate(TRY_AGAIN);
      await expect.poll(() => said.count(), { message: view }).toBe(0);
      await page.getByText('What is missing here').first().waitFor({ state: 'detached' });
      await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
    }
    await page.close();
  });
});

/** Lets the first event of a streamed answer through, and the rest when `release` is called. */
const HOLD_AFTER_FIRST_EVENT = `{
  const { fetch } = window;
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  window.release = release;
  window.fetch = async (address, init) => {
    const response = await fetch(address, init);
    if (!String(address).endsWith('/context/query') || !response.ok) return response;
    const text = await response.text();
    const end = text.indexOf('\\n\\n') + 2;
    const parts = [text.slice(0, end), text.slice(end)].map((part) => new TextEncoder().encode(part));
    return new Response(new ReadableStream({
      async start(stream) {
        stream.enqueue(parts[0]);
        await released;
        stream.enqueue(parts[1]);
        stream.close();
      },
    }), { headers: response.headers });
  };
}`;

describe('while an answer is on its way', () => {
  it('shows its shape, then the places found, then the answer', async () => {
    const page = await open.newPage({ bypassCSP: true });
    await page.addInitScript(HOLD_AFTER_FIRST_EVENT);
    const held: Route[] = [];
    await page.route('**/context/query', (route) => void held.push(route));
    await page.goto(`${open.url}/#/ask/retrypolicy`);
    await page.getByText('Searching…').waitFor();
    await expectAccessible(page, 'searching');
    await expect.poll(() => held.length).toBeGreaterThan(0);
    for (const route of held) await route.continue();
    const places = page.getByRole('list', { name: 'Places found so far' });
    await places.getByText('retry-policy.ts').waitFor();
    await expectAccessible(page, 'places found');
    expect(await page.locator('.budget-bar').count()).toBe(0);
    await page.evaluate('release()');
    await page.locator('.budget-bar .piece').first().waitFor();
    expect(await places.count()).toBe(0);
    await page.close();
  });
});
