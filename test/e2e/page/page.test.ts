import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { liveExperience } from './live-experience.ts';
import { type OpenPage, openPage } from './open-page.ts';

const require = createRequire(import.meta.url);
const assets = join(dirname(fileURLToPath(import.meta.url)), '../../../dist/web/assets');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Set to a folder to keep pictures of every view there. */
const screenshots = process.env['DOSSIER_SCREENSHOTS'];

let open: OpenPage;
beforeAll(async () => {
  open = await openPage();
});
afterAll(() => open.close());
afterEach(() => {
  expect(open.problems.splice(0)).toEqual([]);
});

async function ask(question: string): Promise<void> {
  await open.go('ask');
  await open.page.getByLabel('Question or task').fill(question);
  await open.page.getByRole('button', { name: 'Ask', exact: true }).click();
  await open.page.locator('.budget-bar .piece').first().waitFor();
}

describe('asking', () => {
  it('shows the budget, the items with their reasons, and the text the model gets', async () => {
    const { page } = open;
    await ask('where is the token budget enforced');
    const items = page.getByRole('region', { name: 'Items' });
    await items.locator('.item').first().locator('button.name').click();
    await items.locator('.reasons td').first().waitFor();
    expect(await items.locator('.code').first().innerText()).toMatch(/\S/);
    expect(await page.locator('.text pre').innerText()).toContain('src/');
    expect(await page.locator('.budget figcaption').innerText()).toMatch(/[\d,]+ of 8,000 tokens/);
  });

  it('fits again at once when the budget moves, and never above it', async () => {
    const { page } = open;
    await ask('where is the token budget enforced');
    for (const step of [60, 20, 110]) {
      await page.getByLabel(/^Budget: /).fill(String(step));
      const label = await page.locator('label[for="budget"] span').innerText();
      const budget = Number(label.replace(/\D/g, ''));
      await page
        .locator('.budget figcaption', { hasText: `of ${budget.toLocaleString('en-US')} tokens` })
        .waitFor();
      const used = Number((await page.locator('.budget figcaption strong').innerText()).replace(/\D/g, ''));
      expect(used).toBeLessThanOrEqual(budget);
    }
    await page.getByRole('tab', { name: 'Time' }).click();
    await page.getByRole('row', { name: 'from the cache yes' }).waitFor();
  });

  it('says why things were left out', async () => {
    const { page } = open;
    await ask('where is the token budget enforced');
    await page.getByLabel(/^Budget: /).fill('30');
    await page.getByRole('tab', { name: /Left out \([1-9]/ }).click();
    expect(await page.getByRole('tabpanel').locator('.tag').first().innerText()).toMatch(
      /budget|duplicate|limit|minimum/,
    );
  });

  it('jumps from a citation to its item', async () => {
    const { page } = open;
    await ask('where is the token budget enforced');
    await page.locator('.text a').first().click();
    expect(await page.locator('.item.is-selected').count()).toBe(1);
  });

  it('takes a thumb and says so', async () => {
    const { page } = open;
    await ask('where is the token budget enforced');
    await page
      .getByRole('button', { name: /was useful$/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /was useful$/ })
      .filter({ hasText: '▲ noted' })
      .waitFor();
  });

  it('works from the keyboard alone', async () => {
    const { page } = open;
    await open.go('health');
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.keyboard.press('1');
    await page.getByLabel('Question or task').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('parse a stack trace');
    await page.keyboard.press('Enter');
    await page.locator('.budget-bar .piece').first().waitFor();
  });
});

describe('comparing', () => {
  it('shows what each side includes that the other does not', async () => {
    const { page } = open;
    await open.go('compare');
    await page.getByLabel('Question or task').fill('how are duplicates found');
    await page
      .getByRole('group', { name: 'Right' })
      .getByLabel(/^Budget: /)
      .fill('20');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page
      .getByRole('region', { name: 'Left' })
      .locator('.tag', { hasText: 'only here' })
      .first()
      .waitFor();
  });
});

describe('comparing embedders', () => {
  it('asks with the model on one side and by words alone on the other', async () => {
    const { page } = open;
    await open.go('compare');
    const sides = ['Left', 'Right'].map((name) => page.getByRole('group', { name }));
    const embedders = sides.map((side) => side.getByLabel('Embedder'));
    expect(await embedders[0]?.inputValue()).toMatch(/^dossier/);
    await embedders[1]?.selectOption('none: words alone');
    expect(await sides[0]?.getByLabel('semantic').isChecked()).toBe(true);
    expect(await sides[1]?.getByLabel('semantic').isChecked()).toBe(false);
    await page.getByLabel('Question or task').fill('how are duplicates found');
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.getByRole('region', { name: 'Right' }).locator('.item').first().waitFor();
    await page.getByText('Vectors of two models never mix').waitFor();
  });
});

describe('the index', () => {
  it('shows files as a treemap and follows indexing', async () => {
    const { page } = open;
    await open.go('project');
    await page.locator('.treemap rect').nth(10).waitFor();
    await page.getByLabel('churn').check();
    await page.getByRole('button', { name: 'Index now' }).click();
    await page.getByText(/\d+ read, \d+ unchanged, \d+ removed/).waitFor();
  });

  it('tells what was left out and why without indexing again', async () => {
    const { page } = open;
    await open.go('project');
    await page.getByText(/^Left out: .*ignored/).click();
    const listed = page.locator('details li', { hasText: 'node_modules' });
    expect(await listed.locator('.tag').innerText()).toBe('ignored');
  });

  it('shows what uses a symbol', async () => {
    const { page } = open;
    await open.go('project');
    await page.getByLabel('Symbol').fill('splitLines');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('figure svg a').first().click();
    await page.waitForURL(/#\/project\/.+/);
  });
});

describe('health', () => {
  it('charts the metrics', async () => {
    const { page } = open;
    await open.go('health');
    await page.getByText(/Requests: [1-9]/).waitFor();
    await page.getByRole('cell', { name: 'search' }).first().waitFor();
  });
});

describe('every view', () => {
  /** What shows that a view is there, and under which name its picture is kept. */
  const views: readonly { readonly path: string; readonly shows: string; readonly picture?: string }[] = [
    {
      path: `ask/${encodeURIComponent('where is the token budget enforced')}`,
      shows: '.text a',
      picture: 'ask',
    },
    {
      path: `compare/${encodeURIComponent('how are duplicates found')}`,
      shows: '[aria-label=Right] .item',
      picture: 'compare',
    },
    { path: 'knowledge/memories', shows: '.statement' },
    { path: 'knowledge/experiences', shows: '.timeline .item', picture: 'knowledge' },
    { path: 'knowledge/values', shows: 'circle', picture: 'values' },
    { path: 'knowledge/premortem', shows: 'form' },
    { path: 'knowledge/threads', shows: '.item' },
    { path: 'project/splitLines', shows: 'figure svg a', picture: 'project' },
    { path: 'health', shows: 'figure svg', picture: 'health' },
  ];
  beforeAll(async () => {
    for (let number = 0; number < 24; number++) await liveExperience(open.client, number);
    await open.client.valuesCluster({});
    await open.client.remember({ content: 'Invoices are never deleted', category: 'decision' });
    await open.client.threadCreate({ title: 'Move uploads' });
  });
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [360, 1440, 3840]) {
      it(`has no serious accessibility finding and no sideways scrolling, ${scheme}, ${width} px`, async () => {
        const page = await open.newPage({
          colorScheme: scheme,
          viewport: { width, height: width === 3840 ? 2160 : 900 },
          bypassCSP: true,
        });
        for (const { path, shows, picture } of views) {
          await page.goto(`${open.url}/#/${path}`);
          await page.locator(shows).first().waitFor();
          await page.waitForLoadState('networkidle');
          await page.evaluate(axe);
          const serious: string[] = await page.evaluate(
            `axe.run().then((found) => found.violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes[0].html))`,
          );
          expect(serious, path).toEqual([]);
          expect(
            await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
            path,
          ).toBeLessThanOrEqual(0);
          if (screenshots !== undefined && picture !== undefined && width < 3840) {
            mkdirSync(screenshots, { recursive: true });
            await page.screenshot({
              path: `${screenshots}/${picture}-${scheme}-${width}.jpg`,
              quality: 60,
            });
          }
        }
        await page.close();
      });
    }
  }

  it('is shown before any data arrives and is under 150 kB of script', async () => {
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
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(150_000);
  });

  it('forbids inline script and foreign sources', async () => {
    const policy = (await fetch(open.url)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
  });
});
