// How long the page takes to show the effect of an interaction, in a real Chromium:
//   npm run build && dossier serve --root <project> --store <store> --port 4173 &
//   node bench/page/responsiveness.mjs http://127.0.0.1:4173 "a question about the project"
// Prints, for each view, the longest time from an interaction to the next paint (Event Timing).
import { chromium } from 'playwright-core';

const [url, question] = process.argv.slice(2);
if (url === undefined || question === undefined) {
  console.error('Give the address of a running server and a question.');
  process.exit(2);
}
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript(() => {
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
});

await measure('ask', async () => {
  await page.getByLabel('Question or task').pressSequentially(question);
  await page.keyboard.press('Enter');
  await page.locator('.budget-bar .piece').first().waitFor();
  const slider = page.getByLabel(/^Budget/);
  await slider.focus();
  for (let step = 0; step < 20; step++)
    await page.keyboard.press(step % 4 === 3 ? 'ArrowLeft' : 'ArrowRight');
  await page.getByRole('tab', { name: /Why not/ }).click();
  await page.getByRole('tab', { name: /Why these/ }).click();
  await page.locator('.item-title').first().click();
  await page.locator('.item-body').first().waitFor();
});
await measure('compare', async () => {
  await page.getByLabel('Question or task').fill(question);
  await page.keyboard.press('Enter');
  await page.locator('.diff tbody tr').first().waitFor();
});
await measure('knowledge', async () => {
  for (const name of ['Experiences', 'Themes', 'Premortem', 'Threads', 'Memories']) {
    await page.getByRole('tab', { name }).click();
  }
});
await measure('project', async () => {
  await page.locator('.treemap .block').first().waitFor();
  for (const name of ['churn', 'tokens', 'churn', 'tokens'])
    await page.getByLabel(name, { exact: true }).check();
  await page.getByLabel('Symbol').fill('splitLines');
  await page.keyboard.press('Enter');
  await page.locator('.graph').first().waitFor();
});
await measure('health', async () => {
  await page.getByText(/since the server started/).waitFor();
  await page.keyboard.press('1');
});
await browser.close();

async function measure(view, interact) {
  await page.goto('about:blank');
  await page.goto(`${url}/#/${view}`);
  await page.waitForLoadState('networkidle');
  await interact();
  await page.waitForTimeout(300);
  console.log(`${view.padEnd(10)} ${await page.evaluate(() => globalThis.longest)} ms`);
}
