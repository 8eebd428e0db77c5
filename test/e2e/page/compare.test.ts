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
    await page.locator('.stretch-tag.side-left').first().waitFor();
    // The first difference is open without a click.
    await page.getByRole('table').getByRole('button', { expanded: true }).waitFor();
    // Read at once: an answer that arrives in between would change the table.
    const rows: Record<'left' | 'right', string[]>[] = await page.evaluate(`
      [...document.querySelectorAll('.diff tbody tr')].map((row) => {
        const lines = (side) => [...row.querySelectorAll('.stretch-tag.side-' + side)].map((tag) => tag.textContent);
        return { left: lines('left'), right: lines('right') };
      })`);
    for (const { left, right } of rows) {
      expect(left.filter((stretch) => right.includes(stretch))).toEqual([]);
    }
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
    const row = page.locator('.diff tbody tr', { hasText: 'mask-secrets.ts' }).first();
    const stretch = row.getByRole('button').first();
    if ((await stretch.getAttribute('aria-expanded')) === 'false') await stretch.click();
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
