import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenPage, openPage } from './open-page.ts';

const roots: string[] = [];
beforeAll(() => {
  for (const name of ['ships', 'trains']) {
    const root = mkdtempSync(join(tmpdir(), `dossier-${name}-`));
    writeFileSync(join(root, `${name}.ts`), `export function ${name}Leave() {\n  return '${name}';\n}\n`);
    roots.push(root);
  }
});
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});
const nameOf = (root = '') => new RegExp(basename(root));

describe('several projects', () => {
  let open: OpenPage;
  beforeAll(async () => {
    open = await openPage({ roots });
  });
  afterAll(() => open.close());

  it('are listed, and the page shows the one chosen', async () => {
    const { page } = open;
    const [ships, trains] = roots;
    await open.go('project');
    const entry = (root: string | undefined) => page.locator('.item', { hasText: nameOf(root) });
    await entry(ships).locator('.tag', { hasText: 'shown' }).waitFor();
    await entry(trains).getByRole('button').click();
    await entry(trains).locator('.tag', { hasText: 'shown' }).waitFor();
    await page.locator('header .project', { hasText: nameOf(trains) }).waitFor();
    await page.locator('.treemap [title^="trains.ts"]').waitFor();

    await page.keyboard.press('1');
    await page.getByLabel('Question or task').fill('trainsLeave');
    await page.keyboard.press('Enter');
    await page.locator('.text pre', { hasText: "return 'trains'" }).waitFor();
    expect(await page.locator('.item .tag', { hasText: 'stale' }).count()).toBeGreaterThan(0);
    expect(open.problems.splice(0)).toEqual([]);

    await page.keyboard.press('Escape');
    await open.go('project');
    await page.getByRole('button', { name: 'Index now' }).click();
    await page.getByText(/are not available here.*in its folder/).waitFor();
    await entry(ships).getByRole('button').click();
    await entry(ships).locator('.tag', { hasText: 'shown' }).waitFor();
  });

  it('that are no longer there are left for the one that is served', async () => {
    const { page } = open;
    await open.go('project');
    await page.evaluate(`sessionStorage.setItem('dossier-project', 'gone')`);
    await page.reload();
    await page.locator('header .project', { hasText: nameOf(roots[0]) }).waitFor();
  });
});

describe('a server that requires tokens', () => {
  it('makes the page ask for one, and answers with it', async () => {
    let token = '';
    const open = await openPage({
      roots: roots.slice(0, 1),
      serve: ['--require-token'],
      prepare: async (dossier) => {
        const made = await dossier('token', 'create', 'page', '--json');
        token = JSON.parse(made.stdout).token;
      },
    });
    const { page } = open;
    await open.go('project');
    await page.getByRole('dialog').waitFor();
    expect(await page.locator('.treemap').count()).toBe(0);
    for (const given of ['wrong', token]) {
      await page.getByRole('textbox', { name: 'Token' }).fill(given);
      // The page loads again with what it was given; before that, a second token would be typed into the old page.
      const loaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Use it' }).click();
      await loaded;
      if (given === 'wrong') await page.getByRole('dialog').waitFor();
    }
    await page.locator('.treemap .block').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await open.close();
  });
});

describe('a server with the token of this machine', () => {
  it('answers the page that was opened by the printed address, which no longer shows it, and no other', async () => {
    const open = await openPage({ roots: roots.slice(0, 1), localToken: true });
    const { page, printed, url } = open;
    const token = printed.split('#token=')[1] ?? '';
    expect(token).not.toBe('');
    await page.goto(printed);
    await page.locator('header .project', { hasText: nameOf(roots[0]) }).waitFor();
    expect(page.url()).not.toContain(token);
    await open.go('project');
    await page.locator('.treemap .block').first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    const stranger = await open.newPage();
    await stranger.goto(`${url}/#/project`);
    await stranger.getByRole('dialog').waitFor();
    expect(await stranger.locator('.treemap').count()).toBe(0);
    await open.close();
  });
});

describe('a project with a history', () => {
  it('is graded on it, commit by commit, and keeps the grades', async () => {
    const root = mkdtempSync(join(tmpdir(), 'dossier-graded-'));
    roots.push(root);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
        cwd: root,
      });
    const write = (seconds: number, port: number) =>
      writeFileSync(
        join(root, 'server.ts'),
        `export const idleSeconds = ${seconds};\nexport const port = ${port};\nexport function listen() {\n  return port;\n}\n`,
      );
    git('init', '-q');
    write(30, 80);
    git('add', '--all');
    git('commit', '-q', '-m', 'Start the server');
    write(60, 80);
    git('commit', '-q', '-a', '-m', 'Close idle connections of the server after a minute');
    write(60, 8080);
    git('commit', '-q', '-a', '-m', 'Listen on port 8080');
    const open = await openPage({ roots: [root] });
    try {
      const { page } = open;
      await open.go('project');
      await page.getByRole('button', { name: 'Grade search' }).click();
      await page.getByText('2 commits asked', { exact: false }).waitFor();
      await page.getByRole('img', { name: /first ten, 2 commits over time/ }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Grade again' }).waitFor();
      await page.getByText('2 commits asked', { exact: false }).waitFor();
      await page.getByRole('button', { name: 'Grade again' }).click();
      const before = page.getByRole('table', { name: 'Graded before' });
      await expect.poll(() => before.getByRole('row').count()).toBe(2);
      expect(await before.getByRole('cell').allInnerTexts()).toEqual(['100 %', '100 %', '100 %', '100 %']);
      expect(open.problems.splice(0)).toEqual([]);
    } finally {
      await open.close();
    }
  });
});
