import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenFirefox, openFirefox } from './open-firefox.ts';
import { type OpenPage, openPage } from './open-page.ts';
import { fillViews, QUESTION, VIEWS } from './view-states.ts';

let open: OpenPage;
beforeAll(async () => {
  open = await openPage();
  await fillViews(open.client);
});
afterAll(() => open.close());

describe.each(['light', 'dark'] as const)('Firefox, %s', (scheme) => {
  let firefox: OpenFirefox;
  beforeAll(async () => {
    firefox = await openFirefox(scheme);
  });
  afterAll(async () => {
    await firefox.close();
    expect(firefox.problems).toEqual([]);
  });
  const go = (view: string, width: number) => firefox.go(`${open.url}/#/${view}`, width);

  it.each([360, 768, 1440, 2560])(
    'shows every view, accessible and not wider than the window, %i px',
    async (width) => {
      for (const { path, shows } of VIEWS.filter((view) => view.act === undefined)) {
        await go(path, width);
        await firefox.shows(shows);
        await firefox.expectAccessible(`${path} at ${width} px`);
      }
    },
  );

  it('asks, opens, pins and accepts by keys', async () => {
    expect(await firefox.evaluate(`matchMedia('(prefers-color-scheme: dark)').matches`)).toBe(
      scheme === 'dark',
    );
    await go(`ask/${QUESTION}`, 1440);
    await firefox.shows('.anatomy .item');
    await firefox.press('j');
    await firefox.shows('.item.is-selected');
    await firefox.press('o');
    await firefox.shows('.item.is-selected .code .token-keyword');
    await firefox.shows('.stretch.is-selected .token-keyword');
    await firefox.press('p');
    await firefox.shows('.chip');
    await firefox.press('?');
    await firefox.shows('dialog[open]');
    await firefox.expectAccessible('keys');
    await go('live', 1440);
    await firefox.shows('.feed .item');
    await go('knowledge/inbox', 1440);
    await firefox.shows('.draft.is-selected');
    await firefox.press('x');
    await firefox.shows('.toast');
    await firefox.expectAccessible('a rejected draft');
    await firefox.press('u');
    await firefox.shows('.draft.is-selected');
  });
});
