import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { corrections } from './corrections.ts';
import { liveExperience } from './live-experience.ts';
import { type OpenPage, openPage, repository } from './open-page.ts';

let open: OpenPage;
beforeAll(async () => {
  open = await openPage({ roots: [join(repository, 'docs/decisions')] });
  for (let number = 0; number < 24; number++) await liveExperience(open.client, number);
});
afterAll(() => open.close());
afterEach(() => {
  expect(open.problems.splice(0)).toEqual([]);
});

async function goTo(tab: string): Promise<void> {
  await open.go('knowledge');
  await open.page.getByRole('tab', { name: tab }).click();
}
const button = (name: string | RegExp) => open.page.getByRole('button', { name, exact: true });
const undo = () => open.page.getByRole('button', { name: /^Undo/ }).click();
const item = (text: string) => open.page.locator('.item', { hasText: text });
const gone = (text: string) => item(text).waitFor({ state: 'detached' });
const memory = (text: string) =>
  open.page.getByRole('list', { name: 'Memories' }).locator('> li').filter({ hasText: text });

const SAID = [
  'stop, never edit gen/ by hand here, run make gen',
  'no, never push to the release branch, open a pull request here',
  'stop, always run the linter before a commit here',
];

describe('memories', () => {
  it('are added, and the addition is taken back', async () => {
    await goTo('Memories');
    await open.page.getByLabel('Remember').fill('The queue is drained at night');
    await button('Add').click();
    await memory('The queue is drained at night').waitFor();
    await open.page.getByRole('button', { name: /^Undo/ }).waitFor();
    await open.page.getByRole('tab', { name: 'Memories' }).focus();
    await open.page.keyboard.press('u');
    await memory('The queue is drained at night').waitFor({ state: 'detached' });
  });

  it('may be typed while the one before is being kept', async () => {
    const { page } = open;
    const held: Route[] = [];
    await page.route('**/memories', (route) =>
      route.request().method() === 'POST' ? void held.push(route) : route.continue(),
    );
    await goTo('Memories');
    const field = page.getByLabel('Remember');
    await field.fill('Backups run at noon');
    await button('Add').click();
    await expect.poll(() => held.length).toBe(1);
    await field.fill('Backups are kept');
    for (const route of held) await route.continue();
    await page.unroute('**/memories');
    await memory('Backups run at noon').waitFor();
    await page.getByRole('button', { name: /^Undo/ }).waitFor();
    expect(await field.inputValue()).toBe('Backups are kept');
    await undo();
    await memory('Backups run at noon').waitFor({ state: 'detached' });
  });

  it('are changed, replaced and forgotten, each taken back', async () => {
    const { page, client } = open;
    const { id } = await client.remember({ content: 'The database listens on port 5432' });
    await goTo('Memories');
    const rewrite = async (content: string, save: string) => {
      await memory('The database listens').getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('New wording').fill(content);
      await button(save).click();
      await memory(content).waitFor();
    };
    await rewrite('The database listens on port 6432', 'Save wording');
    await undo();
    await memory('port 5432').waitFor();

    await rewrite('The database listens on port 7432', 'Save as replacement');
    expect((await client.memoryList({ status: 'superseded' })).memories).toMatchObject([{ id }]);
    await undo();
    await memory('port 5432').waitFor();
    await memory('port 7432').waitFor({ state: 'detached' });

    await memory('port 5432').getByRole('button', { name: 'Forget' }).click();
    await memory('port 5432').waitFor({ state: 'detached' });
    expect((await client.memoryList({ status: 'ended' })).memories).toMatchObject([{ id }]);
    await undo();
    await memory('port 5432').waitFor();
    expect((await client.memoryList({})).memories).toMatchObject([{ id, status: 'current' }]);
  });

  it('that were forgotten can be found, restored and erased', async () => {
    const { page, client } = open;
    const { id } = await client.remember({ content: 'Releases happen on Fridays' });
    await client.forget({ id });
    await goTo('Memories');
    await page.getByLabel('Show replaced and forgotten ones').check();
    await memory('Fridays').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Holds again.').waitFor();
    await undo();
    await memory('Fridays').getByRole('button', { name: 'Erase' }).click();
    await memory('Fridays').waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(async () => (await client.memoryList({ status: 'ended' })).memories).toEqual([]);
  });
});

describe('the inbox', () => {
  it('is worked through with the keys: accept, reword, reject, each taken back or carried out', async () => {
    const { page, client } = open;
    await client.inboxCapture({ transcript: corrections(...SAID), session: 'claude' });
    await open.go('knowledge/inbox');
    const drafts = page.getByRole('list', { name: 'Drafts' }).getByRole('listitem');
    await expect.poll(() => drafts.count()).toBe(3);
    await page.locator('.draft.is-selected').waitFor();
    const [first = '', second = ''] = await page.locator('.draft .statement').allInnerTexts();
    const selected = (text: string) => page.locator('.draft.is-selected', { hasText: text }).waitFor();
    const gone = (text: string) => page.locator('.draft', { hasText: text }).waitFor({ state: 'detached' });

    await page.keyboard.press('a');
    await gone(first);
    await selected(second);
    await page.keyboard.press('u');
    await page.locator('.draft', { hasText: first }).waitFor();

    await selected(second);
    await page.keyboard.press('e');
    await page.getByLabel('New wording').fill('Always run the generator');
    await page.keyboard.press('Enter');
    await selected('Always run the generator');
    await page.getByText('Reworded.').waitFor();
    await page.keyboard.press('x');
    await gone('Always run the generator');
    await page.getByText('Rejected; it is not captured again.').waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await selected(first);
    await page.keyboard.press('a');
    await gone(first);
    await page.getByText('Remembered.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(async () => (await client.inboxList({ status: 'rejected' })).drafts.length).toBe(1);
    await expect
      .poll(async () => (await client.memoryList({})).memories.map(({ content }) => content))
      .toContain(first);
  });
});

describe('experiences', () => {
  it('are a timeline with outcome and surprise', async () => {
    await goTo('Experiences');
    const entry = item('Repair run 1:');
    await entry.waitFor();
    expect(await entry.innerText()).toMatch(/falsified[\s\S]*Surprise[\s\S]*schema/);
  });

  it('are started, changed and resolved', async () => {
    const { page } = open;
    await goTo('Experiences');
    await page.getByText('Record what you are about to try').click();
    await page.getByLabel('Goal').fill('The upload survives a restart');
    await page.getByLabel('Believed').fill('The queue is in memory');
    await page.getByLabel('To do').fill('Write the queue to disk');
    await page.getByLabel('Expected').fill('The upload goes on after a restart');
    await button('Start').click();
    const entry = item('The upload survives a restart');
    await entry.getByRole('button', { name: 'Edit' }).click();
    await entry.getByLabel('Believed').fill('The lock is not released');
    await entry.getByRole('button', { name: 'Save' }).click();
    await entry.getByText('Earlier attempts: 1').waitFor();
    await undo();
    await entry.getByText('The queue is in memory').waitFor();
    await entry.getByRole('button', { name: 'Resolve' }).click();
    await entry.getByLabel('Outcome').selectOption('falsified');
    await entry.getByLabel('What was seen').fill('The upload began again from the start');
    await entry.getByLabel('Surprise').fill('The client restarts it by itself');
    await entry.getByRole('button', { name: 'Resolve' }).click();
    await entry.locator('.tag', { hasText: 'falsified' }).waitFor();
    await undo();
    await entry.locator('.tag', { hasText: 'active' }).waitFor();
    await entry.getByText('The queue is in memory').waitFor();
  });

  it('are deleted only when the time to undo is over', async () => {
    const { page, client } = open;
    const goals = async () =>
      (await client.experienceList({ limit: 200 })).experiences.map(({ goal }) => goal);
    await goTo('Experiences');
    await button('Delete Repair run 2: proxy strips the cookie header').click();
    await gone('Repair run 2:');
    await undo();
    await item('Repair run 2:').waitFor();
    await button('Delete Repair run 2: proxy strips the cookie header').click();
    await gone('Repair run 2:');
    expect((await goals()).some((goal) => goal.startsWith('Repair run 2:'))).toBe(true);
    // Going elsewhere neither takes it back nor ends the time to do so; dismissing the offer does.
    await page.getByRole('tab', { name: 'Memories' }).click();
    await page.getByRole('tab', { name: 'Experiences' }).click();
    await item('Repair run 1:').waitFor();
    expect(await item('Repair run 2:').count()).toBe(0);
    await button('Dismiss').click();
    await expect
      .poll(async () => (await goals()).some((goal) => goal.startsWith('Repair run 2:')))
      .toBe(false);
  });
});

describe('values', () => {
  it('are found, shown on a map and accepted in the words that fit', async () => {
    const { page, client } = open;
    await goTo('Themes');
    await page.getByLabel('Group by').selectOption('surprise');
    await button('Find themes').click();
    await button('Accept').first().waitFor();
    // What the search for themes made can be taken back, and made again.
    await page.getByText(/^Found \d+ themes?\.$/).waitFor();
    await undo();
    await button('Accept').first().waitFor({ state: 'detached' });
    expect((await client.valuesList({ axis: 'surprise' })).values).toEqual([]);
    await button('Find themes').click();
    await button('Accept').first().waitFor();
    const { experiences } = await client.experienceList({ status: 'resolved', limit: 200 });
    expect(await page.locator('.scatter circle').count()).toBe(experiences.length);
    await button('Accept').first().click();
    await page
      .getByText(/from the middle/)
      .first()
      .waitFor();
    await button('Take').first().click();
    await page.locator('.tag', { hasText: 'accepted' }).waitFor();
    await undo();
    await page.locator('.tag', { hasText: 'accepted' }).waitFor({ state: 'detached' });
    await button('Accept').first().click();
    await button('Take').first().click();
    await page.locator('.tag', { hasText: 'accepted' }).waitFor();
    await button('Other words').click();
    await page.getByLabel(/^Own words/).fill('Bananas ripen faster in a paper bag');
    await button('Take own words').click();
    await page.getByText(/more than .*word it closer/).waitFor();
    expect(await page.getByLabel(/^Own words/).inputValue()).toContain('Bananas');
    expect(open.problems.splice(0)).toEqual([expect.stringContaining('400')]);
  });
});

describe('a premortem', () => {
  it('tells what went wrong before', async () => {
    const { page } = open;
    await goTo('Premortem');
    // The kind of work alone is a question too.
    await open.page.getByLabel('Domain').selectOption('debugging');
    await button('Brief me').click();
    await page.locator('.briefing').waitFor();
    await page.getByLabel('About to').fill('repair a run that fails because of the cache');
    await button('Brief me').click();
    await page.locator('.briefing-text', { hasText: 'cache' }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await button('Copy for a pull request').click();
    await page.getByText('The briefing is copied as Markdown.').waitFor();
    const copied: string = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toMatch(/^#+ [\s\S]*cache/);
    // On paper there is the briefing and nothing else.
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('navigation', { name: 'Views' }).waitFor({ state: 'hidden' });
    await button('Print').waitFor({ state: 'hidden' });
    await page.locator('.briefing-text').waitFor();
    await page.emulateMedia({ media: null });
    await button('Take apart').click();
    await page.locator('.budget').waitFor();
  });
});

describe('threads', () => {
  it('are created, written to, renamed and deleted, with undo', async () => {
    const { page, client } = open;
    await goTo('Threads');
    await page.getByLabel('New thread').fill('Budget talk');
    await button('Create').click();
    await button('Budget talk').click();
    await page.getByLabel(/^Message/).fill('Look at @src/assembly/fit.ts please');
    await button('Add').click();
    const reference = page.locator('.path', { hasText: '@src/assembly/fit.ts' });
    await reference.waitFor();
    await button('No longer point at src/assembly/fit.ts').click();
    await reference.waitFor({ state: 'detached' });
    await undo();
    await reference.waitFor();
    await button('Rename').click();
    await page.getByLabel('New title').fill('Token talk');
    await button('Save').click();
    await button('Token talk').waitFor();
    await undo();
    await button('Budget talk').waitFor();
    await button('Delete Budget talk').click();
    await button('Budget talk').waitFor({ state: 'detached' });
    await undo();
    await button('Delete Budget talk').click();
    // Leaving the page is not taking back.
    await page.goto('about:blank');
    await expect.poll(async () => (await client.threadList({})).threads).toEqual([]);
  });
});
