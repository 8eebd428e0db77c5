import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { NOWHERE } from './view-states.ts';

const QUESTION = 'where is the token budget enforced';

let open: OpenPage;
beforeAll(async () => {
  open = await openPage();
  await open.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
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
const items = () => open.page.getByRole('region', { name: 'Items' });
const clipboard = () => open.page.evaluate('navigator.clipboard.readText()');

describe('an answer', () => {
  it('leads with path and lines, says why above the code, and shows the text the model gets', async () => {
    const { page } = open;
    await ask(QUESTION);
    const first = items().locator('.item').first();
    expect(await first.locator('.path').first().innerText()).toMatch(/\.ts:\d+–\d+$/);
    expect(await first.locator('.item-why').innerText()).toMatch(/^It .*\.$/);
    await first.locator('.item-title').click();
    await first.locator('.code').waitFor();
    const [why, code] = await Promise.all([
      first.locator('.item-why').boundingBox(),
      first.locator('.code').boundingBox(),
    ]);
    expect(why?.y).toBeLessThan(code?.y ?? 0);
    expect(await first.locator('.code .token-keyword').count()).toBeGreaterThan(0);
    // Each line beside its number.
    const sizes = `new Set([...document.querySelectorAll('.code .gutter, .code code')].map((part) => {
      const { fontSize, lineHeight } = getComputedStyle(part);
      return fontSize + lineHeight;
    })).size`;
    expect(await page.evaluate(sizes)).toBe(1);
    expect(await page.locator('.text pre').innerText()).toContain('src/');
    const bar = await page.locator('.budget figcaption').innerText();
    expect(bar).toMatch(/[\d,]+ of 8,000 tokens/);
    expect(bar).toMatch(/headings and map, [\d,]+/);
  });

  it('shows every place that was found, and at a touch why it is in or not', async () => {
    const { page } = open;
    await ask(QUESTION);
    const told = page.locator('.found .verdict');
    expect(await told.innerText()).toMatch(/\d+ of \d+ places found are in/);
    const strip = page.getByRole('button', { name: /places are in, \d+ left out/ });
    await strip.hover({ position: { x: 3, y: 20 } });
    await told.getByText(/:\d+–\d+, 0\.\d\d, in/).waitFor();
    await strip.click({ position: { x: 3, y: 20 } });
    await items().locator('.item.is-selected').waitFor();
    const { width = 0 } = (await strip.boundingBox()) ?? {};
    await strip.hover({ position: { x: width * 0.7, y: 20 } });
    await told.getByText(/, (no room in the budget|named in one line), ~?[\d,]+ tok/).waitFor();
    await strip.click({ position: { x: width * 0.7, y: 20 } });
    await page.getByRole('tab', { name: /Why not/, selected: true }).waitFor();
  });

  it('groups the budget by file and links bar, item and text', async () => {
    const { page } = open;
    await ask(QUESTION);
    expect(await page.locator('.budget-name').first().innerText()).toMatch(/\.\w+$/);
    const id = await items().locator('.item').nth(1).getAttribute('data-item');
    await items().locator('.item').nth(1).hover();
    await page.locator(`.piece[data-item="${id}"][data-hot]`).waitFor();
    await page.locator(`.stretch[data-item="${id}"][data-hot]`).waitFor({ state: 'attached' });
    await page.locator(`.piece[data-item="${id}"]`).click();
    await page.locator(`.item.is-selected[data-item="${id}"]`).waitFor();
    await page.locator(`.stretch.is-selected[data-item="${id}"]`).waitFor();
  });

  it('fits again when the budget moves, never above it, and keeps it in the address', async () => {
    const { page } = open;
    await ask(QUESTION);
    for (const step of [60, 20, 110]) {
      await page.getByLabel(/^Budget/).fill(String(step));
      const budget = await page.locator('.budget-field output').innerText();
      await page.locator('.budget figcaption', { hasText: `of ${budget} tokens` }).waitFor();
      const used = Number((await page.locator('.budget figcaption strong').innerText()).replace(/\D/g, ''));
      expect(used).toBeLessThanOrEqual(Number(budget.replace(/\D/g, '')));
      await page.waitForURL((url) => url.href.includes(`budget=${budget.replace(/\D/g, '')}`));
    }
  });

  it('is the same from a shared link', async () => {
    const { page } = open;
    await ask(QUESTION);
    await page.getByLabel(/^Budget/).fill('60');
    await page.getByLabel('Format').selectOption('xml');
    // The first screen is drawn before the rest.
    await page.locator('.text pre', { hasText: '</context>' }).waitFor();
    const text = await page.locator('.text pre').textContent();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('The link to this answer is copied.').waitFor();
    const link = String(await clipboard());
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('.text pre', { hasText: '</context>' }).waitFor();
    expect(await page.locator('.text pre').textContent()).toBe(text);
  });

  it('says why things were left out', async () => {
    const { page } = open;
    await ask(QUESTION);
    await page.getByLabel(/^Budget/).fill('30');
    await page.getByRole('tab', { name: /Why not/ }).click();
    await page.getByRole('heading', { name: /No room in the budget/ }).waitFor();
    const tokens = await page.getByRole('tabpanel').locator('.item-tokens').allTextContents();
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter((text) => !/^~?[\d,]+ tok$/.test(text))).toEqual([]);
  });

  it('tells what pinning an item would push out, then does it, and takes it back', async () => {
    const { page } = open;
    await ask(QUESTION);
    await page.getByRole('tab', { name: /Why not/ }).click();
    const row = page.locator('.left-out .item', { has: page.getByRole('button', { name: /^Pin / }) }).first();
    const button = row.getByRole('button', { name: /^Pin / });
    await row.hover();
    await button.hover();
    const told = await page.locator('.tip', { hasText: 'then.' }).innerText();
    expect(told).toMatch(/tokens? then\.$/);
    await button.click();
    await page.getByRole('list', { name: 'What you decided' }).getByText(/\S/).first().waitFor();
    await page.getByRole('tab', { name: /Why these/ }).click();
    const pinned = items().locator('.item', { hasText: 'pinned' });
    await pinned.waitFor();
    expect(await items().locator('.item').first().innerText()).toContain('pinned');
    const tokens = await page.locator('.budget figcaption strong').innerText();
    expect(told).toContain(`${tokens} token`);
    expect(page.url()).toContain('pin=');
    await page.getByRole('button', { name: /^Undo u/ }).click();
    await pinned.waitFor({ state: 'detached' });
  });

  it('takes a place of the map in, and gives it back', async () => {
    const { page } = open;
    await ask(QUESTION);
    await page.getByRole('tab', { name: /Why not/ }).click();
    const named = page.locator('details', { has: page.getByRole('heading', { name: /Named in one line/ }) });
    const row = named.getByRole('listitem').first();
    expect(await row.locator('.item-about').innerText()).toMatch(/It [a-z].*\.$/);
    expect(await named.getByText(/It has “(?:token|budget)”/).count()).toBeGreaterThan(0);
    await row.hover();
    await row.getByRole('button', { name: /^Pin / }).click();
    await page.getByRole('tab', { name: /Why these/ }).click();
    const pinned = items().locator('.item', { hasText: 'pinned' });
    await pinned.waitFor();
    await page.getByRole('button', { name: /^Undo u/ }).click();
    await pinned.waitFor({ state: 'detached' });
  });

  it('changes when an item is left out, which stays at hand', async () => {
    const { page } = open;
    await ask(QUESTION);
    const first = items().locator('.item').first();
    const id = await first.getAttribute('data-item');
    await first.hover();
    await first.getByRole('button', { name: /^Leave out / }).click();
    await page.locator(`.item[data-item="${id}"]`).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /Why not/ }).click();
    await page.getByRole('heading', { name: /Left out by you/ }).waitFor();
    const row = page.locator('.left-out .item').first();
    await row.hover();
    await row.getByRole('button', { name: /^Take back / }).click();
    await page.getByRole('heading', { name: /Left out by you/ }).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: /Why these/ }).click();
    await page.locator(`.item[data-item="${id}"]`).waitFor();
  });

  it('takes a verdict, says so and takes it back', async () => {
    const { page } = open;
    await ask(QUESTION);
    await items().locator('.item').first().hover();
    await page
      .getByRole('button', { name: /was useful$/ })
      .first()
      .click();
    const given = page.getByRole('button', { name: /was useful$/, pressed: true });
    await given.click();
    await given.waitFor({ state: 'detached' });
  });

  it('is streamed: the places first, then the context made of them', async () => {
    const told: string[] = [];
    const { items: printed } = await open.client.query(
      { query: QUESTION },
      { onFound: (places) => void told.push(...places.map(({ path }) => path)) },
    );
    expect(told).toContain(printed[0]?.location?.path);
  });

  it('says when nothing speaks for the question', async () => {
    const { page } = open;
    await open.go(`ask/${NOWHERE}`);
    // This file holds the sentence too, and may be in an answer.
    await page.locator('.empty', { hasText: 'Nothing in the project speaks for this.' }).waitFor();
    await page.getByRole('button', { name: 'Look in all sources' }).click();
    await page.waitForURL(/sources=/);
  });
});

describe('dragging an item', () => {
  const centre = async (part: Locator) => {
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return { x: x + width / 2, y: y + height / 2 };
  };

  it('into the context pins it and out of it leaves it out, each with what that changes told first', async () => {
    const page = await open.newPage({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    await page.goto(`${open.url}/#/ask/${QUESTION}`);
    const { mouse } = page;
    const grab = async (handle: Locator) => {
      const { x, y } = await centre(handle);
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + 40, y + 40);
      await page.locator('.drop-strip', { hasText: 'tokens then' }).waitFor();
    };
    const dropOn = async (target: Locator) => {
      const { x, y } = await centre(target);
      await mouse.move(x, y);
      await page.locator('.drop-strip.is-over').waitFor();
      await mouse.up();
    };
    await page.getByRole('tab', { name: /Why not/ }).click();
    await grab(page.locator('.left-out [data-drag="pin"]').first());
    await expectAccessible(page, 'an item is dragged');
    await dropOn(page.locator('.budget'));
    await page.waitForURL(/pin=/);
    await page.getByRole('tab', { name: /Why these/ }).click();
    const pinned = page.locator('.item', { hasText: 'pinned' });
    await pinned.waitFor();
    await grab(pinned.locator('[data-drag="drop"]'));
    await dropOn(page.getByRole('tab', { name: /Why not/ }));
    await page.waitForURL(/drop=/);
    expect(page.url()).not.toContain('pin=');
    await page.close();
  });

  it('and letting go elsewhere, or Escape, changes nothing', async () => {
    const { page } = open;
    const { mouse } = page;
    await ask(QUESTION);
    const strip = page.locator('.drop-strip');
    const { x, y } = await centre(items().locator('[data-drag="drop"]').first());
    const address = page.url();
    for (const letGo of [() => mouse.up(), () => page.keyboard.press('Escape')]) {
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + 40, y + 40);
      await strip.waitFor();
      await letGo();
      await strip.waitFor({ state: 'detached' });
    }
    await mouse.up();
    expect(page.url()).toBe(address);
  });

  it('works with a finger', async () => {
    const page = await open.newPage({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(`${open.url}/#/ask/${QUESTION}`);
    const handle = page.locator('.item [data-drag="drop"]').first();
    await handle.waitFor();
    const from = await centre(handle);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    await touch('touchStart', from.x, from.y);
    await touch('touchMove', from.x + 30, from.y + 30);
    const target = await centre(page.locator('.drop-strip'));
    await touch('touchMove', target.x, target.y);
    await page.locator('.drop-strip.is-over').waitFor();
    await touch('touchEnd');
    await page.waitForURL(/drop=/);
    await page.locator('.chip', { hasText: /\./ }).waitFor();
    await page.close();
  });
});

describe('the keyboard', () => {
  it('is enough to ask, move, open and copy', async () => {
    const { page } = open;
    await open.go('health');
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('#main:focus').waitFor();
    await page.keyboard.press('1');
    await page.getByLabel('Question or task').waitFor();
    await page.keyboard.press('/');
    await page.locator(':focus').and(page.getByLabel('Question or task')).waitFor();
    await page.keyboard.type('parse a stack trace');
    await page.keyboard.press('Enter');
    await page.locator('.budget-bar .piece').first().waitFor();
    await page.keyboard.press('j');
    await page.locator('.item.is-selected').waitFor();
    const first = await page.locator('.item.is-selected').getAttribute('data-item');
    await page.keyboard.press('j');
    await page.locator(`.item.is-selected:not([data-item="${first}"])`).waitFor();
    await page.keyboard.press('k');
    await page.locator(`.item.is-selected[data-item="${first}"]`).waitFor();
    await page.keyboard.press('o');
    await page.locator('.item.is-selected .code').waitFor();
    await page.keyboard.press('p');
    await page.locator('.item.is-selected', { hasText: 'pinned' }).waitFor();
    await page.keyboard.press('p');
    await page.locator('.item', { hasText: 'pinned' }).waitFor({ state: 'detached' });
    await page.keyboard.press('x');
    await page.locator(`.item[data-item="${first}"]`).waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.locator(`.item[data-item="${first}"]`).waitFor();
    await page.keyboard.press('c');
    await page.getByText('The context is copied.').waitFor();
    expect(String(await clipboard())).toContain('```');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('finds views, names and questions in the commands', async () => {
    const { page } = open;
    await open.go('ask');
    await page.getByLabel('Question or task').waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Commands' });
    await dialog.getByRole('combobox').fill('health');
    await dialog.getByRole('option', { name: /health/i, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox').fill('splitLines');
    await dialog
      .getByRole('option', { name: /splitLines.*lines\.ts/ })
      .first()
      .click();
    await page.waitForURL(/#\/project\/splitLines/);
    await page.getByRole('figure', { name: 'Around splitLines' }).waitFor();
  });
});

describe('what is offered while asking', () => {
  it('completes names, remembers questions and gives examples of the project', async () => {
    const { page } = open;
    await open.go('ask');
    await page.evaluate('localStorage.clear()');
    await page.reload();
    const example = page.getByRole('region', { name: 'Examples' }).getByRole('button').first();
    const text = (await example.innerText()).trim();
    await example.click();
    await page.locator('.budget-bar .piece').first().waitFor();
    const field = page.getByLabel('Question or task');
    await field.fill('');
    const options = page.getByRole('listbox', { name: 'Suggestions' });
    await options.getByRole('option', { name: new RegExp(`${text}.*asked before`) }).waitFor();
    await field.pressSequentially('who calls splitLin');
    await options
      .getByRole('option', { name: /splitLines/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await options.getByRole('option', { name: /splitLines/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toMatch(/^who calls splitLines/);
    await field.fill('');
    await field.pressSequentially('who calls fit to bud');
    await options.getByRole('option', { name: /fitToBudget/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await expect.poll(() => field.inputValue()).toBe('who calls fitToBudget ');
    await open.go('ask');
    await page.getByRole('list', { name: 'Asked before' }).getByRole('button', { name: text }).waitFor();
  });
});
