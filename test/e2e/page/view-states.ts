import type { Page } from 'playwright-core';
import type { Client } from '../../../src/interfaces/http/client.ts';
import { corrections } from './corrections.ts';
import { liveExperience } from './live-experience.ts';

/** What agents asked for, by session. */
const ASKED = [
  ['claude', 'where is the retry logic'],
  ['claude', 'how are duplicates found'],
  ['0b5c9a1e-7d41-4b8c-9c55-1e2f3a4b5c6d', 'where is the token budget enforced'],
] as const;

/** Something to see in every view. */
export async function fillViews(client: Client): Promise<void> {
  for (let number = 0; number < 24; number++) await liveExperience(client, number);
  await client.valuesCluster({});
  for (const [session, query] of ASKED) await client.query({ query, session, maxTokens: 2000 });
  await client.remember({ content: 'Invoices are never deleted', category: 'decision' });
  await client.inboxCapture({
    transcript: corrections('stop, never edit gen/ by hand here'),
    session: 'claude',
  });
  await client.remember({ content: 'The database listens on port 5432' });
  const { id } = await client.threadCreate({ title: 'Move uploads' });
  await client.threadMessage({ thread: id, content: 'Start with @src/index.ts' });
}

export interface View {
  readonly path: string;
  /** What shows that the view is there. */
  readonly shows: string;
  /** Brings the view into a state of its own. */
  readonly act?: (page: Page) => Promise<void>;
}

const backwards = (text: string) => [...text].toReversed().join('');
/** About nothing in this repository; written backwards, because the page is asked about this file, too. */
export const NOWHERE = encodeURIComponent(backwards('effarig edalamram'));

/** As it stands in an address. */
export const QUESTION = encodeURIComponent('where is the token budget enforced');
export const VIEWS: readonly View[] = [
  { path: 'ask', shows: '.start li' },
  { path: `ask/${QUESTION}`, shows: '.anatomy .item' },
  {
    path: `ask/${QUESTION}?budget=3000`,
    shows: '.anatomy .item',
    act: async (page) => {
      await page.keyboard.press('j');
      await page.locator('.item.is-selected').waitFor();
      await page.keyboard.press('o');
      await page.locator('.item.is-selected .code').waitFor();
      await page.getByRole('tab', { name: /Why not/ }).click();
      await page.getByRole('heading', { name: /No room/ }).waitFor();
    },
  },
  {
    path: `ask/${QUESTION}?budget=3000`,
    shows: '.anatomy .item',
    act: async (page) => {
      await page.getByRole('tab', { name: /Why not/ }).click();
      const pin = page.locator('.left-out').getByRole('button', { name: /^Pin / }).first();
      await pin.waitFor({ state: 'attached' });
      await pin.focus();
      await pin.press('Enter');
      await page.getByRole('list', { name: 'What you decided' }).waitFor();
      await page.getByRole('button', { name: /^Undo u/ }).waitFor();
      await page.getByRole('tab', { name: /Why these/ }).click();
      await page.locator('.item', { hasText: 'pinned' }).waitFor();
    },
  },
  { path: `ask/${NOWHERE}`, shows: '.empty' },
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
      await page.getByRole('link', { name: 'how are duplicates found' }).first().click();
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
      await page.locator('.memory', { hasText: 'port 5432' }).getByRole('button', { name: 'Forget' }).click();
      await page.getByRole('button', { name: /^Undo/ }).waitFor();
    },
  },
  {
    path: 'knowledge/memories',
    shows: '.statement',
    act: async (page) => {
      await page.getByLabel('Show replaced and forgotten ones').check();
      await page.locator('.memory.is-over').getByRole('button', { name: 'Restore' }).click();
      await page.getByText('Holds again.').waitFor();
    },
  },
];
