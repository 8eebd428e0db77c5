import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { liveExperience } from './live-experience.ts';
import { type OpenPage, openPage } from './open-page.ts';

const SCRIPT = '<script>window.hacked="script"</script>';
const IMAGE = '<img src=x onerror="window.hacked=1">';
const LINK = '[click](javascript:window.hacked=2)';
const FENCE = '```\n</code></pre><svg onload="window.hacked=3">';
/** Everything a name of a file can hold: no slash but between folders. */
const PATH = 'src/"><img src=x onerror=window.hacked=4>/[a](javascript:alert(1)) <svg onload=alert(5)>.ts';
const CODE = [
  `/** Ships freight ${SCRIPT} ${IMAGE} ${LINK} */`,
  'export function shipFreight() {',
  `  return ${JSON.stringify(`${SCRIPT}${IMAGE}`)} + loadCargo();`,
  '}',
  'export function loadCargo() {',
  `  // ]]> &lt;b&gt; {{constructor.constructor("window.hacked=6")()}}`,
  '  return 1;',
  '}',
  '',
].join('\n');
const README = `# Freight ${IMAGE}\n\n${LINK} ![x](javascript:window.hacked=7) ${SCRIPT}\n\n${FENCE}\n`;
const MESSAGE = `Ship freight ${IMAGE} ${SCRIPT}\n\n${LINK}\n${FENCE}`;
/** Left out of the index for its size, so that its name stands in the list of what was left out. */
const SECRET = '<img src=x onerror=window.hacked=8>/.env';

let root: string;
let open: OpenPage;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dossier-hostile-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=<b>Eve</b>', '-c', 'user.email=eve@example.org', ...args], {
      cwd: root,
    });
  for (const [path, text] of [
    [PATH, CODE],
    ['README.md', README],
    [SECRET, 'KEY=1\n'],
  ] as const) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', MESSAGE);
  open = await openPage({ roots: [root] });
  // Runs before any script of the page, and hears of every violation of its policy.
  await open.page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  );
});
afterAll(async () => {
  await open.close();
  rmSync(root, { recursive: true, force: true });
});
afterEach(async () => {
  expect(await open.page.evaluate('window.hacked')).toBeUndefined();
  // Nothing of the content became an element: the page has no images, frames or scripts but its own.
  expect(
    await open.page.locator('img, iframe, object, embed, svg[onload], main script, main b').count(),
  ).toBe(0);
  expect(await open.page.locator('a[href^="javascript"]').count()).toBe(0);
  expect(open.problems.splice(0)).toEqual([]);
});

async function ask(question: string, ...sources: string[]): Promise<void> {
  const { page } = open;
  await open.go('ask');
  if (sources.length > 0) await page.locator('summary', { hasText: 'Sources' }).click();
  for (const source of sources) await page.getByLabel(source, { exact: true }).check();
  await page.getByLabel('Question or task').fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('.budget-bar .piece').first().waitFor();
}

describe('hostile content is shown as text', () => {
  it('code and its path, in the list, opened, and as the model gets it', async () => {
    const { page } = open;
    await ask('shipFreight');
    const item = page.locator('.items .item', { hasText: 'shipFreight' }).first();
    expect(await item.locator('.path').innerText()).toContain(PATH);
    await item.locator('.item-title').click();
    const source = item.locator('.code');
    await source.waitFor();
    expect(await source.innerText()).toContain(SCRIPT);
    expect(await source.innerText()).toContain(LINK);
    const text = await page.locator('.text pre').innerText();
    expect(text).toContain(SCRIPT);
    expect(text).toContain('onerror=window.hacked=4');
  });

  it.each(['markdown', 'xml', 'json', 'plain', 'markdown+json'])(
    'the text in the format %s',
    async (format) => {
      const { page } = open;
      await ask('shipFreight');
      await page.getByLabel('Format').selectOption(format);
      await page.locator('.text pre', { hasText: 'shipFreight' }).waitFor();
      expect(await page.locator('.text pre').innerText()).toContain('onerror=');
    },
  );

  it('commit messages', async () => {
    const { page } = open;
    await ask('freight', 'commits');
    const commit = page.locator('.items .item', { hasText: 'Ship freight' }).first();
    await commit.locator('.item-title').click();
    await commit.locator('.code', { hasText: 'Eve' }).waitFor();
    expect(await commit.locator('.item-title').innerText()).toContain(IMAGE);
    expect(await page.locator('.text pre').innerText()).toContain(IMAGE);
  });

  it('documents', async () => {
    const { page } = open;
    await ask('Freight readme');
    const item = page.locator('.items .item', { hasText: 'README.md' }).first();
    await item.locator('.item-title').click();
    await item.locator('.code', { hasText: LINK }).waitFor();
    expect(await page.locator('.text pre').innerText()).toContain(LINK);
  });

  it('both sides of a comparison', async () => {
    const { page } = open;
    await open.go('compare');
    await page.getByLabel('Question or task').fill('shipFreight loadCargo');
    await page.keyboard.press('Enter');
    const paths = page.locator('.diff .path', { hasText: 'onerror' });
    expect(await paths.first().innerText()).toContain(PATH);
  });

  it('the treemap, what was left out, and the graph around a symbol', async () => {
    const { page } = open;
    await open.go('project');
    await page.locator(`.treemap [title*="onerror=window.hacked=4"]`).first().waitFor();
    await page.getByText(/^Left out: .*secret/).click();
    expect(await page.locator('details li').first().innerText()).toContain(SECRET);
    await page.getByLabel('Symbol').fill('shipFreight');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.graph-middle .path', { hasText: PATH }).waitFor();
    await page.locator('.graph-side a').first().click();
    await page.waitForURL(/#\/project\/.+/);
  });

  it('memories, experiences and threads', async () => {
    const { page, client } = open;
    const everything = `${SCRIPT} ${IMAGE} ${LINK}`;
    await client.remember({ content: `Freight ${everything}`, tags: ['<b>'] });
    await liveExperience(client, 0, everything);
    const { id } = await client.threadCreate({ title: `Freight ${IMAGE}` });
    await client.threadMessage({ thread: id, content: `${everything} @"><img src=x onerror=alert(9)>.ts` });
    await open.go('knowledge');
    await page.getByText(`Freight ${everything}`).waitFor();
    await page.getByRole('tab', { name: 'Experiences' }).click();
    await page.getByText(everything).waitFor();
    await page.getByRole('tab', { name: 'Threads' }).click();
    await page.getByRole('button', { name: `Freight ${IMAGE}`, exact: true }).click();
    await page.getByText(everything).waitFor();
  });

  it('the address of the page', async () => {
    const { page } = open;
    for (const view of ['ask', 'project', 'knowledge']) {
      await open.go(`${view}/${encodeURIComponent(`${IMAGE}${SCRIPT}`)}`);
      await page.waitForLoadState('networkidle');
    }
    await open.go('ask/%');
    await page.getByLabel('Question or task').waitFor();
    // What is not there is answered 404, which the browser writes to its console.
    expect(open.problems.splice(0).filter((problem) => !/status of 40[04]/.test(problem))).toEqual([]);
  });
});
