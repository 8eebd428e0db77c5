import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage, repository } from './open-page.ts';

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({ roots: [`${repository}/src/core`] });
});
afterAll(() => open.close());
afterEach(() => {
  expect(open.problems.splice(0)).toEqual([]);
});

describe('comparing', () => {
  it('tells which lines both sides print and which only one, never both at once', async () => {
    const { page } = open;
    await open.go('compare');
    await page.getByLabel('Question or task').fill('how are lines split');
    await page.keyboard.press('Enter');
    await page.getByText(/lines? in both/).waitFor();
    await page
      .getByRole('group', { name: 'Right' })
      .getByLabel(/^Budget/)
      .fill('20');
    await page.waitForURL(/right-budget=/);
    const files = page.getByRole('list', { name: 'Files' });
    await files.getByTitle('only left').first().waitFor();
    // The first difference is open without a click: code, with lines both have folded.
    await files.getByRole('button', { expanded: true }).waitFor();
    await files.getByRole('region', { name: 'Source' }).first().waitFor();
    // Read at once: an answer that arrives in between would change the list.
    const {
      rows,
      told,
    }: {
      readonly rows: readonly Record<'left' | 'right' | 'both', string[]>[];
      readonly told: readonly string[];
    } = await page.evaluate(`({
      rows: [...document.querySelectorAll('[aria-label="Files"] > li > button')].map((row) => {
        const lines = (title) => [...row.querySelectorAll('[title="' + title + '"]')].map((tag) => tag.textContent);
        return { left: lines('only left'), right: lines('only right'), both: lines('in both') };
      }),
      told: [...document.querySelectorAll('button[aria-pressed]')]
        .map((button) => button.textContent)
        .filter((text) => /lines? (only|in)/.test(text)),
    })`);
    const ofFile = (ranges: readonly string[]) =>
      ranges.flatMap((range) => {
        const [from = 0, to = from] = range.split('–').map(Number);
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
      });
    const total = { left: 0, right: 0, both: 0 };
    for (const { left, right, both } of rows) {
      const lines = [...ofFile(left), ...ofFile(right), ...ofFile(both)];
      expect(new Set(lines).size).toBe(lines.length);
      total.left += ofFile(left).length;
      total.right += ofFile(right).length;
      total.both += ofFile(both).length;
    }
    expect(told.map((text) => Number(text.split(' ')[0]?.replace(',', '')))).toEqual([
      total.left,
      total.both,
      total.right,
    ]);
  });

  it('shows the lines of one side on its side, under its bar, and below each other on a phone', async () => {
    const { page } = open;
    await open.go(`compare/${encodeURIComponent('how are lines split')}?right-budget=20&two=1`);
    const files = page.getByRole('list', { name: 'Files' });
    await files.getByRole('region', { name: 'Source' }).first().waitFor();
    await page.getByRole('button', { name: /lines? only left$/ }).click();
    const boxOf = async (name: string | RegExp) =>
      (await page.getByRole('region', { name, exact: true }).first().boundingBox()) ?? { x: 0, width: 0 };
    const [bar, code] = [await boxOf('Left'), await boxOf(/^Source/)];
    expect(code.x).toBeGreaterThanOrEqual(bar.x);
    expect(code.x + code.width).toBeLessThanOrEqual(bar.x + bar.width + 1);
    await page.setViewportSize({ width: 360, height: 780 });
    await expect.poll(async () => (await boxOf(/^Source/)).width).toBeGreaterThan(300);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('asks with the model on one side and by words alone on the other', async () => {
    const { page } = open;
    await open.go(`compare/${encodeURIComponent('how are lines split')}`);
    const embedder = async (name: string) => {
      const side = page.getByRole('group', { name });
      await side.getByText(/^More/).click();
      return side.getByLabel('Embedder');
    };
    const [left, right] = [await embedder('Left'), await embedder('Right')];
    await expect.poll(() => left.inputValue()).toMatch(/^dossier/);
    await expect.poll(() => right.inputValue()).toBe('none: words alone');
  });

  it('compares two questions', async () => {
    const { page } = open;
    await open.go(`compare/${encodeURIComponent('how are lines split')}`);
    await page.getByLabel('Another question').fill('how are secrets masked');
    await page.keyboard.press('Tab');
    await page.waitForURL(/other=how/);
    const files = page.getByRole('list', { name: 'Files' });
    const row = files.getByRole('listitem').filter({ hasText: 'mask-secrets.ts' }).first();
    const file = row.getByRole('button').first();
    if ((await file.getAttribute('aria-expanded')) === 'false') await file.click();
    await row.locator('.code .token-keyword').first().waitFor();
  });

  it('keeps what is being typed when an answer arrives', async () => {
    const { page } = open;
    const held: Route[] = [];
    await page.route('**/{query,assemble}', (route) => {
      held.push(route);
    });
    await open.go(`compare/${encodeURIComponent('how are lines split')}`);
    const field = page.getByLabel('Another question');
    await field.fill('how are secrets');
    await expect.poll(() => held.length).toBe(2);
    await Promise.all(held.map((route) => route.continue()));
    await page.unroute('**/{query,assemble}');
    await page.getByText(/lines? in both/).waitFor();
    expect(await field.inputValue()).toBe('how are secrets');
  });
});
