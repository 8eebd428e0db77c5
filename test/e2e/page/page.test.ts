import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/interfaces/http/client.ts';
import { type OpenPage, openPage } from './open-page.ts';

const require = createRequire(import.meta.url);
const assets = join(dirname(fileURLToPath(import.meta.url)), '../../../dist/web/assets');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Set to a folder to keep pictures of every view there. */
const screenshots = process.env['DOSSIER_SCREENSHOTS'];
const HOSTILE =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> [x](javascript:window.hacked=1)';

let open: OpenPage;
const problems: string[] = [];
beforeAll(async () => {
  open = await openPage();
  open.page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  open.page.on('pageerror', (error) => problems.push(error.message));
  open.page.on('request', (request) => {
    if (!request.url().startsWith(open.url) && request.url() !== 'about:blank')
      problems.push(`request to ${request.url()}`);
  });
  for (let number = 0; number < 24; number++) await live(number);
});
afterAll(() => open.close());
afterEach(() => {
  expect(problems.splice(0)).toEqual([]);
});

const THEMES = [
  'shared temporary folder between tests',
  'stale cache entry after a migration',
  'proxy strips the cookie header',
];

async function live(number: number): Promise<void> {
  const theme = THEMES[number % THEMES.length] ?? '';
  const client = createClient({ url: open.url });
  const { id } = await client.experienceStart({
    domain: 'debugging',
    strategy: 'check-assumptions',
    goal: `Repair run ${number}: ${theme}`,
    hypothesis: `It is not the ${theme}`,
    action: `Look at run ${number} without the ${theme}`,
    prediction: `Run ${number} passes`,
    session: `s${number}`,
  });
  await client.experienceResolve({
    id,
    outcome: 'falsified',
    result: `Run ${number} failed: ${theme}`,
    surprise: number === 0 ? HOSTILE : `It was the ${theme}`,
    rootCause: 'wrong-assumption',
  });
}

async function go(view: string): Promise<void> {
  // A change of the hash alone would keep the state of the view before.
  await open.page.goto('about:blank');
  await open.page.goto(`${open.url}/#/${view}`);
}

async function ask(question: string): Promise<void> {
  await go('ask');
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
    await page.getByText('▲ noted').waitFor();
  });

  it('works from the keyboard alone', async () => {
    const { page } = open;
    await go('health');
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
    await go('compare');
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

describe('knowledge', () => {
  it('adds, changes, forgets and takes back a memory', async () => {
    const { page } = open;
    await go('knowledge');
    await page.getByLabel('Remember').fill(`The database listens on port 5432 ${HOSTILE}`);
    await page.getByRole('button', { name: 'Add' }).click();
    const row = page.locator('.item', { hasText: 'The database listens' });
    await row.waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('New wording').fill('The database listens on port 6432');
    await page.getByRole('button', { name: 'Save wording' }).click();
    await page.getByText('port 6432').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('port 5432').first().waitFor();
    await row.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('port 5432').first().waitFor();
  });

  it('shows experiences as a timeline, and hostile text as text', async () => {
    const { page } = open;
    await go('knowledge');
    await page.getByRole('tab', { name: 'Experiences' }).click();
    await page.getByText('Repair run 0:').waitFor();
    await page.getByText('<script>window.hacked=1</script>').first().waitFor();
    expect(await page.evaluate(`'hacked' in window`)).toBe(false);
  });

  it('finds values and shows them on a map', async () => {
    const { page } = open;
    await go('knowledge');
    await page.getByRole('tab', { name: 'Values' }).click();
    await page.getByRole('button', { name: 'Find groups' }).click();
    await page.getByRole('button', { name: 'Accept' }).first().waitFor();
    expect(await page.locator('svg circle').count()).toBe(24);
  });

  it('makes a premortem', async () => {
    const { page } = open;
    await go('knowledge');
    await page.getByRole('tab', { name: 'Premortem' }).click();
    await page.getByLabel('About to').fill('repair a run that fails because of the proxy');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('.text pre', { hasText: 'proxy' }).waitFor();
  });

  it('keeps threads', async () => {
    const { page } = open;
    await go('knowledge');
    await page.getByRole('tab', { name: 'Threads' }).click();
    await page.getByLabel('New thread').fill('Budget talk');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Budget talk' }).click();
    await page.getByLabel(/^Message/).fill('Look at @src/assembly/fit.ts please');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.locator('.path', { hasText: '@src/assembly/fit.ts' }).waitFor();
  });
});

describe('the index', () => {
  it('shows files as a treemap and follows indexing', async () => {
    const { page } = open;
    await go('project');
    await page.locator('.treemap rect').nth(10).waitFor();
    await page.getByLabel('churn').check();
    await page.getByRole('button', { name: 'Index now' }).click();
    await page
      .getByText(/left out|Nothing was left out/i)
      .first()
      .waitFor();
  });

  it('shows what uses a symbol', async () => {
    const { page } = open;
    await go('project');
    await page.getByLabel('Symbol').fill('splitLines');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('figure svg a').first().click();
    await page.waitForURL(/#\/project\/.+/);
  });
});

describe('health', () => {
  it('charts the metrics', async () => {
    const { page } = open;
    await go('health');
    await page.getByText(/Requests: [1-9]/).waitFor();
    await page.getByRole('cell', { name: 'search' }).first().waitFor();
  });
});

describe('every view', () => {
  const views = [
    'ask/where%20is%20the%20token%20budget%20enforced',
    'compare',
    'knowledge',
    'project/splitLines',
    'health',
  ];
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1440, 360]) {
      it(`has no serious accessibility finding and no sideways scrolling, ${scheme}, ${width} px`, async () => {
        const context = await open.browser.newContext({
          colorScheme: scheme,
          viewport: { width, height: 900 },
          bypassCSP: true,
        });
        const page = await context.newPage();
        for (const view of views) {
          await page.goto(`${open.url}/#/${view}`);
          await page.waitForLoadState('networkidle');
          await page.evaluate(axe);
          const serious: string[] = await page.evaluate(
            `axe.run().then((found) => found.violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => v.id + ': ' + v.nodes[0].html))`,
          );
          expect(serious, view).toEqual([]);
          expect(
            await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
            view,
          ).toBeLessThanOrEqual(0);
          if (screenshots !== undefined) {
            mkdirSync(screenshots, { recursive: true });
            await page.screenshot({
              path: `${screenshots}/${view.split('/')[0]}-${scheme}-${width}.jpg`,
              quality: 60,
            });
          }
        }
        await context.close();
      });
    }
  }

  it('is painted within half a second and is under 150 kB of script', async () => {
    const { page } = open;
    await page.goto(`${open.url}/?fresh#/health`);
    const paint = await page.evaluate(
      `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries()[0].startTime)).observe({ type: 'paint', buffered: true }))`,
    );
    expect(paint).toBeLessThan(500);
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
