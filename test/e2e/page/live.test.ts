import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';

let open: OpenPage;
beforeAll(async () => {
  open = await openPage();
}, 600_000);
afterAll(() => open?.close());

describe('what agents are given', () => {
  it('appears while the view is shown, with tokens and what the session had already', async () => {
    const { page, client } = open;
    await open.go('live');
    await page.getByText('No agent was given anything yet.').waitFor();
    await client.query({ query: 'where is the token budget enforced', session: 'claude', maxTokens: 2000 });
    await client.query({ query: 'how is the token budget counted', session: 'claude', maxTokens: 2000 });
    await client.query({ query: 'how are duplicates found', session: 'cursor', maxTokens: 2000 });
    const feed = page.getByRole('list', { name: 'Contexts given' });
    await feed.getByRole('link', { name: 'how are duplicates found' }).waitFor();
    const entry = feed.locator('.item', { hasText: 'where is the token budget enforced' });
    expect(await entry.innerText()).toMatch(/[\d,]+ tok[\s\S]*claude[\s\S]*\d+ items? of \S+\.\w+/);
    const bar = entry.locator('.given-bar i');
    const items = /(\d+) items?/.exec(await entry.innerText())?.[1];
    expect(String(await bar.count())).toBe(items);
    // The answer cites an item, which the entry tells a moment later.
    const { items: given } = await client.query({
      query: 'where are secrets masked',
      session: 'claude',
      maxTokens: 2000,
    });
    await client.sessionUsed({ session: 'claude', answer: `It is done in [${given[0]?.citation}].` });
    await feed.locator('.item', { hasText: 'where are secrets masked' }).getByText('1 cited').waitFor();
  });

  it('is filtered by session, and walked and taken apart by keys', async () => {
    const { page } = open;
    await page
      .getByRole('list', { name: 'Sessions' })
      .getByRole('button', { name: /^claude/ })
      .click();
    const feed = page.getByRole('list', { name: 'Contexts given' });
    await feed.getByRole('link', { name: 'how are duplicates found' }).waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    const chosen = feed.locator('[aria-current=true]');
    await chosen.getByRole('link', { name: 'where are secrets masked' }).waitFor();
    await page.keyboard.press('j');
    await chosen.getByRole('link', { name: 'how is the token budget counted' }).waitFor();
    await page.keyboard.press('j');
    await chosen.getByRole('link', { name: 'where is the token budget enforced' }).waitFor();
    await page.keyboard.press('o');
    await page.locator('.budget-bar .piece').first().waitFor();
    expect(page.url()).toMatch(/#\/live\/.+/);
    expect(open.problems).toEqual([]);
  });
});
