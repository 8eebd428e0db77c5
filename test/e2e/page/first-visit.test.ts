import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenPage, openPage, repository } from './open-page.ts';

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({ roots: [`${repository}/src`], index: false });
});
afterAll(() => open.close());

it('tells files a second and what is read, answers meanwhile with a word of caution, and outlives its tab', async () => {
  const context = await open.page.context().browser()?.newContext();
  if (context === undefined) throw new Error('The browser is gone.');
  // A whole project is read meanwhile.
  context.setDefaultTimeout(300_000);
  const first = await context.newPage();
  await first.goto(`${open.url}/#/ask`);
  await first.getByRole('button', { name: 'Index this project' }).click();
  await first.getByText(/\d a second/).waitFor();
  await first.getByRole('status').getByText(/\.ts$/).waitFor();
  await first.getByLabel('Question or task').fill('where are secrets masked');
  await first.keyboard.press('Enter');
  await first.getByText('The project is still being read').waitFor();
  await first.close();
  const second = await context.newPage();
  await second.goto(`${open.url}/#/ask`);
  await second.getByText('indexing…').waitFor();
  await second.getByText(/\d files indexed/).waitFor();
  await second.getByText('Try', { exact: true }).waitFor();
  const { indexed, files } = await open.client.status({});
  expect(indexed).toBe(true);
  expect(files).toBeGreaterThan(300);
  await context.close();
});
