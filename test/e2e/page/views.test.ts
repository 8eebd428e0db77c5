import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { type OpenPage, openPage, repository } from './open-page.ts';
import { fillViews, QUESTION, VIEWS, type View } from './view-states.ts';

const built = join(dirname(fileURLToPath(import.meta.url)), '../../../dist/web');

let open: OpenPage;
beforeAll(async () => {
  open = await openPage();
  await fillViews(open.client);
});
afterAll(() => open.close());

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
    await page.goto(`${open.url}/#/ask/${QUESTION}`);
    const first = page.locator('.item').first();
    await first.waitFor();
    expect((await first.boundingBox())?.y).toBeLessThan(500);
    await page.getByRole('button', { name: /tokens · code/ }).click();
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

  it('has its frame, in the chosen colours, before the script has run', async () => {
    const page = await open.newPage();
    await page.goto(open.url);
    await page.getByRole('button', { name: 'Colours: system' }).click();
    await page.getByRole('button', { name: 'Colours: light' }).waitFor();
    const names = await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts();
    await page.route('**/assets/index-*.js', (route) => route.abort());
    await page.reload();
    await page.locator('html[data-theme="light"]').waitFor();
    expect(await page.getByRole('navigation', { name: 'Views' }).getByRole('link').allInnerTexts()).toEqual(
      names,
    );
    await page.close();
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
