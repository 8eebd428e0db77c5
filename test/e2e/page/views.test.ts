import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { corrections } from './corrections.ts';
import { liveExperience } from './live-experience.ts';
import { type OpenPage, openPage, repository } from './open-page.ts';

const built = join(dirname(fileURLToPath(import.meta.url)), '../../../dist/web');

/** What agents asked for, by session. */
const ASKED = [
  ['claude', 'where is the retry logic'],
  ['claude', 'how are duplicates found'],
  ['0b5c9a1e-7d41-4b8c-9c55-1e2f3a4b5c6d', 'where is the token budget enforced'],
] as const;

let open: OpenPage;
beforeAll(async () => {
  open = await openPage();
  for (let number = 0; number < 24; number++) await liveExperience(open.client, number);
  await open.client.valuesCluster({});
  for (const [session, query] of ASKED) await open.client.query({ query, session, maxTokens: 2000 });
  await open.client.remember({ content: 'Invoices are never deleted', category: 'decision' });
  await open.client.inboxCapture({
    transcript: corrections('stop, never edit gen/ by hand here'),
    session: 'claude',
  });
  await open.client.remember({ content: 'The database listens on port 5432' });
  const { id } = await open.client.threadCreate({ title: 'Move uploads' });
  await open.client.threadMessage({ thread: id, content: 'Start with @src/index.ts' });
});
afterAll(() => open.close());

interface View {
  readonly path: string;
  /** What shows that the view is there. */
  readonly shows: string;
  /** Brings the view into a state of its own. */
  readonly act?: (page: Page) => Promise<void>;
}

const question = encodeURIComponent('where is the token budget enforced');
const VIEWS: readonly View[] = [
  { path: 'ask', shows: '.start li' },
  { path: `ask/${question}`, shows: '.anatomy .item' },
  {
    path: `ask/${question}?budget=3000`,
    shows: '.anatomy .item',
    act: async (page) => {
      await page.keyboard.press('j');
      await page.locator('.item.is-selected').waitFor();
      await page.keyboard.press('o');
      await page.locator('.item.is-selected .code').waitFor();
      await page.getByRole('tab', { name: /Left out/ }).click();
      await page.getByRole('heading', { name: /No room/ }).waitFor();
    },
  },
  {
    path: `ask/${question}?budget=3000`,
    shows: '.anatomy .item',
    act: async (page) => {
      await page.getByRole('tab', { name: /Left out/ }).click();
      const pin = page.locator('.left-out').getByRole('button', { name: /^Pin / }).first();
      await pin.waitFor({ state: 'attached' });
      await pin.focus();
      await pin.press('Enter');
      await page.getByRole('list', { name: 'What you decided' }).waitFor();
      await page.getByRole('button', { name: /^Undo u/ }).waitFor();
      await page.getByRole('tab', { name: /^In/ }).click();
      await page.locator('.item', { hasText: 'pinned' }).waitFor();
    },
  },
  { path: `ask/${encodeURIComponent('zebra anaesthesia')}`, shows: '.empty' },
  {
    path: `compare/${encodeURIComponent('how are duplicates found')}`,
    shows: '.stretch-tag',
  },
  { path: 'compare', shows: '.empty' },
  { path: 'live', shows: '.feed .item' },
  {
    path: 'live',
    shows: '.feed .item',
    act: async (page) => {
      await page.getByRole('button', { name: 'how are duplicates found' }).first().click();
      await page.getByRole('link', { name: 'Take it apart' }).click();
      await page.getByRole('heading', { name: 'how are duplicates found' }).waitFor();
      await page.locator('.anatomy .item .item-why').first().waitFor();
    },
  },
  { path: 'knowledge/memories', shows: '.statement' },
  { path: 'knowledge/inbox', shows: '.draft' },
  { path: 'knowledge/experiences', shows: '.timeline .item' },
  { path: 'knowledge/values', shows: 'circle' },
  {
    path: 'knowledge/premortem',
    shows: 'form',
    act: async (page) => {
      await page.getByLabel('About to').fill('repair a run that fails because of the cache');
      await page.getByRole('button', { name: 'Brief me' }).click();
      await page.locator('.briefing-text h3').first().waitFor();
    },
  },
  {
    path: 'knowledge/threads',
    shows: '.item-title',
    act: async (page) => {
      await page.getByRole('button', { name: 'Move uploads', exact: true }).click();
      await page.getByText('Start with').waitFor();
    },
  },
  { path: 'project', shows: '.treemap .block' },
  { path: 'project/splitLines', shows: '.graph' },
  { path: 'health', shows: '.chart svg' },
  {
    path: 'ask',
    shows: '.start li',
    act: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
  {
    path: 'ask',
    shows: '.start li',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('budget');
      await page.getByRole('option', { name: /BudgetBar/ }).waitFor();
    },
  },
  {
    path: 'knowledge/memories',
    shows: '.statement',
    act: async (page) => {
      await page.locator('.card', { hasText: 'port 5432' }).getByRole('button', { name: 'Forget' }).click();
      await page.getByRole('button', { name: /^Undo/ }).waitFor();
    },
  },
  {
    path: 'knowledge/memories',
    shows: '.statement',
    act: async (page) => {
      await page.getByLabel('Show replaced and forgotten ones').check();
      await page.locator('.card.is-over').getByRole('button', { name: 'Restore' }).click();
      await page.getByText('Holds again.').waitFor();
    },
  },
];

async function show(page: Page, { path, shows, act }: View): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${open.url}/#/${path}`);
  await page.locator(shows).first().waitFor();
  await act?.(page);
}

describe('every view and state', () => {
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 768, 1440, 2560]) {
      it(`is accessible and does not scroll sideways, ${scheme}, ${width} px`, async () => {
        const page = await open.newPage({
          colorScheme: scheme,
          viewport: { width, height: width === 2560 ? 1440 : 900 },
          bypassCSP: true,
        });
        for (const [index, view] of VIEWS.entries()) {
          await show(page, view);
          await expectAccessible(page, `${index} ${view.path}`);
        }
        await page.close();
      });
    }
  }

  it.each(['light', 'dark'] as const)('is accessible in high contrast, %s', async (scheme) => {
    const page = await open.newPage({ colorScheme: scheme, contrast: 'more', bypassCSP: true });
    for (const [index, view] of VIEWS.entries()) {
      await show(page, view);
      await expectAccessible(page, `${index} ${view.path}`);
    }
    await page.close();
  });
});

describe('a phone', () => {
  it('shows the answer first and the settings in a sheet', async () => {
    const page = await open.newPage({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      bypassCSP: true,
    });
    await page.goto(`${open.url}/#/ask/${question}`);
    const first = page.locator('.item').first();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThan(500);
    await page.getByRole('button', { name: /tokens · code · markdown/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Settings' });
    await sheet.getByLabel('Format').selectOption('plain');
    await expectAccessible(page, 'settings sheet');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL(/format=plain/);
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.locator('.text pre', { hasText: 'src/' }).waitFor();
    await page.close();
  });
});

describe('the page itself', () => {
  it('is shown before any data arrives', async () => {
    const { page } = open;
    const held: Route[] = [];
    await page.route('**', (route) =>
      route.request().resourceType() === 'fetch' ? void held.push(route) : route.continue(),
    );
    await open.go('health');
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    for (const route of held) await route.continue();
    await page.unroute('**');
  });

  it('is at most 60 kB compressed, in all', () => {
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const bytes = files.reduce(
      (sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length,
      0,
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(60_000);
  });

  it('does not tell where it was built', () => {
    const scripts = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'));
    for (const name of scripts) {
      const text = readFileSync(join(built, 'assets', name), 'utf8');
      expect(text).not.toContain(repository);
      expect(text).not.toContain('jsxDEV');
    }
  });

  it('forbids inline script and foreign sources', async () => {
    const policy = (await fetch(open.url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
  });
});
