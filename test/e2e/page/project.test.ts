import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';

let open: OpenPage;
beforeAll(async () => {
  open = await openPage();
});
afterAll(() => open.close());
afterEach(() => {
  expect(open.problems.splice(0)).toEqual([]);
});

describe('the project', () => {
  it('is a map of folders that can be entered, by tokens or churn', async () => {
    const { page } = open;
    await open.go('project');
    await page.getByRole('button', { name: /^src: \d+ files/ }).click();
    await page.waitForURL(/folder=src/);
    await page.getByRole('button', { name: /^src\/core: \d+ files/ }).waitFor();
    expect(await page.locator('.treemap').innerText()).not.toMatch(/\d+ more/);
    await page.getByLabel('churn').check();
    await page.getByRole('button', { name: /^src\/core: .*lines changed/ }).waitFor();
    await page.getByRole('navigation', { name: 'Folder' }).getByRole('link', { name: 'all' }).click();
    await page.getByRole('button', { name: /^test: / }).waitFor();
  });

  it('follows indexing, also when another view was shown meanwhile', async () => {
    const { page } = open;
    await open.go('project');
    await page.getByRole('button', { name: 'Index now' }).click();
    await page.keyboard.press('1');
    await page.getByLabel('Question or task').waitFor();
    await page.getByText(/\d+ files? indexed/).waitFor();
  });

  it('tells what was left out and why without indexing again', async () => {
    const { page } = open;
    await open.go('project');
    await page.getByText(/^Left out: .*ignored/).click();
    const listed = page.locator('details li', { hasText: 'node_modules' });
    expect(await listed.locator('.tag').innerText()).toBe('ignored');
  });

  it('lists files, filtered and in an order', async () => {
    const { page } = open;
    await open.go('project');
    await page.getByPlaceholder('Filter by path or language').fill('vocabulary.ts');
    const files = page.getByRole('region', { name: 'Files', exact: true });
    await files.getByRole('link', { name: 'src/core/vocabulary.ts' }).waitFor();
    await page.getByLabel('Order').selectOption('largest');
    await files.getByRole('link', { name: 'src/core/vocabulary.ts' }).click();
    await page.waitForURL(/#\/ask\/src%2Fcore%2Fvocabulary.ts/);
  });

  it('draws only what is seen of 20,000 files', async () => {
    const { page } = open;
    const files = Array.from({ length: 20_000 }, (_, number) => ({
      path: `packages/area-${number % 12}/part-${number % 170}/file-${number}.ts`,
      language: 'typescript',
      role: 'source',
      size: 100 + ((number * 37) % 9000),
      lineCount: 10,
      commitCount: 20_000 - number,
      insertions: number % 90,
      deletions: 1,
    }));
    await page.route('**/index/files*', (route) => route.fulfill({ json: { total: files.length, files } }));
    await open.go('project');
    const list = page.getByRole('region', { name: 'Files', exact: true });
    await list.getByRole('link', { name: 'packages/area-0/part-0/file-0.ts' }).waitFor();
    await list.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await list.getByRole('link', { name: 'file-19999.ts' }).waitFor();
    expect(await list.getByRole('listitem').count()).toBeLessThan(60);
    expect(await page.locator('.treemap').innerText()).toContain('area-0');
    expect(await page.locator('.treemap').innerText()).not.toMatch(/\d+ more/);
    await page.unroute('**/index/files*');
  });

  it('walks from a symbol to what uses it', async () => {
    const { page } = open;
    await open.go('project');
    await page.getByLabel('Symbol').fill('splitLines');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('figure', { name: 'Around splitLines' }).waitFor();
    const caller = page.getByRole('region', { name: 'Used by' }).getByRole('link').first();
    const name = await caller.locator('.item-name').innerText();
    await caller.click();
    await page.getByRole('figure', { name: `Around ${name}` }).waitFor();
  });
});

describe('health', () => {
  it('charts what happens now, with axes', async () => {
    const { page } = open;
    await open.client.query({ query: 'where are lines split' });
    await open.go('health');
    await page.getByText(/[1-9]\d* requests since the server started/).waitFor();
    await page.getByRole('img', { name: /^Requests over \d minutes?, now [\d.]+ a minute/ }).waitFor();
    // From before the page was opened.
    const tokens = page.getByRole('img', { name: /^Tokens given over/ }).locator('polyline');
    const isHigh = (point: string) => Number(point.split(',')[1]) < 40;
    await expect.poll(async () => (await tokens.getAttribute('points'))?.split(' ').some(isHigh)).toBe(true);
    expect(await page.locator('.chart').first().innerText()).toMatch(/−\d min[\s\S]*now/);
    await page.getByRole('row', { name: /^search/ }).waitFor();
  });
});
